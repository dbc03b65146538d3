import { z } from 'zod';
import { forum } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { profileIdsByUsername } from '#server/features/profiles/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { type Cron, type Job, defineJob } from '#server/platform/jobs/job.ts';
import { mentionsIn } from '#server/platform/markdown/render.ts';
import { forgetUnheard } from './plays-store.ts';
import { purgeRemoved } from './purge.ts';
import { rerenderFeedJob } from './rerender.ts';

const DAY_MS = 86_400_000;

async function mentionedIn(ctx: Context, content: string, but: string): Promise<string[]> {
  const found = await profileIdsByUsername(ctx.db, mentionsIn(content));
  return [...found.values()].filter((id) => id !== but);
}

/** Tells whom a new upload mentions. */
export const notifyUploadJob = defineJob({
  name: 'feed.notify-upload',
  payload: z.object({ uploadId: z.uuid() }),
  async run(ctx, { uploadId }) {
    const [upload] = await ctx.db.rows<{
      title: string;
      content: string;
      author_id: string;
      display_name: string;
      is_adult: boolean;
    }>(sql`
      SELECT u.title, u.content, u.author_id, p.display_name, u.is_adult FROM uploads u JOIN profiles p ON p.id = u.author_id
      WHERE u.id = ${uploadId} AND u.state = 'published'`);
    if (!upload) return;
    const told = await mentionedIn(ctx, upload.content, upload.author_id);
    if (told.length === 0) return;
    await ctx.db.tx((tx) =>
      notify(ctx, tx, told, {
        kind: 'mention',
        title: `${upload.display_name} mentioned you`,
        message: upload.is_adult ? 'In an 18+ upload.' : upload.title,
        url: `/uploads/${uploadId}`,
        actorId: upload.author_id,
        cause: `upload:${uploadId}`,
      }),
    );
  },
});

/** Tells the upload's author and the mentioned of a new comment; each of them once. */
export const notifyCommentJob = defineJob({
  name: 'feed.notify-comment',
  payload: z.object({ commentId: z.uuid() }),
  async run(ctx, { commentId }) {
    const [comment] = await ctx.db.rows<{
      upload_id: string;
      content: string;
      excerpt: string;
      author_id: string;
      display_name: string;
      uploader: string;
      title: string;
      is_adult: boolean;
    }>(sql`
      SELECT t.upload_id, t.content, t.excerpt, t.author_id, p.display_name, u.author_id AS uploader, u.title, u.is_adult
      FROM upload_comments t JOIN uploads u ON u.id = t.upload_id JOIN profiles p ON p.id = t.author_id
      WHERE t.id = ${commentId} AND t.state = 'published' AND u.state = 'published'`);
    if (!comment) return;
    const mentioned = await mentionedIn(ctx, comment.content, comment.author_id);
    const uploader = comment.uploader === comment.author_id ? [] : [comment.uploader];
    if (mentioned.length + uploader.length === 0) return;
    const shared = {
      url: `/uploads/${comment.upload_id}?comment=${commentId}#comment-${commentId}`,
      actorId: comment.author_id,
      cause: `upload_comment:${commentId}`,
      message: comment.is_adult ? 'On an 18+ upload.' : comment.excerpt,
    };
    await ctx.db.tx(async (tx) => {
      // The nearest cause first: the same member is not told again by the next.
      const on = comment.is_adult ? 'your upload' : `"${comment.title}"`;
      await notify(ctx, tx, uploader, {
        ...shared,
        kind: 'reply',
        title: `${comment.display_name} commented on ${on}`,
      });
      await notify(ctx, tx, mentioned, {
        ...shared,
        kind: 'mention',
        title: `${comment.display_name} mentioned you`,
      });
    });
  },
});

/** Tells an author of likes: all of a UTC day are one notification. */
export const notifyLikeJob = defineJob({
  name: 'feed.notify-like',
  payload: z.object({ uploadId: z.uuid() }),
  singleton: true,
  async run(ctx, { uploadId }) {
    const now = ctx.clock.now();
    const [upload] = await ctx.db.rows<{ title: string; author_id: string; is_adult: boolean }>(sql`
      SELECT title, author_id, is_adult FROM uploads WHERE id = ${uploadId} AND state = 'published'`);
    if (!upload) return;
    const likers = await ctx.db.rows<{ id: string; display_name: string; count: number }>(sql`
      SELECT p.id, p.display_name, count(*) OVER ()::int AS count FROM upload_likes l JOIN profiles p ON p.user_id = l.user_id
      WHERE l.upload_id = ${uploadId} AND p.id <> ${upload.author_id} AND l.created_at > ${new Date(now.getTime() - DAY_MS)}
      ORDER BY l.created_at DESC LIMIT 1`);
    const [latest] = likers;
    if (!latest) return;
    const others = latest.count - 1;
    const who = others === 0 ? latest.display_name : `${latest.display_name} and ${others} more`;
    await ctx.db.tx((tx) =>
      notify(ctx, tx, [upload.author_id], {
        kind: 'like',
        title: `${who} liked your upload`,
        message: upload.is_adult ? 'An 18+ upload.' : upload.title,
        url: `/uploads/${uploadId}`,
        actorId: latest.id,
        cause: `upload_like:${uploadId}:${now.toISOString().slice(0, 10)}`,
      }),
    );
  },
});

const purgeJob = defineJob({
  name: 'feed.purge-removed',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    const now = ctx.clock.now().getTime();
    await purgeRemoved(ctx, new Date(now - forum.purgeAfterDays * DAY_MS));
    await forgetUnheard(ctx.db, new Date(now - DAY_MS));
  },
});

export const feedJobs: readonly Job[] = [notifyUploadJob, notifyCommentJob, notifyLikeJob, purgeJob, rerenderFeedJob];
export const feedCrons: readonly Cron[] = [{ schedule: '53 3 * * *', job: purgeJob }];
