import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseOutage } from './db/outage.ts';
import { makeOutages } from './outages.ts';
import { StorageGone } from './storage/storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const minutes = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 60_000);

test('an outage is a line at its beginning and one at its end, which says how many requests met it', async () => {
  const warn = vi.fn<(details: object, message: string) => void>();
  let isAway = true;
  const outages = makeOutages({ warn: warn as never }, () => Date.now());
  outages.watch('database', async () => {
    if (isAway) throw new Error('still away');
  });
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432');
  for (let count = 0; count < 500; count++) outages.note(new DatabaseOutage('away', 'It is gone.', { cause }), true);
  for (let count = 0; count < 40; count++) outages.note(new DatabaseOutage('away', 'It is gone.'));
  await minutes(1);
  expect(warn.mock.calls).toEqual([
    [
      { outage: 'database', state: 'away', reason: 'It is gone. connect ECONNREFUSED 127.0.0.1:5432' },
      'the database cannot be used',
    ],
  ]);
  isAway = false;
  await minutes(1);
  const [, [details, message]] = warn.mock.calls as unknown as [unknown, [object, string]];
  expect(details).toMatchObject({ outage: 'database', requests: 500, background: 40 });
  expect(message).toBe('the database can be used again');
  await minutes(10);
  expect(warn).toHaveBeenCalledTimes(2);
  outages.note(new DatabaseOutage('away', 'Gone again.'));
  expect(warn).toHaveBeenCalledTimes(3);
  outages.stop();
});

test('outages of two parts are two, and a defect is none', () => {
  const warn = vi.fn<(details: object, message: string) => void>();
  const outages = makeOutages({ warn: warn as never }, () => Date.now());
  outages.note(new DatabaseOutage('busy', 'busy'), true);
  outages.note(new StorageGone('gone'), true);
  outages.note(new StorageGone('gone'), true);
  expect(outages.note(new TypeError('undefined is not a function'), true)).toBeNull();
  expect(warn.mock.calls.map(([, message]) => message)).toEqual([
    'the database cannot be used',
    'the file storage cannot be used',
  ]);
  outages.stop();
});

test('an outage that goes on being met is not over, even if the part answers: a full disk does', async () => {
  const warn = vi.fn<(details: object, message: string) => void>();
  const outages = makeOutages({ warn: warn as never }, () => Date.now());
  outages.watch('database', async () => {});
  for (let second = 0; second < 120; second += 4) {
    outages.note(new DatabaseOutage('full', 'full'), true);
    await vi.advanceTimersByTimeAsync(4000);
  }
  expect(warn).toHaveBeenCalledTimes(1);
  await minutes(1);
  expect(warn).toHaveBeenCalledTimes(2);
  outages.stop();
});
