import { migrationsFolder, readMigrations } from '#platform/server/db/migrate.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { type Check, type Finding, NotExamined, databaseOf, problem, warning } from './check.ts';

/** The oldest version, as PostgreSQL numbers it. */
const OLDEST = 150_000;

const reach: Check = {
  name: 'database',
  about: 'The database and its version',
  async look(site) {
    if (!site.db)
      return [
        problem(
          site.databaseFault ?? 'There is no database.',
          site.config.databaseUrl
            ? 'Check DATABASE_URL, and that the server runs.'
            : 'Start the site once, or set DATA_DIR as the site has it.',
        ),
      ];
    const [row] = await site.db.rows<{ number: number; name: string; migrations: boolean }>(sql`
      SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name,
        to_regclass('schema_migrations') IS NOT NULL AS migrations`);
    const { number, name, migrations } = row!;
    if (number < OLDEST)
      return [problem(`PostgreSQL is ${name}; 15 is the oldest that works.`, 'Upgrade the server (pg_upgrade).')];
    const known = readMigrations(migrationsFolder(site.config)).map((migration) => migration.name);
    const applied = migrations
      ? (await site.db.rows<{ name: string }>(sql`SELECT name FROM schema_migrations`)).map((one) => one.name)
      : [];
    const newer = applied.filter((one) => !known.includes(one));
    if (newer.length > 0)
      return [
        problem(
          `The database was used by a newer version (${newer.join(', ')}).`,
          'Install that version again, or restore the backup from before the upgrade.',
        ),
      ];
    const open = known.length - applied.length;
    return open > 0
      ? [warning(`${open} migrations are open.`, 'Start the site: it applies them.')]
      : `PostgreSQL ${name}.`;
  },
};

const extensions: Check = {
  name: 'extensions',
  about: 'Extensions of the database',
  async look(site) {
    const db = databaseOf(site);
    const rows = await db.rows<{ name: string }>(
      sql`SELECT extname AS name FROM pg_extension WHERE extname = 'pg_trgm'`,
    );
    return rows.length > 0
      ? 'pg_trgm is there.'
      : [problem('The extension pg_trgm is missing.', 'As a superuser in this database: CREATE EXTENSION pg_trgm;')];
  },
};

const collation: Check = {
  name: 'collation',
  about: 'Encoding and collation of the database',
  async look(site) {
    const [row] = await databaseOf(site).rows<{
      name: string;
      encoding: string;
      stored: string | null;
      actual: string | null;
    }>(sql`
      SELECT datname::text AS name, pg_encoding_to_char(encoding)::text AS encoding, datcollversion AS stored,
        pg_database_collation_actual_version(oid) AS actual FROM pg_database WHERE datname = current_database()`);
    const { name, encoding, stored, actual } = row!;
    if (encoding !== 'UTF8')
      return [
        problem(
          `The database has the encoding ${encoding}: texts of members do not fit into it.`,
          `Make a backup, then restore it into: CREATE DATABASE looproom ENCODING 'UTF8' TEMPLATE template0;`,
        ),
      ];
    return stored === actual
      ? 'UTF8, sorted as when the indexes were made.'
      : [
          problem(
            `The system sorts texts by version ${actual}, and the indexes were made with ${stored}: searches may miss rows.`,
            `In psql: REINDEX DATABASE "${name}"; ALTER DATABASE "${name}" REFRESH COLLATION VERSION;`,
          ),
        ];
  },
};

const connections: Check = {
  name: 'connections',
  about: 'Connections to the database',
  async look(site) {
    const [row] = await databaseOf(site).rows<{ max: number; used: number; idle: number }>(sql`
      SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max,
        count(*) FILTER (WHERE backend_type = 'client backend')::int AS used,
        count(*) FILTER (WHERE state = 'idle in transaction' AND state_change < now() - interval '5 minutes')::int AS idle
      FROM pg_stat_activity`);
    const { max, used, idle } = row!;
    const wanted = site.config.databasePool + 1;
    const found: Finding[] = [];
    if (wanted > max)
      found.push(
        problem(
          `DATABASE_POOL is ${site.config.databasePool}, and the server has ${max} connections.`,
          `Set DATABASE_POOL to ${Math.max(2, max - 10)} or less, or raise max_connections.`,
        ),
      );
    else if (used > max * 0.9)
      found.push(
        problem(
          `${used} of ${max} connections are in use.`,
          'Raise max_connections of the server, or lower DATABASE_POOL of its sites.',
        ),
      );
    if (idle > 0)
      found.push(
        warning(
          `${idle} connections have had an open transaction for more than 5 minutes without a statement: nothing can be cleaned up.`,
          "See whose: SELECT pid, usename, application_name FROM pg_stat_activity WHERE state = 'idle in transaction'; end one: SELECT pg_terminate_backend(PID);",
        ),
      );
    return found.length > 0 ? found : `${used} of ${max} are in use.`;
  },
};

