import { expect, test, vi } from 'vitest';
import type { Context } from '#platform/server/context.ts';
import { firstVisitOfDay } from '#people/accounts/server/events.ts';
import { DatabaseOutage } from '#platform/server/db/outage.ts';
import { noteUse, noteVisit } from './session-notes.ts';

const DAY = '2026-05-01';
const use = { at: new Date(0), expiresAt: new Date(1) };
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** A site whose database takes a turn for each write. @param fail what a visit of a member breaks with */
function siteThat(fail: (profileId: string) => Error | null) {
  const [warn, reported]: [ReturnType<typeof vi.fn<() => void>>, string[]] = [vi.fn<() => void>(), []];
  let [now, most, statements] = [0, 0, 0];
  const write = async <T>(work: () => T | Promise<T>): Promise<T> => {
    most = Math.max(most, ++now);
    try {
      await turn();
      return await work();
    } finally {
      now--;
    }
  };
  const handle = async (_ctx: unknown, _tx: unknown, { profileId }: { profileId: string }): Promise<void> => {
    const error = fail(profileId);
    if (error) throw error;
    reported.push(profileId);
  };
  const ctx = {
    log: { warn },
    db: {
      rows: () => write(() => (statements++, [])),
      tx: (work: (tx: unknown) => Promise<void>) => write(() => work({})),
    },
    events: new Map([[firstVisitOfDay.name, [{ event: firstVisitOfDay.name, handle }]]]),
  } as unknown as Context;
  return { ctx, warn, reported, figures: () => ({ most, statements }) };
}

test('thousands who come at once are noted one after the other, their sessions by a few statements', async () => {
  const { ctx, reported, figures } = siteThat(() => null);
  for (let number = 0; number < 1200; number++) {
    noteUse(ctx, `session ${number}`, use);
    if (number < 50) for (let often = 0; often < 2; often++) noteVisit(ctx, `member ${number}`, DAY);
  }
  await vi.waitFor(() => expect(reported).toHaveLength(50));
  // The first use was alone when it came.
  expect(figures()).toEqual({ most: 1, statements: 4 });
});

test('a failure for one member delays nobody else, and is retried', async () => {
  let isBroken = true;
  const { ctx, reported, warn } = siteThat((id) => (isBroken && id === 'two' ? new Error('not this time') : null));
  for (const id of ['one', 'two', 'three']) noteVisit(ctx, id, DAY);
  await vi.waitFor(() => expect(reported).toEqual(['one', 'three']));
  expect(warn).toHaveBeenCalledTimes(1);
  isBroken = false;
  for (const id of ['one', 'two', 'three']) noteVisit(ctx, id, DAY);
  await vi.waitFor(() => expect(reported).toEqual(['one', 'three', 'two']));
});

test('an outage of the database leaves the buffer to the next requests, with one line in the log', async () => {
  let isAway = true;
  const { ctx, reported, warn } = siteThat(() => (isAway ? new DatabaseOutage('away', 'gone') : null));
  const ids = Array.from({ length: 100 }, (_, number) => `member ${number}`);
  for (const id of ids) noteVisit(ctx, id, DAY);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  isAway = false;
  for (const id of ids) noteVisit(ctx, id, DAY);
  await vi.waitFor(() => expect(reported).toHaveLength(100));
  expect(warn).toHaveBeenCalledTimes(1);
});
