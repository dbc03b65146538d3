import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Name of the advisory lock that a backup holds: meanwhile no file that rows of its snapshot name may go. */
export const BACKUP_LOCK = 'looproom backup';

/** Hours after which a daily backup is missed, and days after which a restore should be tried again. */
export const MISSED_HOURS = 36;
export const UNTRIED_DAYS = 90;

/** Characters of a test's words that are stored. */
const MAX_WORDS = 1000;

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

/** `failed`: the backup is of no full use. `impossible`: nothing is known of it, for what stands in the text. */
export const testOutcomes = ['passed', 'failed', 'impossible'] as const;

const trialShape = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(testOutcomes),
  /** Sentences for the operator. */
  text: z.string().max(MAX_WORDS),
});

/** How the last restore test ended. */
export type BackupTrial = z.infer<typeof trialShape>;

const testFile = (dataDir: string): string => path.join(dataDir, 'last-backup-test');
const trialFile = (dataDir: string): string => path.join(dataDir, 'last-backup-trial');

/** Remembers how a restore test ended, whatever it has found. */
export async function markBackupTrial(dataDir: string, { text, ...rest }: BackupTrial): Promise<void> {
  const mark: BackupTrial = { ...rest, text: text.slice(0, MAX_WORDS) };
  await writeFile(trialFile(dataDir), JSON.stringify(mark), { mode: 0o600 });
}

/** Forgets how the last restore test ended. */
export const forgetBackupTrial = (dataDir: string): Promise<void> => rm(trialFile(dataDir), { force: true });

/** Remembers that a backup could be restored. */
export async function markBackupTest(dataDir: string, mark: BackupTestMark, text = ''): Promise<void> {
  await writeFile(testFile(dataDir), JSON.stringify(mark), { mode: 0o600 });
  await markBackupTrial(dataDir, { at: mark.at, outcome: 'passed', text });
}

/** The last restore test that was passed; null where there is none. */
export async function lastBackupTest(dataDir: string): Promise<BackupTestMark | null> {
  try {
    return testShape.parse(JSON.parse(await readFile(testFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** The last restore test, passed or not; null where there is none. */
export async function lastBackupTrial(dataDir: string): Promise<BackupTrial | null> {
  try {
    return trialShape.parse(JSON.parse(await readFile(trialFile(dataDir), 'utf8')));
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
