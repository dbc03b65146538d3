import { expect, test, vi } from 'vitest';
import { DatabaseOutage } from './outage.ts';
import { makeBatcher } from './batcher.ts';

/** Runs what it is asked for when it is told to. */
function held(answer: (one: string) => object[] = (one) => [{ one }]) {
  const runs: string[][] = [];
  const open: (() => void)[] = [];
  const batched = makeBatcher<string>({
    batchSize: 3,
    waitMs: 5000,
    maxQueued: 20,
    async run(some) {
      runs.push([...some]);
      await new Promise<void>((resolve) => open.push(resolve));
      return some.map(answer);
    },
  });
  const finish = async (): Promise<void> => {
    open.shift()!();
    // Everything that follows from it.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { runs, batched, finish };
}

test('what comes for a name while something of it runs is next together, in order, so many at once', async () => {
  const { runs, batched, finish } = held();
  const all = ['a', 'b', 'c', 'd', 'e'].map((one) => batched('room', one));
  const other = batched('another room', 'f');
  expect(runs).toEqual([['a'], ['f']]);
  await finish();
  expect(runs.at(-1)).toEqual(['b', 'c', 'd']);
  await finish();
  expect(await other).toEqual([{ one: 'f' }]);
  await finish();
  await finish();
  expect(runs).toEqual([['a'], ['f'], ['b', 'c', 'd'], ['e']]);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'].map((one) => [{ one }]));
  // The line is empty again.
  const last = batched('room', 'g');
  expect(runs.at(-1)).toEqual(['g']);
  await finish();
  await last;
});

test('nobody fails for another; without an answer of the database nothing is tried again', async () => {
  let error: Error = new Error('a defect');
  const { runs, batched, finish } = held((one) => {
    if (one === 'bad') throw error;
    return [{ one }];
  });
  const first = batched('room', 'a');
  const some = Promise.allSettled(['b', 'bad', 'c'].map((one) => batched('room', one)));
  for (let turn = 0; turn < 5; turn++) await finish();
  await first;
  expect((await some).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
  error = new DatabaseOutage('away', 'gone');
  const again = batched('room', 'a');
  const more = Promise.allSettled(['b', 'bad'].map((one) => batched('room', one)));
  for (let turn = 0; turn < 2; turn++) await finish();
  await again;
  expect((await more).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(runs.slice(5)).toEqual([['a'], ['b', 'bad']]);
});

test('who waits too long is refused as by a busy database, and those behind go on', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { runs, batched, finish } = held();
  const first = batched('room', 'a');
  const late = batched('room', 'b');
  const refused = late.catch((error: unknown) => error);
  clock.mockReturnValue(5001);
  const inTime = batched('room', 'c');
  await finish();
  expect(await refused).toMatchObject({ outage: 'busy' });
  expect(runs).toEqual([['a'], ['c']]);
  await finish();
  expect(await Promise.all([first, inTime])).toHaveLength(2);
  clock.mockRestore();
});

test('behind as many as may wait nobody else does, and there is room again once they are done', async () => {
  const { batched, finish } = held();
  const all = Array.from({ length: 21 }, (_, at) => batched('room', String(at)));
  await expect(batched('room', 'one more')).rejects.toMatchObject({ outage: 'busy' });
  // Another name has a line of its own.
  const other = batched('another room', 'a');
  for (let turn = 0; turn < 9; turn++) await finish();
  expect(await Promise.all([...all, other])).toHaveLength(22);
  const next = batched('room', 'again');
  await finish();
  await next;
});
