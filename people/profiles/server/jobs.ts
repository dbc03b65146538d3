import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { nameSkeleton } from './rules/skeleton.ts';
import { holdNames } from './store.ts';

/** Profiles of one step, each step a transaction. */
const STEP = 500;
/** Steps of one run of the job, so that a run stays far below its timeout; the next run goes on. */
const STEPS = 200;

/**
 * Makes the skeletons of display names where they are missing: of rows that SQL alone has made, and of all after a
 * migration that has emptied the column because skeletons are made in another way now.
 */
export const nameSkeletonsJob = defineJob({
  name: 'profiles.name-skeletons',
  payload: z.object({}),
  timeoutSeconds: 900,
  singleton: true,
  async run(ctx) {
    for (let step = 0; step < STEPS; step++) if ((await makeSome(ctx)) === 0) return;
    await startNameSkeletons(ctx);
  },
});

/** Enqueues the job where skeletons are missing. */
export async function startNameSkeletons(ctx: Context): Promise<void> {
  const rows = await ctx.db.rows(
    sql`SELECT 1 FROM profiles WHERE name_skeleton IS NULL AND user_id IS NOT NULL LIMIT 1`,
  );
  if (rows.length === 0) return;
  await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, nameSkeletonsJob, {}, { singletonKey: 'name-skeletons' }));
}

/** @returns how many were made */
async function makeSome(ctx: Context): Promise<number> {
  return await ctx.db.tx(async (tx) => {
    const rows = await tx.rows<{ id: string; display_name: string }>(
      sql`SELECT id, display_name FROM profiles WHERE name_skeleton IS NULL AND user_id IS NOT NULL LIMIT ${STEP}`,
    );
    const names = rows.map((row) => row.display_name);
    const skeletons = names.map(nameSkeleton);
    await holdNames(tx, names);
    // Who was renamed meanwhile has a skeleton already.
    await tx.rows(sql`
      UPDATE profiles p SET name_skeleton = new.skeleton
      FROM unnest(${rows.map((row) => row.id)}::uuid[], ${names}::text[], ${skeletons}::text[]) AS new (id, name, skeleton)
      WHERE p.id = new.id AND p.display_name = new.name`);
    await tx.rows(sql`
      UPDATE profiles p SET shares_name = true WHERE p.name_skeleton = ANY(${[...new Set(skeletons)]}::text[]) AND p.user_id IS NOT NULL
        AND NOT p.shares_name AND EXISTS (
          SELECT 1 FROM profiles o WHERE o.name_skeleton = p.name_skeleton AND o.user_id IS NOT NULL AND o.id <> p.id)`);
    tx.afterCommit(() => ctx.pages.drop());
    return rows.length;
  });
}
