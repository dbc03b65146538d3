import { z } from 'zod';
import { feed } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { defineJob } from '#server/platform/jobs/job.ts';
import { RENDERER_VERSION, excerpt, plainHtml } from '#server/platform/markdown/render.ts';
import type { CommentText } from './comments-store.ts';
import { EXCERPT_CHARS, SUMMARY_CHARS, commentText, uploadText } from './text.ts';
import type { UploadText } from './uploads-store.ts';

/** Texts of one step, rendered outside any transaction. */
const STEP = 100;
/** Steps of one run of the job, so that a run stays far below its timeout; the next run goes on. */
const STEPS = 50;

/** A text whose HTML an older renderer made. */
interface OldText {
  readonly id: string;
  readonly content: string;
  readonly author_id: string;
  readonly version: number;
}

/** How many texts of uploads and comments are of an older renderer. */
export async function countOldFeedTexts(db: Executor): Promise<{ uploads: number; comments: number }> {
  const [row] = await db.rows<{ uploads: number; comments: number }>(sql`
    SELECT (SELECT count(*)::int FROM uploads WHERE renderer < ${RENDERER_VERSION}) AS uploads,
      (SELECT count(*)::int FROM upload_comments WHERE renderer < ${RENDERER_VERSION}) AS comments`);
  return row!;
}

/** Makes the HTML of older renderers anew. Each text is kept as it is made; one that is edited meanwhile keeps its edit. */
export const rerenderFeedJob = defineJob({
  name: 'feed.rerender',
  payload: z.object({}),
  timeoutSeconds: 900,
  singleton: true,
  async run(ctx) {
    for (let step = 0; step < STEPS; step++) {
      const made = (await rerenderUploads(ctx)) + (await rerenderComments(ctx));
      if (made === 0) return;
      ctx.pages.drop();
    }
    await startFeedRerender(ctx);
  },
});

/** Enqueues the job where texts of an older renderer are left. @returns whether there are any. */
export async function startFeedRerender(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db.rows<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM uploads WHERE renderer < ${RENDERER_VERSION})
      OR EXISTS (SELECT 1 FROM upload_comments WHERE renderer < ${RENDERER_VERSION}) AS found`);
  if (!row!.found) return false;
  await ctx.db.tx((tx: Tx) => ctx.jobs.enqueue(tx, rerenderFeedJob, {}, { singletonKey: 'rerender' }));
  return true;
}

async function rerenderUploads(ctx: Context): Promise<number> {
  const rows = await ctx.db.rows<OldText>(
    sql`SELECT id, content, author_id, version FROM uploads WHERE renderer < ${RENDERER_VERSION} ORDER BY renderer LIMIT ${STEP}`,
  );
  for (const row of rows) {
    const text = await orPlain<Pick<UploadText, 'title' | 'html' | 'summary'>>(
      () => uploadText(ctx, row.content, row.author_id),
      () => ({ title: feed.defaultTitle, html: plainHtml(row.content), summary: line(row.content, SUMMARY_CHARS) }),
    );
    await ctx.db.rows(sql`
      UPDATE uploads SET title = ${text.title}, html = ${text.html}, summary = ${text.summary}, renderer = ${RENDERER_VERSION}
      WHERE id = ${row.id} AND version = ${row.version}`);
  }
  return rows.length;
}

async function rerenderComments(ctx: Context): Promise<number> {
  const rows = await ctx.db.rows<OldText>(
    sql`SELECT id, content, author_id, version FROM upload_comments WHERE renderer < ${RENDERER_VERSION} ORDER BY renderer LIMIT ${STEP}`,
  );
  for (const row of rows) {
    const text = await orPlain<Pick<CommentText, 'html' | 'excerpt'>>(
      () => commentText(ctx, row.content, row.author_id),
      () => ({ html: plainHtml(row.content), excerpt: line(row.content, EXCERPT_CHARS) }),
    );
    await ctx.db.rows(sql`
      UPDATE upload_comments SET html = ${text.html}, excerpt = ${text.excerpt}, renderer = ${RENDERER_VERSION}
      WHERE id = ${row.id} AND version = ${row.version}`);
  }
  return rows.length;
}

/** A text that the renderer of today refuses was let in by an older one: it is shown as it was typed. */
async function orPlain<T>(make: () => Promise<T>, plain: () => T): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_complex') return plain();
    throw error;
  }
}

const line = (text: string, max: number): string => excerpt(text.replaceAll(/\s+/g, ' ').trim(), max);
