import type { Context } from '#platform/server/context.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';

/** Milliseconds that a timer may wait at most; a longer track is asked about again. */
const LONGEST = 3_600_000;

/** Milliseconds between tries, and their number; after them the next heartbeat goes on. */
const RETRY_MS = 2000;
const TRIES = 30;

const timers = new WeakMap<object, Map<string, NodeJS.Timeout>>();

/**
 * Goes on with a party's queue shortly before the track ends. Timers only make it happen in time: whether it happens is
 * decided by the party's row, so that several processes may have one for the same party, and none after a crash: then
 * the next page that reads the stage goes on.
 * @param end milliseconds of the server's clock; null where nothing plays
 */
export function armTimer(
  ctx: Context,
  partyId: string,
  end: number | null,
  advance: (ctx: Context, partyId: string) => Promise<void>,
  tries = TRIES,
): void {
  const siteTimers = timers.get(ctx.db) ?? new Map<string, NodeJS.Timeout>();
  timers.set(ctx.db, siteTimers);
  clearTimeout(siteTimers.get(partyId));
  siteTimers.delete(partyId);
  if (end === null) return;
  const wait = Math.max(0, end - limits.leadMaxMs / 2 - ctx.clock.now().getTime());
  const timer = setTimeout(
    () => {
      siteTimers.delete(partyId);
      if (wait > LONGEST) return armTimer(ctx, partyId, end, advance);
      advance(ctx, partyId).catch((error: unknown) => {
        ctx.log.error({ err: error, partyId }, 'a party did not go on');
        // Such as while the database is away.
        if (tries > 1 && timers.get(ctx.db) === siteTimers && !siteTimers.has(partyId))
          armTimer(ctx, partyId, ctx.clock.now().getTime() + limits.leadMaxMs / 2 + RETRY_MS, advance, tries - 1);
      });
    },
    Math.min(wait, LONGEST),
  );
  timer.unref();
  siteTimers.set(partyId, timer);
}

/** Clears every timer of a site that closes. */
export function stopTimers(ctx: Context): void {
  for (const timer of timers.get(ctx.db)?.values() ?? []) clearTimeout(timer);
  timers.delete(ctx.db);
}
