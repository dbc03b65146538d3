import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { DurableFiles } from './files/durable-files.ts';
import { concat, query, takeApart } from './protocol/protocol.ts';

/** The database itself: one PostgreSQL backend that takes protocol messages and answers at once. */
export type Engine = {
  readonly serverVersion: string;
  /**
   * Runs frontend messages and gives the backend's whole messages. Blocks the thread until they are done, so nothing
   * can come between. Anything thrown means that the backend is beyond use.
   */
  execute(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Bytes of write-ahead log since `forgetLog` was last called. */
  logBytes(): number;
  forgetLog(): void;
  /** Ends the database cleanly, so that the next start has nothing to recover. */
  close(): Promise<void>;
};

/**
 * `wal_sync_method=fdatasync` would sync nothing at all: PGlite's build answers that system call without asking the
 * file system. `fsync` reaches `DurableFiles`, which does an fdatasync.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...[
    'wal_sync_method=fsync',
    'shared_buffers=32MB',
    'max_wal_size=256MB',
    'min_wal_size=32MB',
    'timezone=UTC',
  ].flatMap((setting) => ['-c', setting]),
];

export type EngineHooks = {
  /** Called before each change of the folder; what it throws, or never returning, keeps it from happening. */
  readonly beforeWrite: () => void;
  /** Called when the disk is full. @returns whether there is room now */
  readonly makeRoom: () => boolean;
  /** Gets what PostgreSQL itself logs as FATAL or PANIC. */
  readonly onTrouble: (line: string) => void;
};

/**
 * Opens the database in `dir`, or makes a new one there.
 * @throws whatever PGlite throws when the folder cannot be opened
 */
export async function openEngine(dir: string, { beforeWrite, makeRoom, onTrouble }: EngineHooks): Promise<Engine> {
  const files = new DurableFiles(dir, beforeWrite, makeRoom);
  const database = await PGlite.create({
    fs: files,
    startParams,
    extensions: { pg_trgm, unaccent },
    onStderr: (line: string) => {
      if (/\b(?:FATAL|PANIC):/.test(line)) onTrouble(line);
      return false;
    },
  });
  const { rows } = await database.query<{ version: string }>("select current_setting('server_version') as version");

  return {
    serverVersion: rows[0]?.version ?? '18',
    execute(bytes) {
      const chunks: Uint8Array[] = [];
      // Without `syncToFs` nothing in it is asynchronous but the promise: the chunks are all here when it returns.
      database
        .execProtocolRawStream(bytes, { syncToFs: false, onRawData: (chunk) => void chunks.push(chunk.slice()) })
        .catch((error: unknown) =>
          queueMicrotask(() => {
            throw error;
          }),
        );
      return concat(chunks);
    },
    logBytes: () => files.logBytes,
    forgetLog: () => void (files.logBytes = 0),
    async close() {
      await database.close();
    },
  };
}

/** Runs SQL for the engine's own purposes. @returns false when the database refused it */
export function runInternally(engine: Engine, sql: string): boolean {
  return !takeApart(engine.execute(query(sql))).failed;
}
