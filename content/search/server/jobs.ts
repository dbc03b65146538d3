import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type Database, sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { rebuildBatch, recountReception } from './store.ts';
import { searchKinds } from './kinds.ts';

/** Version of what documents hold. A higher one has every document written again, by a job after the start. */
export const INDEX_VERSION = 6;
/** Things of one transaction of a rebuild. */
const BATCH = 500;
/** An id lower than every other. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Writes every document again, in batches, while the site is used.
 * @param report called after each batch with the kind and how many of it are done
 * @returns how many things were read
 */
export async function rebuild(ctx: Context, report?: (kind: string, done: number) => void): Promise<number> {
  let total = 0;
  for (const kind of searchKinds().values()) {
    let done = 0;
    for (let after: string | null = FIRST; after !== null;) {
      const from: string = after;
      const batch = await ctx.db.tx((tx) => rebuildBatch(tx, kind, from, BATCH));
      done += batch.count;
      after = batch.last;
      report?.(kind.kind, done);
    }
    total += done;
  }
  await noteBuilt(ctx.db, ctx.clock.now());
  return total;
}

/** Records that the index of this version is complete. On an empty database it is: the first start builds none. */
export async function noteBuilt(db: Database, at: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO search_state (one, version, built_at) VALUES (true, ${INDEX_VERSION}, ${at})
    ON CONFLICT (one) DO UPDATE SET version = excluded.version, built_at = excluded.built_at`);
}

/** Which version of the index is complete; null before the first. */
async function builtVersion(ctx: Context): Promise<number | null> {
  const [row] = await ctx.db.rows<{ version: number }>(sql`SELECT version FROM search_state`);
  return row?.version ?? null;
}

export const rebuildJob = defineJob({
  name: 'search.rebuild',
  payload: z.object({}),
  timeoutSeconds: 6 * 3600,
  singleton: true,
  async run(ctx) {
    if ((await builtVersion(ctx)) === INDEX_VERSION) return;
    const things = await rebuild(ctx);
    ctx.log.info({ things, version: INDEX_VERSION }, 'the search index was built');
  },
});

export const recountJob = defineJob({
  name: 'search.recount',
  payload: z.object({}),
  timeoutSeconds: 1800,
  run: (ctx) => ctx.db.tx(recountReception),
});

/** Has the index built where it is of another version: after an update, and on a new site. */
export async function startRebuild(ctx: Context): Promise<void> {
  if ((await builtVersion(ctx)) === INDEX_VERSION) return;
  await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, rebuildJob, {}, { singletonKey: 'rebuild' }));
}