/** Dead rows from which a table is looked at. */
const DEAD_ROWS = 10_000;
/** Transactions of the 2 billion after which PostgreSQL refuses writes. */
const OLD_TRANSACTIONS = 1_000_000_000;

const bloat: Check = {
  name: 'bloat',
  about: 'Rows that no vacuum has removed',
  async look(site) {
    const db = databaseOf(site);
    const tables = await db.rows<{ name: string; dead: number }>(sql`
      SELECT format('%I.%I', schemaname, relname) AS name, n_dead_tup::int AS dead FROM pg_stat_user_tables
      WHERE n_dead_tup > ${DEAD_ROWS} AND n_dead_tup > n_live_tup ORDER BY n_dead_tup DESC LIMIT 5`);
    const [row] = await db.rows<{ age: number }>(
      sql`SELECT age(datfrozenxid)::int AS age FROM pg_database WHERE datname = current_database()`,
    );
    const found: Finding[] = tables.map(({ name, dead }) =>
      warning(`${name} has ${dead} dead rows, more than live ones.`, `In psql: VACUUM (ANALYZE) ${name};`),
    );
    if (row!.age > OLD_TRANSACTIONS)
      found.push(
        problem(
          'The database was not vacuumed for a billion transactions: at two it refuses every write.',
          'In psql: VACUUM (FREEZE); and see that autovacuum is on.',
        ),
      );
    return found.length > 0 ? found : 'No table has more dead rows than live ones.';
  },
};

const indexes: Check = {
  name: 'indexes',
  about: 'Invalid indexes',
  async look(site) {
    const rows = await databaseOf(site).rows<{ name: string }>(sql`
      SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE NOT i.indisvalid AND n.nspname !~ '^pg_' ORDER BY 1 LIMIT 10`);
    return rows.length === 0
      ? 'Every index is valid.'
      : rows.map(({ name }) =>
          problem(`The index ${name} is invalid: it is not used.`, `In psql: REINDEX INDEX CONCURRENTLY ${name};`),
        );
  },
};

/** Ends a transaction whose extension is not to stay. */
class RollBack extends Error {}

const amcheck: Check = {
  name: 'amcheck',
  about: 'Damaged indexes',
  isLong: true,
  async look(site, signal) {
    const db = databaseOf(site);
    let found: readonly Finding[] = [];
    let [checked, all] = [0, 0];
    const look = async (tx: Tx): Promise<void> => {
      await tx.rows(sql`CREATE EXTENSION IF NOT EXISTS amcheck`);
      [found, checked] = [[], 0];
      const rows = await tx.rows<{ oid: number; name: string }>(sql`
        SELECT c.oid::int8::int AS oid, format('%I.%I', n.nspname, c.relname) AS name FROM pg_index i
        JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE a.amname = 'btree' AND n.nspname !~ '^pg_' AND i.indisvalid AND c.relpersistence = 'p' AND c.relkind = 'i'
        ORDER BY pg_relation_size(c.oid)`);
      all = rows.length;
      const until = Date.now() + site.patienceMs;
      for (const { oid, name } of rows) {
        if (Date.now() > until || signal.aborted) break;
        const fault = await damageOf(tx, oid);
        checked++;
        if (fault !== null)
          found = [
            ...found,
            problem(
              `The index ${name} is damaged: ${fault}.`,
              `In psql: REINDEX INDEX CONCURRENTLY ${name}; then check memory and disk of the machine.`,
            ),
          ];
      }
      throw new RollBack();
    };
    await db.tx(look).catch((error: unknown) => {
      if (error instanceof RollBack) return;
      if (codeOf(error) === '42501' || codeOf(error) === '0A000' || codeOf(error) === '58P01')
        throw new NotExamined('As a superuser in this database: CREATE EXTENSION amcheck; the check uses it then.');
      throw error;
    });
    if (found.length > 0) return found;
    return checked === all ? `All ${all} indexes are whole.` : `The ${checked} smallest of ${all} indexes are whole.`;
  },
};

/** What amcheck says of one index; null for nothing. Its errors end no transaction. */
async function damageOf(tx: Tx, oid: number): Promise<string | null> {
  await tx.client.query('SAVEPOINT look');
  try {
    await tx.client.query('SELECT bt_index_check($1::oid::regclass)', [oid]);
    return null;
  } catch (error) {
    await tx.client.query('ROLLBACK TO SAVEPOINT look');
    // Index corrupted, data corrupted.
    if (codeOf(error) === 'XX002' || codeOf(error) === 'XX001') return (error as Error).message;
    throw error;
  }
}

const codeOf = (error: unknown): string => {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && typeof current.code === 'string') return current.code;
  return '';
};

/** The database server and what is in it. */
export const databaseChecks: readonly Check[] = [reach, extensions, collation, connections, bloat, indexes, amcheck];
