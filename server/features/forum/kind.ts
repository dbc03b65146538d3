import { releaseFiles } from '#server/features/media/actions.ts';
import { unblockedOnly } from '#server/features/relations/store.ts';
import type { ContentItem, ContentKind } from '#server/platform/content-kind.ts';
import { sql } from '#server/platform/db/database.ts';
import { releasePost, releaseReply, removePost, removeReply, restorePost, restoreReply } from './actions.ts';
import { readersOfPost } from './gates.ts';
import { repliesOfAuthor } from './replies-store.ts';
import { maySeeAdult } from './rules.ts';
import { unlocksOfMember } from './unlocks-store.ts';

interface ItemRow {
  readonly id: string;
  readonly author_id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly state: ContentItem['visibility'];
  readonly post_id: string;
}

export const postKind: ContentKind = {
  kind: 'forum_post',
  async load(ctx, ids) {
    const rows = await ctx.db.rows<ItemRow>(
      sql`SELECT id, author_id, title, summary AS excerpt, state, id AS post_id FROM forum_posts WHERE id = ANY(${[...ids]}::uuid[])`,
    );
    return rows.map((row) => ({
      kind: 'forum_post',
      id: row.id,
      authorId: row.author_id,
      title: row.title,
      excerpt: row.excerpt,
      url: `/forum/post/${row.id}`,
      visibility: row.state,
    }));
  },
  remove: removePost,
  restore: (ctx, tx, id) => restorePost(ctx, tx, id),
  release: releasePost,
  mayReadFile: (ctx, viewer, id) => readersOfPost(ctx.db, id, viewer),
  async listedFor(ctx, viewer, ids) {
    const rows = await ctx.db.rows<{ id: string }>(sql`
      SELECT id FROM forum_posts WHERE id = ANY(${[...ids]}::uuid[]) AND state = 'published'
        ${maySeeAdult(viewer) ? sql`` : sql`AND NOT is_adult`}${unblockedOnly(viewer, sql`author_id`)}`);
    return new Set(rows.map((row) => row.id));
  },
  async exportOf(ctx, profileId) {
    const [posts, reactions, readers, unlocks] = await Promise.all([
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
    ]);
    return { forum_posts: posts, reactions, bookmarks_and_watched_posts: readers, unlocked_posts: unlocks };
  },
  // Posts stay where others have answered them, under a name that says nothing; what only the member needs goes.
  async erase(ctx, tx, profileId) {
    await tx.rows(sql`DELETE FROM post_readers WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM forum_visits WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM post_unlocks WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM content_reactions WHERE profile_id = ${profileId}`);
    const gone = await tx.rows<{ id: string }>(
      sql`DELETE FROM forum_posts WHERE author_id = ${profileId} AND (reply_count = 0 OR state <> 'published') RETURNING id`,
    );
    await releaseFiles(
      ctx,
      tx,
      'forum_post',
      gone.map((row) => row.id),
    );
    await tx.rows(sql`DELETE FROM post_unlocks WHERE post_id = ANY(${gone.map((row) => row.id)}::uuid[])`);
    await tx.rows(sql`DELETE FROM post_replies WHERE post_id = ANY(${gone.map((row) => row.id)}::uuid[])`);
  },
};

export const replyKind: ContentKind = {
  kind: 'post_reply',
  async load(ctx, ids) {
    const rows = await ctx.db.rows<ItemRow>(
      sql`SELECT t.id, t.author_id, o.title, t.excerpt, t.state, t.post_id FROM post_replies t JOIN forum_posts o ON o.id = t.post_id WHERE t.id = ANY(${[...ids]}::uuid[])`,
    );
    return rows.map((row) => ({
      kind: 'post_reply',
      id: row.id,
      authorId: row.author_id,
      title: `Reply in ${row.title}`,
      excerpt: row.excerpt,
      url: `/forum/post/${row.post_id}?reply=${row.id}#reply-${row.id}`,
      visibility: row.state,
    }));
  },
  remove: removeReply,
  restore: (ctx, tx, id) => restoreReply(ctx, tx, id),
  release: releaseReply,
  async exportOf(ctx, profileId) {
    return { post_replies: await repliesOfAuthor(ctx.db, profileId) };
  },
  async erase(_ctx, tx, profileId) {
    await tx.rows(sql`DELETE FROM content_versions WHERE editor_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM post_replies WHERE author_id = ${profileId} AND state <> 'published'`);
  },
};
