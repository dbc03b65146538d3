import { z } from 'zod';
import { notifications } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import {
  type Notice,
  followContent,
  keepAdultWords,
  notify,
  notifyReactions,
} from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { groupsBetween } from '#server/features/notifications/store.ts';
import { profileIdsByUsername } from '#server/features/profiles/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { SHORT_JOBS, defineJob } from '#server/platform/jobs/job.ts';
import { mentionsIn } from '#server/platform/markdown/render.ts';
import { watchersOf } from './marks-store.ts';
import { postGate } from './posts-store.ts';
import { type ReplyPlace, replyGate, replyIds } from './replies-store.ts';

/** Whom the forum tells of what, always in a job: no act waits until thousands have been told. */

const NO_ID = '00000000-0000-0000-0000-000000000000';

const replyUrl = (postId: string, replyId: string): string => `/forum/post/${postId}?reply=${replyId}#reply-${replyId}`;

/** Tells whom a new post mentions. */
export const notifyPostJob = defineJob({
  name: 'forum.notify-post',
  payload: z.object({ postId: z.uuid() }),
  async run(ctx, { postId }) {
    const [post] = await ctx.db.rows<{ title: string; content: string; author_id: string; is_adult: boolean }>(
      sql`SELECT title, content, author_id, is_adult FROM forum_posts WHERE id = ${postId} AND state = 'published'`,
    );
    if (!post) return;
    const mentioned = await profileIdsByUsername(ctx, mentionsIn(post.content));
    await ctx.db.tx((tx) =>
      notify(ctx, tx, [...mentioned.values()], {
        ...noticeText.mention({ text: post.title, isAdult: post.is_adult }),
        url: `/forum/post/${postId}`,
        actorId: post.author_id,
        contentId: postId,
        cause: `forum_post:${postId}`,
      }),
    );
  },
});

interface NewReply {
  readonly post_id: string;
  readonly content: string;
  readonly excerpt: string;
  readonly author_id: string;
  readonly title: string;
  readonly answered: string | null;
  readonly is_adult: boolean;
}

/** A reply that everybody may see; null when it is not there, or not any more. */
async function shownReply(ctx: Context, replyId: string): Promise<NewReply | null> {
  const [reply] = await ctx.db.rows<NewReply>(sql`
    SELECT t.post_id, t.content, t.excerpt, t.author_id, o.title, a.author_id AS answered, o.is_adult
    FROM post_replies t JOIN forum_posts o ON o.id = t.post_id LEFT JOIN post_replies a ON a.id = t.in_reply_to
    WHERE t.id = ${replyId} AND t.state = 'published' AND o.state = 'published'`);
  return reply ?? null;
}

const sharedOf = (reply: NewReply, replyId: string): Omit<Notice, 'kind' | 'title' | 'message'> => ({
  url: replyUrl(reply.post_id, replyId),
  actorId: reply.author_id,
  contentId: replyId,
  cause: `post_reply:${replyId}`,
});

/** Tells the answered, the mentioned and the first watchers of a new reply; each of them once. */
export const notifyReplyJob = defineJob({
  name: 'forum.notify-reply',
  payload: z.object({ replyId: z.uuid() }),
  batch: SHORT_JOBS,
  async run(ctx, { replyId }) {
    const reply = await shownReply(ctx, replyId);
    if (!reply) return;
    const mentioned = [...(await profileIdsByUsername(ctx, mentionsIn(reply.content))).values()];
    const watchers = await watchersOf(ctx.db, reply.post_id, NO_ID, notifications.batch);
    const others = (ids: readonly (string | null)[]): string[] =>
      ids.filter((id): id is string => id !== null && id !== reply.author_id);
    // Most replies have nobody to tell: no transaction for them.
    if (others([reply.answered, ...mentioned, ...watchers]).length === 0) return;
    const shared = sharedOf(reply, replyId);
    const about = { text: reply.excerpt, isAdult: reply.is_adult };
    await ctx.db.tx(async (tx) => {
      // The nearest cause first: the same member is not told again by the next.
      await notify(ctx, tx, others([reply.answered]), { ...shared, ...noticeText.reply(about) });
      await notify(ctx, tx, others(mentioned), { ...shared, ...noticeText.mention(about) });
      await notify(ctx, tx, others(watchers), { ...shared, ...noticeText.watched(about, reply.title) });
      const after = watchers.length === notifications.batch ? watchers.at(-1) : undefined;
      if (after !== undefined) await ctx.jobs.enqueue(tx, notifyWatchersJob, { replyId, after });
    });
    await hideIfGone(ctx, replyId);
  },
});

