import { z } from 'zod';
import { contentType } from '#content/core/server/type.ts';
import { publishPrivate } from '#content/core/server/visibility.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { privateUploadsIn, releaseOf, setRelease } from './store.ts';

/**
 * Opens an album at its release, with those of its tracks that its author still keeps back. What was scheduled for
 * another time meanwhile has a job of its own. What is not private at its hour, such as removed, is no album any more, or
 * whose author may not publish now, opens nothing and is scheduled no longer: it is private, or so when it is restored, and
 * its author publishes it or chooses another time.
 */
export const openSetJob: Job<{ setId: string; at: string }> = defineJob({
  name: 'sets.open',
  payload: z.object({ setId: z.uuid(), at: z.iso.datetime() }),
  run: (ctx, { setId, at }) =>
    ctx.db.tx(async (tx) => {
      const row = await releaseOf(tx, setId, true);
      if (!row?.is_scheduled || row.release_at?.toISOString() !== at) return;
      // This clock is behind the database's: once more at the right time.
      if (row.release_at > ctx.clock.now()) {
        await ctx.jobs.enqueue(tx, openSetJob, { setId, at }, { startAfter: row.release_at });
        return;
      }
      await setRelease(tx, setId, { releaseAt: row.release_at, isScheduled: false });
      const isStopped = [row.suspended_until, row.silenced_until].some((until) => until && until > ctx.clock.now());
      if (row.state !== 'private' || row.set_type !== 'album' || isStopped) return;
      // Tracks first: who hears of the set finds all of it.
      for (const uploadId of await privateUploadsIn(tx, setId))
        await publishPrivate(ctx, tx, contentType('upload')!, uploadId, false);
      await publishPrivate(ctx, tx, contentType('set')!, setId, false);
    }),
});
