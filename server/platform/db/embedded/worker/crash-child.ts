/**
 * A process for the tests to kill and to suspend: opens the folder it is given, prints each id once its insert is
 * acknowledged, and makes checkpoints all the while, because a checkpoint that comes too late does the most harm.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedDatabase } from '#server/platform/db/embedded/index.ts';
import type { LockOptions } from '#server/platform/db/embedded/files/lock.ts';

const [dir = '', template = '', lock = '{}'] = process.argv.slice(2);
try {
  const { pool } = await openEmbeddedDatabase({
    dir,
    template,
    lock: JSON.parse(lock) as LockOptions,
    onLost: () => {
      console.error('lost');
      process.exit(1);
    },
  });
  console.log('open');
  const first =
    ((await pool.query<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM kept')).rows[0]?.last ?? 0) + 1;
  let id = first;
  const write = async (): Promise<void> => {
    for (;;) {
      const mine = id++;
      await pool.query('INSERT INTO kept VALUES ($1)', [mine]);
      process.stdout.write(`${mine}\n`);
    }
  };
  const checkpoint = async (): Promise<void> => {
    for (;;) {
      await pool.query('CHECKPOINT');
      await sleep(50);
    }
  };
  await Promise.all([write(), write(), write(), write(), checkpoint()]);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
