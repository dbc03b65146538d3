import { z } from 'zod';
import { forum } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { profileIdsByUsername } from '#server/features/profiles/store.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/job.ts';
import {
  RENDERER_VERSION,
  TooComplex,
  excerpt,
  mentionsIn,
  plainHtml,
  splitTitle,
} from '#server/platform/markdown/render.ts';
import type { PostText } from './posts-store.ts';
import type { ReplyText } from './replies-store.ts';
import {
  type OldText,
  hasOldTexts,
  oldPosts,
  oldReplies,
  replacePostHtml,
  replaceReplyHtml,
} from './rerender-store.ts';
import { type Mentioned, EXCERPT_CHARS, SUMMARY_CHARS, postColumns, replyColumns } from './text.ts';

/** Texts of one step: they are rendered outside any transaction and written in one statement. */
const STEP = 100;
/** Steps of one run of the job, so that a run stays far below its timeout; the next run goes on. */
const STEPS = 100;

/**
 * Makes the HTML of older renderers anew, newest rules for every text. Each step is kept, so that a stop loses nothing;
 * a text that is edited meanwhile keeps its edit.
 */
export const rerenderJob = defineJob({
  name: 'forum.rerender',
  payload: z.object({}),
  timeoutSeconds: 900,
  singleton: true,
  async run(ctx) {
    let done = 0;
    for (let step = 0; step < STEPS; step++) {
      const made = (await rerenderSomePosts(ctx)) + (await rerenderSomeReplies(ctx));
      if (made === 0) break;
      done += made;
      ctx.pages.drop();
    }
    if (done > 0) ctx.log.info({ texts: done, renderer: RENDERER_VERSION }, 'texts were rendered anew');
    await startRerender(ctx);
  },
});

/** Enqueues the job where texts of an older renderer are left. @returns whether there are any. */
export async function startRerender(ctx: Context): Promise<boolean> {
  if (!(await hasOldTexts(ctx.db, RENDERER_VERSION))) return false;
  await ctx.db.tx((tx: Tx) => ctx.jobs.enqueue(tx, rerenderJob, {}, { singletonKey: 'rerender' }));
  return true;
}

async function rerenderSomePosts(ctx: Context): Promise<number> {
  const rows = await oldPosts(ctx.db, RENDERER_VERSION, STEP);
  const mentioned = await mentionedIn(ctx, rows, (content) => splitTitle(content).rest);
  const made = rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...orPlain(
      () => postColumns(ctx, row.content, mentioned),
      () => plainPost(row.content),
    ),
  }));
  if (made.length > 0) await replacePostHtml(ctx.db, made, RENDERER_VERSION);
  return made.length;
}

async function rerenderSomeReplies(ctx: Context): Promise<number> {
  const rows = await oldReplies(ctx.db, RENDERER_VERSION, STEP);
  const mentioned = await mentionedIn(ctx, rows, (content) => content);
  const made = rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...orPlain(
      () => replyColumns(ctx, row.content, mentioned),
      () => plainReply(row.content),
    ),
  }));
  if (made.length > 0) await replaceReplyHtml(ctx.db, made, RENDERER_VERSION);
  return made.length;
}

/** Looks up everybody whom any of the texts mentions, in one query. */
async function mentionedIn(
  ctx: Context,
  rows: readonly OldText[],
  bodyOf: (content: string) => string,
): Promise<Mentioned> {
  const names = rows.flatMap((row) =>
    orPlain(
      () => mentionsIn(bodyOf(row.content)),
      () => [],
    ),
  );
  return await profileIdsByUsername(ctx, [...new Set(names)]);
}

/** A text that the renderer of today refuses was let in by an older one: it is shown as it was typed. */
function orPlain<T>(make: () => T, plain: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof TooComplex) return plain();
    throw error;
  }
}

type Made<T> = Omit<T, 'content' | 'fingerprint'>;

function plainPost(content: string): Made<PostText> {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return {
    title: excerpt(content.split('\n', 1)[0]!.trim() || forum.defaultTitle, forum.titleMax),
    html: plainHtml(content),
    preview: excerpt(line, forum.previewChars),
    summary: excerpt(line, SUMMARY_CHARS),
    renderer: RENDERER_VERSION,
  };
}

function plainReply(content: string): Made<ReplyText> {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return { html: plainHtml(content), excerpt: excerpt(line, EXCERPT_CHARS), renderer: RENDERER_VERSION };
}
