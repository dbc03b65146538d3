import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#platform/server/config.ts';
import { type Database, makeDatabase } from './database.ts';
import { makeDiskState } from './disk-state.ts';
import { openChildServer } from './child/child-server.ts';
import { watchDisk } from './child/disk-watch.ts';
import { migrate, migrationsFolder } from './migrate.ts';
import type { Outages } from '#platform/server/outages.ts';
import { connectToDatabase } from './connect.ts';
import { ServerPool } from './server-pool.ts';

/** How a database is opened. */
export interface OpenOptions {
  /** Milliseconds for which a database server that does not answer is waited for. */
  readonly patienceMs?: number;
  /** On the site's own server: a site has its folder alone, commands work beside it. */
  readonly role?: 'site' | 'command';
  /** False: it is opened as it is, and a new one is empty, for backup and restore. */
  readonly isMigrated?: boolean;
}

/**
 * Opens the configured database and brings it forward. Without `DATABASE_URL` the site's own server is started first.
 * @throws when it cannot be reached, or its folder is in use.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  outages: Pick<Outages, 'note'>,
  { patienceMs, role = 'site', isMigrated = true }: OpenOptions = {},
): Promise<Database> {
  const handlers = {
    onHookError: (error: unknown): void => log.error({ err: error }, 'after-commit work failed'),
    onRepeat: (error: unknown): void => log.warn({ err: error }, 'a transaction is repeated'),
  };
  const poolOn = (url: string, admit?: () => Promise<void>): ServerPool =>
    new ServerPool(url, config.databasePool, log, outages, admit, config.slowQueryMs);
  const db = config.databaseUrl ? makeDatabase(poolOn(config.databaseUrl), handlers) : await openChildDatabase();
  try {
    if (config.databaseUrl) await connectToDatabase(db.pool, config.databaseUrl, log, patienceMs);
    const applied = isMigrated ? await migrate(db.pool, migrationsFolder(config)) : [];
    if (applied.length > 0) log.info({ applied }, 'database brought forward');
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;

  async function openChildDatabase(): Promise<Database> {
    const dir = path.join(config.dataDir, 'postgres');
    const server = await openChildServer({
      dir,
      role,
      user: config.databaseUser,
      connections: config.databasePool,
      log,
      onLost: () => {
        // Nothing of this process may serve or save any more: another one has the data.
        log.fatal('this process lost the database folder to another one and ends');
        process.exit(1);
      },
    });
    const pool = poolOn(server.url, () => server.hold());
    const disk = makeDiskState(() => watch.mailed());
    const watch = watchDisk(dir, log, {
      onChange(isFull, of) {
        pool.setReadOnly(isFull);
        disk.change(isFull, of);
      },
      onShort: (hasRoom) => server.keepLogRoom(hasRoom),
    });
    return makeDatabase(pool, {
      ...handlers,
      disk,
      isAlone: true,
      async close() {
        watch.stop();
        await endInTime(pool);
        await server.close();
      },
    });
  }
}

/** Milliseconds that clients which are out have to come back when the database closes. */
const RETURN_MS = 3_000;

async function endInTime(pool: ServerPool): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, RETURN_MS).unref());
  await Promise.race([pool.end().catch(() => {}), late]);
}
