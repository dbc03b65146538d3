import type pg from 'pg';
import { to } from 'pg-copy-streams';
import { ArchiveError, type SavedDatabase, type SavedTable, rangeBound } from './manifest.ts';

/** The site's tables, and those of its jobs: a mail that waits is a job. */
export const schemas = ['public', 'pgboss'] as const;
/** How Looproom names tables, columns and sequences; somebody's own beside them are no part of a backup. */
const ourNames = '^[a-z_][a-z0-9_]*$';
/** Bytes of a table in one entry of the archive, to which the rest of a row is added. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Bytes that are looked at for the end of a row at a time. */
const SLICE_BYTES = 64 * 1024;
const NEW_LINE = 0x0a;

/**
 * How a transaction of a backup or restore reads and writes values, and that it may take its time: members go on using
 * the site, and a table is locked for moments only when the database is brought forward.
 */
const settings = [
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  "lock_timeout = '60s'",
  "timezone = 'UTC'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  'extra_float_digits = 1',
  // Rows that a policy hides from this role are an error, and not left out.
  'row_security = off',
];

/** A connection of the pool for one long transaction. End it by `release(true)`: it is of no use to others. */
export async function longConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  // Without a listener, a connection lost between two queries would end the process.
  client.on('error', () => {});
  // pg takes no stream on a connection that sends statements ahead of their turn.
  Object.assign(client, { pipeline: false });
  return client;
}

/** Begins a transaction of a backup or restore. @param mode such as `READ ONLY` */
export async function beginLong(client: pg.PoolClient, mode = ''): Promise<void> {
  await client.query(`BEGIN ${mode}`);
  for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
}

/** A table's name in a statement. @param name `schema.table` */
export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');

/** Its columns in a statement, in the order of an archive's values. */
export const columnList = (table: Pick<SavedTable, 'columns'>): string =>
  table.columns.map((column) => `"${column}"`).join(', ');

/**
 * The tables of a database with those of their columns that hold values of their own, and the bounds of partitions: rows
 * are read from the table as a whole, and go to wherever they belong.
 */
export async function readTables(client: Pick<pg.ClientBase, 'query'>): Promise<SavedTable[]> {
  const { rows } = await client.query<Omit<SavedTable, 'rows' | 'columns'> & { columns: string[] | null }>(
    `SELECT n.nspname || '.' || c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname ~ $2) AS columns,
       (SELECT coalesce(json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid))), '[]')
         FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid) AS partitions
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1::text[]) AND c.relname ~ $2 AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_depend d
         WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY name`,
    [schemas, ourNames],
  );
  // Somebody's own table may have no column that is named as ours are.
  return rows.flatMap(({ name, columns, partitions }) =>
    columns === null
      ? []
      : [{ name, columns, rows: 0, partitions: partitions.filter(({ bound }) => rangeBound.test(bound)) }],
  );
}

async function readSequences(client: pg.ClientBase): Promise<SavedDatabase['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT schemaname || '.' || sequencename AS name FROM pg_sequences
     WHERE schemaname = ANY($1::text[]) AND sequencename ~ $2 ORDER BY name`,
    [schemas, ourNames],
  );
  const sequences: SavedDatabase['sequences'] = [];
  for (const { name } of rows) {
    const result = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    sequences.push({ name, ...result.rows[0]! });
  }
  return sequences;
}

/** A part of a table, in the text format of COPY: an entry of the archive. */
export interface Piece {
  readonly name: string;
  readonly bytes: number;
  readonly content: readonly Buffer[];
}

/** Where an archive has a part of a table. */
export const pieceName = (table: string, number: number): string => `database/${table}/${number}.copy`;

/** Rows of a table as they come, cut where a row ends, so that none of it has to fit into memory. */
async function* cut(table: SavedTable, rows: AsyncIterable<unknown>): AsyncGenerator<Piece> {
  let number = 0;
  let content: Buffer[] = [];
  let bytes = 0;
  const take = (part: Buffer): void => {
    if (part.length === 0) return;
    content.push(part);
    bytes += part.length;
  };
  const piece = (): Piece => {
    const finished = { name: pieceName(table.name, ++number), bytes, content };
    content = [];
    bytes = 0;
    return finished;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      for (let end = slice.indexOf(NEW_LINE); end >= 0; end = slice.indexOf(NEW_LINE, end + 1)) table.rows++;
      const end = bytes + slice.length < PIECE_BYTES ? 0 : slice.lastIndexOf(NEW_LINE) + 1;
      take(slice.subarray(0, end));
      if (end > 0) yield piece();
      take(slice.subarray(end));
    }
  }
  if (bytes > 0) yield piece();
}

/**
 * Reads the site's database as it is at one moment, whatever is written meanwhile.
 * @param saved is filled with what the database is, completely once all is read
 * @throws {ArchiveError} where there is no site in it
 */
export async function* readDatabase(pool: pg.Pool, saved: SavedDatabase): AsyncGenerator<Piece> {
  const client = await longConnection(pool);
  try {
    const before = await readTables(client);
    if (!before.some(({ name }) => name === 'public.schema_migrations'))
      throw new ArchiveError('There is no site in this database. Set DATABASE_URL as the site has it.');
    await beginLong(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Before the first question, which is what the snapshot is made for: no table changes its columns any more.
    await client.query(`LOCK TABLE ${before.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`);
    const { rows: versions } = await client.query<{ server_version: string }>('SHOW server_version');
    saved.server = versions[0]!.server_version;
    const { rows: migrations } = await client.query<{ name: string; hash: string }>(
      'SELECT name, hash FROM public.schema_migrations ORDER BY name',
    );
    saved.migrations = migrations;
    for (const table of await readTables(client)) {
      saved.tables.push(table);
      const rows = client.query(to(`COPY (SELECT ${columnList(table)} FROM ${quoted(table.name)}) TO STDOUT`));
      yield* cut(table, rows);
    }
    // They are ahead of the snapshot, and never behind.
    saved.sequences = await readSequences(client);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}
