import { hideIfGone, notifyMentioned } from '#content/core/server/notify.ts';
import { shortRendered } from '#content/core/server/text.ts';
import { type ContentFacts, type ContentType, defineContent } from '#content/core/server/type.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { notifyFollowers } from './categories/following.ts';
import { releaseUnusedBanners } from './banner/banner-store.ts';
import { notifyReplies } from './notify/notify.ts';
import { postLive } from './publish.ts';
import { mayReadPostText } from './rules.ts';
import { postRendered } from './text.ts';

/** Fields that a post's policies need beside those of all contents. */
export interface PostExtra {
  readonly isPinned: boolean;
  readonly isLocked: boolean;
  /** The choice that made it: empty, a fixed key, or the id of a row. */
  readonly category: string;
}

/** A post as its policies and changes read it. */
export type PostFacts = ContentFacts & PostExtra;

/** Posts of the forum. */
export const forumPost: ContentType<PostExtra> = defineContent<PostExtra>({
  kind: 'forum_post',
  noun: 'post',
  table: 'forum_posts',
  authorColumn: 'author_id',
  title: 't.title',
  excerpt: 't.summary',
  category: 't.category_name',
  isAdult: 't.is_adult',
  extra: `t.is_pinned AS "isPinned", t.is_locked AS "isLocked", coalesce(t.category_name, t.category_id::text, '') AS category`,
  notFound: 'post_not_found',
  profileCountColumn: 'post_count',
  resetOnRemove: 'is_pinned = false',
  reactionCause: 'like',
  sales: { table: 'post_unlocks', column: 'post_id' },
  address: ({ id }) => `/forum/post/${id}`,
  reward: () => 'forum_post',
  activity: () => ({ type: 'post', content: 'posted in the forum' }),
  async notifyPublished(ctx, type, id) {
    const mentioned = await notifyMentioned(ctx, type, id);
    return (await notifyFollowers(ctx, type, id)) || mentioned;
  },
  async announce(ctx, tx, { id, category }, change) {
    if (change === 'created' || change === 'published')
      postLive.announceList(ctx, tx, 'post_created', { id, category });
    else postLive.announceList(ctx, tx, 'list_changed', { id });
    // Nobody has a post open that was just made.
    if (change !== 'created') await postLive.publish(ctx, tx, id, 'post_changed', { id });
    return null;
  },
  topicOf: postLive.topicOf,
  fileReaders: async (ctx, viewer, facts) => {
    if (!(await mayReadPostText(ctx.db, facts, viewer))) return 'nobody';
    return facts.isLocked ? 'reader' : 'everybody';
  },
  async purge(ctx, tx, ids, authorIds) {
    await deletePostParts(tx, ids);
    await releaseUnusedBanners(ctx, tx, authorIds);
  },
  rendered: postRendered,
});

/** Deletes what belongs to posts alone. */
async function deletePostParts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`DELETE FROM post_readers WHERE post_id = ANY(${[...ids]}::uuid[])`);
  await tx.rows(sql`DELETE FROM post_unlocks WHERE post_id = ANY(${[...ids]}::uuid[])`);
}

/** Replies to posts. */
export const postReply: ContentType = defineContent({
  kind: 'post_reply',
  noun: 'reply',
  table: 'post_replies',
  authorColumn: 'author_id',
  title: 't.excerpt',
  excerpt: 't.excerpt',
  isAdult: 'o.is_adult',
  answerOf: {
    type: forumPost,
    column: 'post_id',
    inReplyTo: 'in_reply_to',
    countColumn: 'reply_count',
    lastAtColumn: 'last_reply_at',
    parentAuthorRemoves: false,
    preposition: 'in',
    atOnce: {
      notifies:
        'EXISTS (SELECT 1 FROM post_readers w WHERE w.post_id = o.id AND w.watching AND w.profile_id <> t.author_id)',
      publish: (ctx, { id, authorId, parentId }) =>
        postLive.publishWith(ctx, parentId, 'reply_created', { id, authorId }),
    },
  },
  notFound: 'reply_not_found',
  reactionCause: 'like',
  address: ({ id, parentId }) => `/forum/post/${parentId}?reply=${id}#reply-${id}`,
  notifyPublished: (ctx, type, id) => notifyReplies(ctx, type, [id]),
  async notifyAllPublished(ctx, type, ids) {
    if (await notifyReplies(ctx, type, ids)) await hideIfGone(ctx, type, ...ids);
  },
  announce: (ctx, tx, { id, authorId, parent }, change) =>
    change === 'created' || change === 'published'
      ? postLive.publish(ctx, tx, parent!.id, 'reply_created', { id, authorId })
      : postLive.publish(ctx, tx, parent!.id, 'reply_changed', { id }),
  rendered: shortRendered,
});
