import pg from 'pg';
import type { PortStream } from './worker/port-stream.ts';

/** Milliseconds one VACUUM or CHECKPOINT may take before the watchdog takes it for a runaway. */
const patienceMs = 600_000;

/**
 * Does what autovacuum and the checkpointer do on a server, which an embedded PostgreSQL lacks. One table at a time,
 * each a turn of its own, so that other clients wait for one table at most.
 * @throws what PostgreSQL answers, such as a full disk
 */
export async function maintainDatabase(openStream: () => PortStream): Promise<void> {
  const client = new pg.Client({
    stream: openStream,
    ssl: false,
    user: 'postgres',
    password: '',
    statement_timeout: patienceMs,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; vacuum: boolean; analyze: boolean }>(tables);
    for (const { name, vacuum, analyze } of rows) {
      // More buffers than the usual 2 MB, or it waits for the disk at every turn of so small a ring.
      if (vacuum) await client.query(`VACUUM (BUFFER_USAGE_LIMIT '16MB') ${name}`);
      if (analyze) await client.query(`ANALYZE ${name}`);
    }
    await client.query('CHECKPOINT');
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Every ordinary table and whether it has changed enough for the work to pay, by measures like autovacuum's. A crash
 * forgets the counts: such a table is checked once more, which is quick where nothing changed.
 */
const tables = `
  SELECT c.oid::regclass::text AS name,
    s.last_vacuum IS NULL OR s.n_dead_tup > 50 + 0.1 * greatest(c.reltuples, 0)
      OR s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0) OR age(c.relfrozenxid) > 100000000 AS vacuum,
    s.last_analyze IS NULL OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) AS analyze
  FROM pg_class c LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid
  WHERE c.relkind IN ('r', 'm') AND c.relpersistence <> 't'
  ORDER BY c.oid`;
