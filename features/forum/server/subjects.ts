import { contentKind } from '#content/core/server/subject.ts';
import { sql } from '#platform/server/db/database.ts';
import { followedCategories } from './categories/categories-store.ts';
import { forumPost, postReply } from './types.ts';
import { unlocksOfMember } from './locked/unlocks-store.ts';

/** Posts, as the features that work across all contents know them. */
export const postKind = contentKind(forumPost, {
  async exportOf(ctx, profileId) {
    const [posts, reactions, readers, unlocks, follows] = await Promise.all([
      ctx.db.rows(
        sql`SELECT id, title, content, image_urls, category_name, category_id, is_locked, state, created_at, edited_at FROM forum_posts WHERE author_id = ${profileId} ORDER BY created_at`,
      ),
      ctx.db.rows(
        sql`SELECT content_id, reaction, created_at FROM content_reactions WHERE profile_id = ${profileId} ORDER BY created_at`,
      ),
      ctx.db.rows(
        sql`SELECT post_id, bookmarked_at, watching, last_read_at FROM post_readers WHERE profile_id = ${profileId}`,
      ),
      unlocksOfMember(ctx.db, profileId),
      followedCategories(ctx.db, profileId),
    ]);
    return {
      forum_posts: posts,
      reactions,
      bookmarks_and_watched_posts: readers,
      unlocked_posts: unlocks,
      followed_categories: follows,
    };
  },
  // Posts stay where others have answered them, under a name that says nothing; what only the member needs goes.
  deleted: `t.reply_count = 0 OR t.state <> 'published'`,
  async erase(_ctx, tx, profileId) {
    await tx.rows(sql`DELETE FROM post_readers WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM category_follows WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM forum_visits WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM post_unlocks WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM content_reactions WHERE profile_id = ${profileId}`);
  },
});

/** Replies, likewise. */
export const replyKind = contentKind(postReply, {
  async exportOf(ctx, profileId) {
    const rows = await ctx.db.rows(
      sql`SELECT id, post_id, content, state, created_at, edited_at FROM post_replies WHERE author_id = ${profileId} ORDER BY created_at`,
    );
    return { post_replies: rows };
  },
  // Replies stay where they were read, under a name that says nothing.
  deleted: `t.state <> 'published'`,
  erase: async (_ctx, tx, profileId) =>
    void (await tx.rows(sql`DELETE FROM content_versions WHERE editor_id = ${profileId}`)),
});
