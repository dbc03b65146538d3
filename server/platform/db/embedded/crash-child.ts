/** A process for the tests to kill: opens the folder it is given and prints each id once its insert is acknowledged. */
import { openEmbeddedDatabase } from './index.ts';

const [dir = '', template = ''] = process.argv.slice(2);
try {
  const { pool } = await openEmbeddedDatabase({ dir, template });
  console.log('open');
  const first =
    ((await pool.query<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM kept')).rows[0]?.last ?? 0) + 1;
  let id = first;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (;;) {
        const mine = id++;
        await pool.query('INSERT INTO kept VALUES ($1)', [mine]);
        process.stdout.write(`${mine}\n`);
      }
    }),
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
