import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { followRights } from './actions.ts';
import { isPlaceName, settleFiles } from './files.ts';
import { NOBODY, membersWithNameStyle } from './store.ts';

/** Members per query; each name is checked in one transaction. */
const BATCH = 500;

export const followRightsJob: Job<{ profileId: string; endsAt: string }> = defineJob({
  name: 'customization.follow-rights',
  payload: z.object({ profileId: z.uuid(), endsAt: z.iso.datetime() }),
  run: (ctx, { profileId, endsAt }) =>
    ctx.db.tx(async (tx) => {
      await followRights(ctx, tx, profileId);
      // This clock is behind the database's: once more at the right time.
      if (new Date(endsAt) > ctx.clock.now())
        await ctx.jobs.enqueue(tx, followRightsJob, { profileId, endsAt }, { startAfter: new Date(endsAt) });
    }),
});

/** Applies rights that the operator made free, or no longer free, at the start. */
export const followAllRightsJob = defineJob({
  name: 'customization.follow-all-rights',
  payload: z.object({}),
  timeoutSeconds: 3000,
  async run(ctx) {
    let last: string | undefined = NOBODY;
    while (last !== undefined) {
      const ids: string[] = await membersWithNameStyle(ctx.db, last, BATCH);
      for (const id of ids) await ctx.db.tx((tx) => followRights(ctx, tx, id));
      last = ids.length === BATCH ? ids.at(-1) : undefined;
    }
  },
});

const showFileJob = defineJob({
  name: 'customization.show-file',
  payload: z.object({ profileId: z.uuid(), place: z.string() }),
  async run(ctx, { profileId, place }) {
    if (isPlaceName(place)) await ctx.db.tx((tx) => settleFiles(ctx, tx, profileId, place));
  },
});

export const customizationJobs: readonly Job[] = [followRightsJob, followAllRightsJob, showFileJob];

/** Adapts a member's name style to their rights, now and when a right ends. */
export async function followChangedRights(
  ctx: Context,
  tx: Tx,
  { profileId, endsAt }: { readonly profileId: string; readonly endsAt: Date | null },
): Promise<void> {
  await followRights(ctx, tx, profileId);
  if (!endsAt) return;
  const due = { profileId, endsAt: endsAt.toISOString() };
  await ctx.jobs.enqueue(tx, followRightsJob, due, { startAfter: endsAt });
}

/**
 * A file has been processed: if it is a profile's, it shows from now on. In a transaction of its own, because this one
 * holds the file's row, and who chooses a file holds the profile's first.
 */
export async function profileFileProcessed(ctx: Context, tx: Tx, content: { kind: string; id: string }): Promise<void> {
  if (isPlaceName(content.kind))
    await ctx.jobs.enqueue(tx, showFileJob, { profileId: content.id, place: content.kind });
}
