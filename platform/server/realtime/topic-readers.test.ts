import { expect, test } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type Reader, makeTopicReaders } from './topic-readers.ts';

test('a reader who leaves while joining is not left behind, and is sent nothing', async () => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const db = { rows: () => asked.then(() => [{ seq: '3' }]) } as unknown as Database;
  const said: unknown[] = [];
  const reader: Reader = {
    begin: (...message) => said.push(message),
    event: (event) => said.push(event),
    frame: (frame) => said.push(frame),
  };
  const readers = makeTopicReaders(db, systemClock, () => Buffer.from(''));
  const joining = readers.join('forum', reader, {});
  expect(readers.count('forum')).toBe(1);
  readers.leave('forum', reader);
  answer();
  await joining;
  expect(readers.count('forum')).toBe(0);
  expect(said).toEqual([]);
});

test('what this process has committed is given at once and read by nobody; what is not next waits for the reading', async () => {
  let [seq, reads] = [3, 0];
  const event = (number: number) => ({ topic: 'forum', seq: number, type: 'made', data: { number } });
  const rows = async (query: object) => {
    // The number of the last event, then the events themselves.
    if (JSON.stringify(query).includes('FROM topics')) return [{ seq: String(seq) }];
    reads++;
    return [4, 5, 6].filter((number) => number <= seq).map((number) => ({ ...event(number), seq: String(number) }));
  };
  const readers = makeTopicReaders({ rows } as unknown as Database, systemClock, (one) => Buffer.from(String(one.seq)));
  const said: string[] = [];
  const reader: Reader = {
    begin: (kind, number) => said.push(`${kind} ${number}`),
    event: (one) => said.push(`missed ${one.seq}`),
    frame: (frame) => said.push(String(frame)),
  };
  await readers.join('forum', reader, {});
  await new Promise((resolve) => setImmediate(resolve));
  const before = reads;
  seq = 4;
  readers.offer(event(4));
  expect(said).toEqual(['subscribed 3', '4']);
  // The news between processes come later, and have nothing new.
  readers.wake('forum', 4);
  readers.offer(event(4));
  await new Promise((resolve) => setImmediate(resolve));
  expect([said.length, reads]).toEqual([2, before]);
  seq = 6;
  readers.offer(event(6));
  expect(said).toHaveLength(2);
  readers.wake('forum', 6);
  await new Promise((resolve) => setImmediate(resolve));
  expect(said).toEqual(['subscribed 3', '4', '5', '6']);
});
