import { commandLine } from '#platform/server/config.ts';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { operations } from '#features/staff/contract/operation-limits.ts';
import { buckets } from '#content/media/server/rules.ts';
import { knownKeys, storedKeysAfter } from '#content/media/server/store.ts';
import {
  MISSED_HOURS,
  UNTRIED_DAYS,
  lastBackup,
  lastBackupTest,
  lastBackupTrial,
} from '#platform/server/backups/backup-mark.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { type Check, type Examined, type Finding, NotExamined, databaseOf, problem, warning } from './check.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows and stored files that are compared at once. */
const BATCH = 500;
/** Keys that a finding names. */
const NAMED = 3;
/** Hours after which a stored file without a row is nobody's: the daily job has passed it. */
const ORPHAN_HOURS = 50;

function storageOf({ storage }: Examined): Storage {
  if (!storage) throw new NotExamined('There is no data folder yet.', 'skipped');
  return storage;
}

const store: Check = {
  name: 'storage',
  about: 'Writing, reading and removing files',
  async look(site, signal) {
    const storage = storageOf(site);
    const { s3, dataDir } = site.config;
    const place = s3 ? `the bucket ${s3.bucket}` : `${dataDir}/files`;
    const remedy = s3
      ? 'Check S3_BUCKET, S3_ENDPOINT and the key: it needs s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject, s3:ListBucketMultipartUploads and s3:AbortMultipartUpload.'
      : `Give the folder to the user of the site (chown -R), and see that its disk is mounted.`;
    // In a bucket of the site: what a killed check leaves, the daily job removes.
    const key = `images/${randomUUID()}`;
    const content = Buffer.from(key);
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['listed', () => storage.check(signal)],
      ['written', () => storage.put(key, content, { contentType: 'text/plain', bytes: content.length })],
      [
        'read',
        async () => {
          const found = await storage.read(key);
          if (!found || !content.equals(await buffer(found.body)))
            throw new Error('what came back is not what was written');
        },
      ],
      ['private', () => refusePublic(site, key, signal)],
      ['removed', () => storage.remove(key)],
      // On a disk it would walk over every file.
      ['cleared of unfinished uploads', async () => void (site.config.s3 && (await storage.sweep(new Date(0))))],
    ];
    const found: Finding[] = [];
    for (const [what, step] of steps) {
      try {
        await step();
      } catch (error) {
        if (error instanceof PublicBucket)
          found.push(
            problem(
              error.message,
              `Take the public access from the bucket ${s3!.bucket}: the site checks each request itself.`,
            ),
          );
        else {
          const reason = error instanceof Error ? deepest(error) : String(error);
          found.push(problem(`Files in ${place} cannot be ${what}: ${reason}.`, remedy));
          if (what === 'listed' || what === 'written') break;
        }
      }
    }
    return found.length > 0 ? found : `Files can be written, read and removed in ${place}.`;
  },
};

const deepest = (error: Error): string =>
  (error.cause instanceof Error ? deepest(error.cause) : error.message).replace(/\.$/, '');

class PublicBucket extends Error {}

