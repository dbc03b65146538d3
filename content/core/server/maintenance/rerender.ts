import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { RENDERER_VERSION } from '#platform/server/markdown/render.ts';
import { type ContentType, contentTypes } from '#content/core/server/type.ts';

/** Texts of one step: they are rendered outside any transaction and written in one statement. */
const STEP = 100;
/** Steps of one run of the job, so that a run stays far below its timeout; the next run goes on. */
const STEPS = 100;

interface OldText {
  readonly id: string;
  readonly content: string;
  readonly author_id: string;
  readonly version: number;
}

const renderedTypes = (): ContentType[] => contentTypes().filter((type) => type.rendered !== undefined);

/** Renders texts of older renderer versions again. Each step is committed; a text that is edited meanwhile keeps its edit. */
export const rerenderJob = defineJob({
  name: 'content.rerender',
  payload: z.object({}),
  timeoutSeconds: 900,
  singleton: true,
  async run(ctx) {
    let total = 0;
    for (let step = 0; step < STEPS; step++) {
      let rerendered = 0;
      for (const type of renderedTypes()) rerendered += await rerenderSome(ctx, type);
      if (rerendered === 0) break;
      total += rerendered;
      ctx.pages.drop();
    }
    if (total > 0) ctx.log.info({ texts: total, renderer: RENDERER_VERSION }, 'texts were rendered again');
    await startRerender(ctx);
  },
});

/** How many texts of each kind are of an older renderer. */
export async function oldTexts(db: Executor): Promise<{ kind: string; noun: string; count: number }[]> {
  const counts = [];
  for (const { kind, noun, table } of renderedTypes()) {
    const [row] = await db.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM ${sql.raw(table)} WHERE renderer < ${RENDERER_VERSION}`,
    );
    counts.push({ kind, noun, count: row!.count });
  }
  return counts;
}

/** Enqueues the job where texts of an older renderer are left. @returns whether there are any */
export async function startRerender(ctx: Context): Promise<boolean> {
  for (const { table } of renderedTypes()) {
    const [row] = await ctx.db.rows(
      sql`SELECT 1 AS found FROM ${sql.raw(table)} WHERE renderer < ${RENDERER_VERSION} LIMIT 1`,
    );
    if (!row) continue;
    await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, rerenderJob, {}, { singletonKey: 'rerender' }));
    return true;
  }
  return false;
}

async function rerenderSome(ctx: Context, type: ContentType): Promise<number> {
  const { from = 'content', columns, expressions, render, plain } = type.rendered!;
  const assignments = columns.map((column) => `${column} = ${expressions?.[column] ?? `n.${column}`}`).join(', ');
  const table = sql.raw(type.table);
  const rows = await ctx.db.rows<OldText>(sql`
    SELECT id, ${sql.raw(from)} AS content, ${sql.raw(type.authorColumn)} AS author_id, version FROM ${table} WHERE renderer < ${RENDERER_VERSION} ORDER BY renderer LIMIT ${STEP}`);
  if (rows.length === 0) return 0;
  const renderings: Readonly<Record<string, string>>[] = [];
  for (const { content, author_id: authorId } of rows) {
    try {
      renderings.push(await render(ctx, { content, authorId }));
    } catch (error) {
      // An older renderer accepted it: it is shown as it was typed.
      if (!(error instanceof Refusal) || error.code !== 'too_complex') throw error;
      renderings.push(plain(content));
    }
  }
  const values = sql.join(
    columns.map((column) => sql`${renderings.map((row) => row[column]!)}::text[]`),
    sql.raw(', '),
  );
  await ctx.db.rows(sql`
    UPDATE ${table} t SET ${sql.raw(assignments)}, renderer = ${RENDERER_VERSION}
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.version)}::int[], ${values}) AS n (id, version, ${sql.raw(columns.join(', '))})
    WHERE t.id = n.id AND t.version = n.version AND t.renderer < ${RENDERER_VERSION}`);
  return rows.length;
}
