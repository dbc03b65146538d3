import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Name of the advisory lock that a backup holds: meanwhile no file that rows of its snapshot name may go. */
export const BACKUP_LOCK = 'looproom backup';

/** Hours after which a daily backup is missed, and days after which a restore should be tried again. */
export const MISSED_HOURS = 36;
export const UNTRIED_DAYS = 90;

const shape = z.object({ at: z.iso.datetime(), bytes: z.number().min(0) });

/** When this data folder was backed up last, and the bytes that are in the backup before compression. */
export type BackupMark = z.infer<typeof shape>;

const fileOf = (dataDir: string): string => path.join(dataDir, 'last-backup');

/** Remembers a backup in the data folder: the site may be stopped, so that the database cannot have it. */
export async function markBackup(dataDir: string, mark: BackupMark): Promise<void> {
  await writeFile(fileOf(dataDir), JSON.stringify(mark), { mode: 0o600 });
}

const testShape = z.object({ at: z.iso.datetime(), of: z.iso.datetime() });

/** When a backup was last restored for a test, and the time of that backup. */
export type BackupTestMark = z.infer<typeof testShape>;

/** Remembers that a backup could be restored. */
export async function markBackupTest(dataDir: string, mark: BackupTestMark): Promise<void> {
  await writeFile(path.join(dataDir, 'last-backup-test'), JSON.stringify(mark), { mode: 0o600 });
}

/** The last test of a backup that `looproom backup test` has passed; null where there is none. */
export async function lastBackupTest(dataDir: string): Promise<BackupTestMark | null> {
  try {
    return testShape.parse(JSON.parse(await readFile(path.join(dataDir, 'last-backup-test'), 'utf8')));
  } catch {
    return null;
  }
}

/** The last backup that `looproom backup` has made of this data folder; null where there is none. */
export async function lastBackup(dataDir: string): Promise<BackupMark | null> {
  try {
    return shape.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    // There is none, or it was cut off: the next backup writes it again.
    return null;
  }
}
