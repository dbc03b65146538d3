import { expect, test } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
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