/** @throws {PublicBucket} where anybody reads a file of the bucket without a signature */
async function refusePublic({ config: { s3 }, tools }: Examined, key: string, signal: AbortSignal): Promise<void> {
  if (!s3) return;
  const endpoint = new URL(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`);
  const url = s3.forcePathStyle
    ? `${endpoint.origin}/${s3.bucket}/${key}`
    : `${endpoint.protocol}//${s3.bucket}.${endpoint.host}/${key}`;
  const answer = await tools.ask(url, {}, signal).catch(() => null);
  if (answer?.status === 200 && answer.body === key)
    throw new PublicBucket(`Everybody can read the bucket ${s3.bucket} without the site.`);
}

const listed = (keys: readonly string[]): string =>
  keys.slice(0, NAMED).join(', ') + (keys.length > NAMED ? ` and ${keys.length - NAMED} more` : '');

const missing: Check = {
  name: 'files',
  about: 'Files that rows name, and stored files',
  isLong: true,
  async look(site, signal) {
    const [db, storage] = [databaseOf(site), storageOf(site)];
    const lost: string[] = [];
    let [rows, isWhole] = [0, true];
    let until = Date.now() + site.patienceMs;
    for (let after = ''; ;) {
      const keys = await storedKeysAfter(db, after, BATCH);
      const found = await Promise.all(keys.map(async (key) => ((await storage.stat(key)) ? null : key)));
      lost.push(...found.filter((key) => key !== null));
      rows += keys.length;
      if (keys.length < BATCH) break;
      after = keys.at(-1)!;
      if (Date.now() > until || signal.aborted) {
        isWhole = false;
        break;
      }
    }
    until = Date.now() + site.patienceMs;
    const orphans: string[] = [];
    const oldest = Date.now() - ORPHAN_HOURS * HOUR_MS;
    let batch: string[] = [];
    const settle = async (): Promise<void> => {
      const known = await knownKeys(db, batch);
      orphans.push(...batch.filter((key) => !known.has(key)));
      batch = [];
    };
    walk: for (const bucket of buckets)
      for await (const file of storage.list(`${bucket}/`)) {
        if (file.modifiedAt.getTime() < oldest) batch.push(file.key);
        if (batch.length < BATCH) continue;
        await settle();
        if (Date.now() > until || signal.aborted) {
          isWhole = false;
          break walk;
        }
      }
    await settle();
    // A row may have gone between the two looks.
    const gone = lost.length > 0 ? await knownKeys(db, lost) : new Set<string>();
    const really = lost.filter((key) => gone.has(key));
    const found: Finding[] = [];
    if (really.length > 0)
      found.push(
        problem(
          `${really.length} files that rows name are not in the store: ${listed(really)}.`,
          'Copy them back from a backup ("looproom restore" into a scratch folder), or mount the disk that they were on.',
        ),
      );
    if (orphans.length > 0)
      found.push(
        warning(
          `${orphans.length} stored files are older than two days and no row knows them: ${listed(orphans)}.`,
          `Remove them: ${commandLine} job run media.clean-orphans`,
        ),
      );
    return found.length > 0
      ? found
      : `${rows} files are in their places.${isWhole ? '' : ' There are more than this check looks at.'}`;
  },
};

/** What is wrong with the backups. */
const backups: Check = {
  name: 'backups',
  about: "The backups' age",
  async look({ config, now, hasOtherBackups }) {
    if (hasOtherBackups) throw new NotExamined('Other tools make the backups, an admin has said.', 'skipped');
    const { dataDir } = config;
    const [made, tested, last] = await Promise.all([
      lastBackup(dataDir),
      lastBackupTest(dataDir),
      lastBackupTrial(dataDir),
    ]);
    const remedy = `Set BACKUP_TARGET, or run: ${commandLine} backup run. If other tools make them: ${commandLine} setting set backupsElsewhere true`;
    const level = config.production ? problem : warning;
    if (made === null) return [level('There is no backup yet.', remedy)];
    const age = now().getTime() - Date.parse(made.at);
    const most = config.backups.hour === null ? operations.backupDays * DAY_MS : MISSED_HOURS * HOUR_MS;
    const found: Finding[] = [];
    if (age > most)
      found.push(
        problem(
          `The last backup is of ${made.at.slice(0, 10)}.`,
          `See why in the log, then run: ${commandLine} backup run`,
        ),
      );
    if (last !== null && last.outcome !== 'passed')
      found.push(
        (last.outcome === 'failed' ? problem : warning)(
          `The restore test of ${last.at.slice(0, 10)} ${last.outcome === 'failed' ? 'failed' : 'was not possible'}: ${last.text}`,
          `Then run: ${commandLine} backup run, and ${commandLine} backup test SOURCE`,
        ),
      );
    else if (tested === null || now().getTime() - Date.parse(tested.at) > UNTRIED_DAYS * DAY_MS)
      found.push(
        warning(
          `No backup was restored for a test in the last ${UNTRIED_DAYS} days.`,
          `Run: ${commandLine} backup test SOURCE`,
        ),
      );
    return found.length > 0 ? found : `The last one is of ${made.at.slice(0, 10)}, and one was restored for a test.`;
  },
};

/** Files, their store and the backups. */
export const fileChecks: readonly Check[] = [store, missing, backups];
