import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { type Database, makeDatabase } from './database.ts';
import { makeDiskState } from './disk-state.ts';
import { openEmbeddedDatabase } from './embedded/index.ts';
import { migrate, migrationsFolder, migrationsHash } from './migrate.ts';
import type { Outages } from '#server/platform/outages.ts';
import { connectToDatabase } from './connect.ts';
import { ServerPool } from './server-pool.ts';
import { madeTemplate } from './template.ts';

/** An open database with its maintenance. */
export interface OpenDatabase {
  readonly db: Database;
  /** CHECKPOINT and VACUUM of the embedded engine; nothing on a server, which does it by itself. */
  maintain(): Promise<void>;
}

/**
 * Opens the configured database and brings it forward.
 * @param patienceMs how long a database server that does not answer is waited for
 * @param isMigrated false: it is opened as it is, and a new one of this process is empty, for backup and restore
 * @throws when it cannot be reached, or its folder is in use.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  outages: Pick<Outages, 'note'>,
  patienceMs?: number,
  isMigrated = true,
): Promise<OpenDatabase> {
  const onHookError = (error: unknown): void => log.error({ err: error }, 'after-commit work failed');
  const onRepeat = (error: unknown): void => log.warn({ err: error }, 'a transaction is repeated');
  const folder = migrationsFolder(config);
  let opened: OpenDatabase;
  if (config.databaseUrl) {
    const pool = new ServerPool(config.databaseUrl, config.databasePool, log, outages);
    opened = { db: makeDatabase(pool, { embedded: false, onHookError, onRepeat }), maintain: async () => {} };
  } else {
    const template = isMigrated ? madeTemplate(config.root, migrationsHash(folder)) : undefined;
    const disk = makeDiskState(() => embedded.fullDiskMailed());
    const embedded = await openEmbeddedDatabase({
      dir: path.join(config.dataDir, 'postgres'),
      ...(template !== undefined && { template }),
      log: (level, message, details) => log[level]({ ...details }, message),
      onReadOnly: disk.change,
      onLost: () => {
        // Nothing of this process may serve or save any more: another one has the data.
        log.fatal('this process lost the database folder to another one and ends');
        process.exit(1);
      },
    });
    opened = {
      db: makeDatabase(embedded.pool, {
        embedded: true,
        onHookError,
        onRepeat,
        close: () => embedded.close(),
        disk,
      }),
      maintain: () => embedded.maintain(),
    };
  }
  try {
    if (config.databaseUrl) await connectToDatabase(opened.db.pool, config.databaseUrl, log, patienceMs);
    const applied = isMigrated ? await migrate(opened.db.pool, folder) : [];
    if (applied.length > 0) log.info({ applied }, 'database brought forward');
  } catch (error) {
    await opened.db.close();
    throw error;
  }
  return opened;
}
