import { z } from 'zod';
import { forum } from '#contract/limits.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { profileIdsByUsername } from '#server/features/profiles/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { type Cron, type Job, defineJob } from '#server/platform/jobs/job.ts';
import { mentionsIn } from '#server/platform/markdown/render.ts';
import { watchersOf } from './marks-store.ts';
import { purgeRemoved } from './posts-store.ts';
import { rerenderJob } from './rerender.ts';

/** Tells whom a new post mentions. */
export const notifyPostJob = defineJob({
  name: 'forum.notify-post',
  payload: z.object({ postId: z.uuid() }),
  async run(ctx, { postId }) {
    const [post] = await ctx.db.rows<{
      title: string;
      content: string;
      author_id: string;
      display_name: string;
      is_adult: boolean;
    }>(sql`
      SELECT t.title, t.content, t.author_id, p.display_name, t.is_adult FROM forum_posts t JOIN profiles p ON p.id = t.author_id WHERE t.id = ${postId} AND t.state = 'published'`);
    if (!post) return;
    const mentioned = await profileIdsByUsername(ctx.db, mentionsIn(post.content));
    const told = [...mentioned.values()].filter((id) => id !== post.author_id);
    await ctx.db.tx((tx) =>
      notify(ctx, tx, told, {
        kind: 'mention',
        title: `${post.display_name} mentioned you`,
        message: post.is_adult ? 'In an 18+ post.' : post.title,
        url: `/forum/post/${postId}`,
        actorId: post.author_id,
        cause: `forum_post:${postId}`,
      }),
    );
  },
});

/** Tells watchers, the answered and the mentioned of a new reply; each of them once. */
export const notifyReplyJob = defineJob({
  name: 'forum.notify-reply',
  payload: z.object({ replyId: z.uuid() }),
  async run(ctx, { replyId }) {
    const [reply] = await ctx.db.rows<{
      post_id: string;
      content: string;
      excerpt: string;
      author_id: string;
      display_name: string;
      title: string;
      answered: string | null;
      is_adult: boolean;
    }>(sql`
      SELECT t.post_id, t.content, t.excerpt, t.author_id, p.display_name, o.title, a.author_id AS answered, o.is_adult
      FROM post_replies t JOIN forum_posts o ON o.id = t.post_id JOIN profiles p ON p.id = t.author_id LEFT JOIN post_replies a ON a.id = t.in_reply_to
      WHERE t.id = ${replyId} AND t.state = 'published' AND o.state = 'published'`);
    if (!reply) return;
    const mentioned = [...(await profileIdsByUsername(ctx.db, mentionsIn(reply.content))).values()];
    const watchers = await watchersOf(ctx.db, reply.post_id, reply.author_id);
    const shared = {
      url: `/forum/post/${reply.post_id}?reply=${replyId}#reply-${replyId}`,
      actorId: reply.author_id,
      cause: `post_reply:${replyId}`,
      message: reply.is_adult ? 'In an 18+ post.' : reply.excerpt,
    };
    const others = (ids: readonly (string | null)[]): string[] =>
      ids.filter((id): id is string => id !== null && id !== reply.author_id);
    // Most replies have nobody to tell: no transaction for them.
    if (others([reply.answered, ...mentioned, ...watchers]).length === 0) return;
    await ctx.db.tx(async (tx) => {
      // The nearest cause first: the same member is not told again by the next.
      await notify(ctx, tx, others([reply.answered]), {
        ...shared,
        kind: 'reply',
        title: `${reply.display_name} replied to you`,
      });
      await notify(ctx, tx, others(mentioned), {
        ...shared,
        kind: 'mention',
        title: `${reply.display_name} mentioned you`,
      });
      await notify(ctx, tx, others(watchers), {
        ...shared,
        kind: 'watched',
        title: `New reply in "${reply.is_adult ? 'an 18+ post' : reply.title}"`,
      });
    });
  },
});

const purgeJob = defineJob({
  name: 'forum.purge-removed',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    await purgeRemoved(ctx, new Date(ctx.clock.now().getTime() - forum.purgeAfterDays * 86_400_000));
  },
});

export const forumJobs: readonly Job[] = [notifyPostJob, notifyReplyJob, purgeJob, rerenderJob];
export const forumCrons: readonly Cron[] = [{ schedule: '41 3 * * *', job: purgeJob }];