/** Tells the rest of many watchers, in batches: a queue of its own, so that no other reply waits behind them. */
export const notifyWatchersJob = defineJob({
  name: 'forum.notify-watchers',
  payload: z.object({ replyId: z.uuid(), after: z.uuid() }),
  timeoutSeconds: 1800,
  async run(ctx, { replyId, after }) {
    for (let last: string | undefined = after; last !== undefined;) {
      const reply = await shownReply(ctx, replyId);
      if (!reply) break;
      const watchers: string[] = await watchersOf(ctx.db, reply.post_id, last, notifications.batch);
      const notice = {
        ...sharedOf(reply, replyId),
        ...noticeText.watched({ text: reply.excerpt, isAdult: reply.is_adult }, reply.title),
      };
      await ctx.db.tx((tx) => notify(ctx, tx, watchers, notice));
      last = watchers.length === notifications.batch ? watchers.at(-1) : undefined;
    }
    await hideIfGone(ctx, replyId);
  },
});

/** It may have been removed while it was told of, and what follows a removal have run before the last were told. */
async function hideIfGone(ctx: Context, replyId: string): Promise<void> {
  if (!(await shownReply(ctx, replyId))) await followContent(ctx, [replyId], false);
}

/** Tells an author who reacted, as one notification that grows. */
export const notifyReactionsJob = defineJob({
  name: 'forum.notify-reactions',
  payload: z.object({ contentId: z.uuid() }),
  batch: SHORT_JOBS,
  run: (ctx, { contentId }) => tellReactions(ctx, contentId),
});

/** After two members have parted, and one may have blocked the other: of their reactions the others' alone are told. */
export const followPartingJob = defineJob({
  name: 'forum.follow-parting',
  payload: z.object({ one: z.uuid(), other: z.uuid() }),
  async run(ctx, { one, other }) {
    for (const contentId of await groupsBetween(ctx.db, one, other)) await tellReactions(ctx, contentId);
  },
});

interface ReactedTo {
  readonly what: 'post' | 'reply';
  readonly post_id: string;
  readonly author_id: string;
  readonly text: string;
  readonly is_adult: boolean;
}

/** What was reacted to; null when it is not there, or not for everybody. */
async function shownContent(ctx: Context, contentId: string): Promise<ReactedTo | null> {
  const [content] = await ctx.db.rows<ReactedTo>(sql`
    SELECT 'post' AS what, id AS post_id, author_id, title AS text, is_adult FROM forum_posts WHERE id = ${contentId} AND state = 'published'
    UNION ALL
    SELECT 'reply', t.post_id, t.author_id, t.excerpt, o.is_adult
    FROM post_replies t JOIN forum_posts o ON o.id = t.post_id WHERE t.id = ${contentId} AND t.state = 'published' AND o.state = 'published'`);
  return content ?? null;
}

async function tellReactions(ctx: Context, contentId: string): Promise<void> {
  const content = await shownContent(ctx, contentId);
  if (!content) return;
  const notice = {
    ...noticeText.like({ text: content.text, isAdult: content.is_adult }, content.what),
    url: content.what === 'post' ? `/forum/post/${contentId}` : replyUrl(content.post_id, contentId),
    contentId,
    cause: `like:${contentId}`,
  };
  const reactions = sql`SELECT profile_id, created_at FROM content_reactions WHERE content_id = ${contentId}`;
  await notifyReactions(ctx, content.author_id, notice, reactions);
  if (!(await shownContent(ctx, contentId))) await followContent(ctx, [contentId], false);
}

/**
 * After a post or reply was held, removed, restored, released or became 18+: what was told of it, and of the replies in
 * it, is in the inboxes exactly while everybody may see it.
 */
export const followNoticesJob = defineJob({
  name: 'forum.follow-notices',
  payload: z.object({ postId: z.uuid(), replyId: z.uuid().optional() }),
  timeoutSeconds: 1800,
  async run(ctx, { postId, replyId }) {
    const post = await postGate(ctx.db, postId);
    if (!post) return;
    const isShown = post.state === 'published';
    const follow = async (ids: readonly string[], shown: boolean): Promise<void> => {
      await followContent(ctx, ids, shown);
      if (post.isAdult) await keepAdultWords(ctx, ids);
    };
    if (replyId !== undefined) {
      const reply = await replyGate(ctx.db, replyId);
      if (reply) await follow([replyId], isShown && reply.state === 'published');
      return;
    }
    await follow([postId], isShown);
    const everything = { profileId: null, staff: true, unblocked: sql`` };
    for (let key: { at: Date; id: string } | null = null; ;) {
      const page: ReplyPlace[] = await replyIds(
        ctx.db,
        postId,
        everything,
        { key, direction: 'after' },
        notifications.batch,
      );
      const idsOf = (published: boolean): string[] =>
        page.filter((row) => (row.state === 'published') === published).map((row) => row.id);
      await follow(idsOf(true), isShown);
      await follow(idsOf(false), false);
      const end = page.at(-1);
      if (!end || page.length < notifications.batch) return;
      key = { at: end.created_at, id: end.id };
    }
  },
});
