import { DatabaseSync } from 'node:sqlite';

/** A lock that the kernel holds for this process: while it is suspended too, and no longer than it lives. */
export type OsLock = { release(): void };

const sqliteBusy = 5;
const sqliteIoError = 10;

/** Referenced from here: a lock whose object is collected would be let go. */
const held = new Set<DatabaseSync>();

/**
 * Takes the operating system's lock on `file` (`fcntl` on Unix, `LockFileEx` on Windows), without waiting. Node has no
 * call for it; its SQLite does nothing else when a transaction begins, so an empty file is opened as a database.
 * The file stays when the lock is released: one that is deleted could be locked by two, each with a file of its own.
 * Nobody else in this process may open the file: the kernel drops the lock with the first descriptor that is closed.
 * @returns 'busy' when a process of this machine holds it, this one included; 'unsupported' on file systems without locks
 * @throws when the file cannot be made
 */
export function takeOsLock(file: string): OsLock | 'busy' | 'unsupported' {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const code = (error as { errcode?: number }).errcode ?? 0;
    // The low byte is the kind, the others say more about it.
    if ((code & 0xff) === sqliteBusy) return 'busy';
    if ((code & 0xff) === sqliteIoError) return 'unsupported';
    throw error;
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}
