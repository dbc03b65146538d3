import { z } from 'zod';
import { notifications } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { followContent, keepAdultWords, notify, notifyReactions } from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { groupsBetween } from '#server/features/notifications/store.ts';
import { profileIdsByUsername } from '#server/features/profiles/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { SHORT_JOBS, type Job, defineJob } from '#server/platform/jobs/job.ts';
import { mentionsIn } from '#server/platform/markdown/render.ts';

/** Whom the feed tells of what, always in a job: no act waits until others have been told. */

const NO_ID = '00000000-0000-0000-0000-000000000000';

async function mentionedIn(ctx: Context, content: string): Promise<string[]> {
  return [...(await profileIdsByUsername(ctx, mentionsIn(content))).values()];
}

interface ShownUpload {
  readonly title: string;
  readonly content: string;
  readonly author_id: string;
  readonly is_adult: boolean;
}

/** An upload that everybody may see; null when it is not there, or not any more. */
async function shownUpload(ctx: Context, uploadId: string): Promise<ShownUpload | null> {
  const [upload] = await ctx.db.rows<ShownUpload>(
    sql`SELECT title, content, author_id, is_adult FROM uploads WHERE id = ${uploadId} AND state = 'published'`,
  );
  return upload ?? null;
}

/** Tells whom a new upload mentions. */
export const notifyUploadJob = defineJob({
  name: 'feed.notify-upload',
  payload: z.object({ uploadId: z.uuid() }),
  async run(ctx, { uploadId }) {
    const upload = await shownUpload(ctx, uploadId);
    if (!upload) return;
    const told = await mentionedIn(ctx, upload.content);
    if (told.length === 0) return;
    await ctx.db.tx((tx) =>
      notify(ctx, tx, told, {
        ...noticeText.mention({ text: upload.title, isAdult: upload.is_adult }),
        url: `/uploads/${uploadId}`,
        actorId: upload.author_id,
        contentId: uploadId,
        cause: `upload:${uploadId}`,
      }),
    );
    if (!(await shownUpload(ctx, uploadId))) await followContent(ctx, [uploadId], false);
  },
});

interface ShownComment {
  readonly upload_id: string;
  readonly content: string;
  readonly excerpt: string;
  readonly author_id: string;
  readonly uploader: string;
  readonly is_adult: boolean;
}

async function shownComment(ctx: Context, commentId: string): Promise<ShownComment | null> {
  const [comment] = await ctx.db.rows<ShownComment>(sql`
    SELECT t.upload_id, t.content, t.excerpt, t.author_id, u.author_id AS uploader, u.is_adult
    FROM upload_comments t JOIN uploads u ON u.id = t.upload_id
    WHERE t.id = ${commentId} AND t.state = 'published' AND u.state = 'published'`);
  return comment ?? null;
}

/** Tells the upload's author and the mentioned of a new comment; each of them once. */
export const notifyCommentJob = defineJob({
  name: 'feed.notify-comment',
  payload: z.object({ commentId: z.uuid() }),
  batch: SHORT_JOBS,
  async run(ctx, { commentId }) {
    const comment = await shownComment(ctx, commentId);
    if (!comment) return;
    const mentioned = await mentionedIn(ctx, comment.content);
    const others = [comment.uploader, ...mentioned].filter((id) => id !== comment.author_id);
    if (others.length === 0) return;
    const shared = {
      url: `/uploads/${comment.upload_id}?comment=${commentId}#comment-${commentId}`,
      actorId: comment.author_id,
      contentId: commentId,
      cause: `upload_comment:${commentId}`,
    };
    const about = { text: comment.excerpt, isAdult: comment.is_adult };
    await ctx.db.tx(async (tx) => {
      // The nearest cause first: the same member is not told again by the next.
      await notify(ctx, tx, [comment.uploader], { ...shared, ...noticeText.reply(about, 'upload') });
      await notify(ctx, tx, mentioned, { ...shared, ...noticeText.mention(about) });
    });
    if (!(await shownComment(ctx, commentId))) await followContent(ctx, [commentId], false);
  },
});

async function tellLikes(ctx: Context, uploadId: string): Promise<void> {
  const upload = await shownUpload(ctx, uploadId);
  if (!upload) return;
  const notice = {
    ...noticeText.like({ text: upload.title, isAdult: upload.is_adult }, 'upload'),
    url: `/uploads/${uploadId}`,
    contentId: uploadId,
    cause: `upload_like:${uploadId}`,
  };
  const likes = sql`
    SELECT p.id AS profile_id, l.created_at FROM upload_likes l JOIN profiles p ON p.user_id = l.user_id WHERE l.upload_id = ${uploadId}`;
  await notifyReactions(ctx, upload.author_id, notice, likes);
  if (!(await shownUpload(ctx, uploadId))) await followContent(ctx, [uploadId], false);
}

/** Tells an author who likes an upload, as one notification that grows. */
export const notifyLikeJob = defineJob({
  name: 'feed.notify-like',
  payload: z.object({ uploadId: z.uuid() }),
  batch: SHORT_JOBS,
  run: (ctx, { uploadId }) => tellLikes(ctx, uploadId),
});

/** After two members have parted, and one may have blocked the other: of their likes the others' alone are told. */
export const followUploadPartingJob = defineJob({
  name: 'feed.follow-parting',
  payload: z.object({ one: z.uuid(), other: z.uuid() }),
  async run(ctx, { one, other }) {
    for (const contentId of await groupsBetween(ctx.db, one, other)) await tellLikes(ctx, contentId);
  },
});

/**
 * After an upload or comment was held, removed, restored, released or became 18+: what was told of it, and of the
 * comments on it, is in the inboxes exactly while everybody may see it.
 */
export const followUploadNoticesJob = defineJob({
  name: 'feed.follow-notices',
  payload: z.object({ uploadId: z.uuid(), commentId: z.uuid().optional() }),
  timeoutSeconds: 1800,
  async run(ctx, { uploadId, commentId }) {
    const upload = await shownUpload(ctx, uploadId);
    const follow = async (ids: readonly string[], shown: boolean): Promise<void> => {
      if (ids.length === 0) return;
      await followContent(ctx, ids, shown);
      if (upload?.is_adult) await keepAdultWords(ctx, ids);
    };
    if (commentId !== undefined) return await follow([commentId], (await shownComment(ctx, commentId)) !== null);
    await follow([uploadId], upload !== null);
    for (let after: string | null = NO_ID; after !== null;) {
      const page: { id: string; state: string }[] = await ctx.db.rows(sql`
        SELECT id, state FROM upload_comments WHERE upload_id = ${uploadId} AND id > ${after}::uuid ORDER BY id LIMIT ${notifications.batch}`);
      const idsOf = (published: boolean): string[] =>
        page.filter((row) => (row.state === 'published') === published).map((row) => row.id);
      await follow(idsOf(true), upload !== null);
      await follow(idsOf(false), false);
      after = page.length === notifications.batch ? page.at(-1)!.id : null;
    }
  },
});

export const tellingJobs: readonly Job[] = [
  notifyUploadJob,
  notifyCommentJob,
  notifyLikeJob,
  followUploadPartingJob,
  followUploadNoticesJob,
];
