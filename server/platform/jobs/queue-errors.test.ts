import { expect, test } from 'vitest';
import { queueErrorLog } from './queue-errors.ts';

test('an outage of the database is one line a minute of the job queue, a defect is logged each time', () => {
  let now = 0;
  const lines: string[] = [];
  const say =
    (level: string) =>
    (_details: unknown, message: string): void =>
      void lines.push(`${level}: ${message}`);
  const log = queueErrorLog({ warn: say('warn') as never, error: say('error') as never }, () => now);
  const full = { message: 'cannot execute UPDATE in a read-only transaction', code: '25006' };
  for (; now < 90_000; now += 100) {
    // As pg-boss reports it: of a queue's worker as a plain object, else as an error.
    log({ ...full, queue: 'mail.send' });
    log(Object.assign(new Error(full.message), full));
  }
  expect(lines).toEqual(Array.from({ length: 2 }, () => 'warn: jobs wait: the database could not be used'));
  log(new Error('relation "nothing" does not exist'));
  log({ message: 'relation "nothing" does not exist', code: '42P01', queue: 'mail.send' });
  expect(lines.slice(2)).toEqual(['error: job queue error', 'error: job queue error']);
});
