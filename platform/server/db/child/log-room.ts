import type pg from 'pg';

/** Files of the write-ahead log that lie ready where the disk gets short: what `min_wal_size` keeps beside the current one. */
const READY = 4;

/**
 * Lets the server keep spare WAL segments: a server that needs a new segment on a full disk shuts down and cannot be read
 * either. A checkpoint recycles old segments, which needs no room.
 * @param hasRoom false where there is none for old ones to begin with
 */
export async function keepLogRoom(client: pg.Client, hasRoom: boolean): Promise<void> {
  const { rows } = await client.query<{ ready: number; old: number }>(`
    SELECT count(*) FILTER (WHERE name > current)::int AS ready, count(*) FILTER (WHERE name < current)::int AS old
    FROM pg_ls_waldir(), pg_walfile_name(pg_current_wal_insert_lsn()) AS current WHERE name ~ '^[0-9A-F]{24}$'`);
  const { ready, old } = rows[0]!;
  if (ready * 2 > READY) return;
  const missing = hasRoom ? READY - ready - old : 0;
  // An empty segment is not switched.
  for (let switched = 0; switched < missing; switched++)
    await client.query(`SELECT pg_logical_emit_message(false, 'looproom', ''); SELECT pg_switch_wal()`);
  if (old + missing > 0) await client.query('CHECKPOINT');
}
