import { createHash, createHmac } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import type { Storage } from '#platform/server/storage/storage.ts';
import { type Archive, type PackOptions, packInto } from './archive.ts';
import { decrypt, encrypt } from './encryption.ts';
import { ArchiveError, type Manifest, type SavedFile } from './manifest.ts';

/**
 * A set of backups in a folder or a bucket: a snapshot for each time, which is an archive of the database, and each
 * file of a member once. A file is known by key, size and time of its last change, so that only new ones are read: an
 * incremental backup.
 *
 * - `snapshots/looproom-TIME.tar.gz[.age]`: the archive, whose manifest names the blobs of the files
 * - `lists/looproom-TIME.gz`: the same names without the files', so that pruning needs no private key
 * - `blobs/ab/ab….[age]`: contents; the names say nothing to who cannot open the snapshots
 */
export type BackupSet = Pick<Storage, 'put' | 'read' | 'stat' | 'list' | 'remove'>;

const SNAPSHOTS = 'snapshots/';
const LISTS = 'lists/';
const BLOBS = 'blobs/';
const snapshotShape = /^snapshots\/looproom-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.tar\.gz(?:\.age)?$/;
const BINARY = { contentType: 'application/octet-stream' };

/** A snapshot of a set. */
export interface Snapshot {
  /** Such as `2026-11-28T03-00-00`, in UTC. */
  readonly name: string;
  readonly key: string;
  readonly bytes: number;
}

/** The snapshots of a set, oldest first. */
export async function snapshotsOf(set: BackupSet): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  for await (const { key, bytes } of set.list(SNAPSHOTS)) {
    const name = snapshotShape.exec(key)?.[1];
    if (name !== undefined) found.push({ name, key, bytes });
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** A snapshot as an archive. @param identities private keys of age, where it is encrypted */
export const snapshotArchive = (set: BackupSet, { key }: Snapshot, identities: readonly string[]): Archive => ({
  name: key,
  identities,
  open: () => contentOf(set, key),
});

async function contentOf(set: BackupSet, key: string): Promise<Readable> {
  const read = await set.read(key);
  if (!read) throw new ArchiveError(`${key} is not in the set of backups any more.`);
  return read.body;
}

/** What is known of the blobs of earlier backups: a cache, without which all files are read again. */
interface Index {
  readonly files: Map<string, SavedFile>;
  save(files: Readonly<Record<string, SavedFile>>): Promise<void>;
}

async function openIndex(file: string): Promise<Index> {
  const known = await readFile(file, 'utf8').then(
    (written) => new Map(Object.entries(JSON.parse(written) as Record<string, SavedFile>)),
    () => new Map<string, SavedFile>(),
  );
  return {
    files: known,
    async save(files) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, JSON.stringify(files), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

/** SHA-256 of a content as it passes. */
function measured(source: Readable): { readonly content: Readable; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const part of source as AsyncIterable<Buffer>) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  return {
    content: Readable.from(pass(), { objectMode: false }),
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** Writes an object and reads it back. @throws {ArchiveError} where it is not what was written */
async function putVerified(set: BackupSet, key: string, content: Readable): Promise<number> {
  const written = measured(content);
  await set.put(key, written.content, BINARY);
  const { bytes, sha256 } = written.result();
  const hash = createHash('sha256');
  await pipeline(await contentOf(set, key), hash);
  if (hash.digest('hex') === sha256) return bytes;
  await set.remove(key);
  throw new ArchiveError(`${key} is not what was written: the target of the backups is damaged.`);
}

/** The facts of a backup into a set. */
export interface SetOptions extends Omit<PackOptions, 'store' | 'keep'> {
  /** Where members' files are stored. */
  readonly store: Pick<Storage, 'list' | 'read' | 'stat'>;
  /** Names blobs (HMAC-SHA-256), so that whoever holds the set cannot ask it for known files. */
  readonly nameKey: string;
  /** File of the index, in the data folder. */
  readonly indexFile: string;
}

/** The outcome of a backup into a set. */
export interface SetBackup {
  readonly manifest: Manifest;
  readonly snapshot: string;
  /** Files and bytes that were not there before. */
  readonly added: { readonly files: number; readonly bytes: number };
}

/**
 * Adds a backup of the site to a set. All that is written is read back; the snapshot comes last, so that a backup that
 * was killed has left nothing but blobs, which the next one uses.
 * @throws {ArchiveError}
 */
export async function backUpToSet(set: BackupSet, options: SetOptions): Promise<SetBackup> {
  const { store, recipients = [], nameKey, indexFile, createdAt } = options;
  const ending = recipients.length > 0 ? '.age' : '';
  const index = await openIndex(indexFile);
  const there = new Set<string>();
  for await (const { key } of set.list(BLOBS)) there.add(key);
  const added = { files: 0, bytes: 0 };
  const keep = async (key: string): Promise<SavedFile | null> => {
    const about = await store.stat(key);
    if (!about) return null;
    const named = createHmac('sha256', nameKey)
      .update(`${key}\n${about.bytes}\n${about.modifiedAt.getTime()}`)
      .digest('hex');
    const blob = `${BLOBS}${named.slice(0, 2)}/${named}${ending}`;
    const known = index.files.get(key);
    if (known?.blob === blob && there.has(blob)) return known;
    const read = await store.read(key);
    if (!read) return null;
    const plain = measured(read.body);
    if (there.has(blob)) await pipeline(plain.content, new PassThrough().resume());
    else {
      const content = recipients.length > 0 ? await encrypt(plain.content, recipients) : plain.content;
      added.bytes += await putVerified(set, blob, content);
      added.files++;
    }
    const { bytes, sha256 } = plain.result();
    if (bytes !== about.bytes) throw new ArchiveError(`${key} changed while it was read. Run the command again.`);
    return { bytes, sha256, contentType: about.contentType, blob };
  };
  const name = `looproom-${createdAt.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const key = `${SNAPSHOTS}${name}.tar.gz${ending}`;
  const through = new PassThrough();
  const [{ manifest }] = await Promise.all([
    packInto(through, { ...options, keep }).then(async (packed) => {
      const blobs = Object.values(packed.manifest.stored ?? {}).map(({ blob }) => blob);
      await set.put(`${LISTS}${name}.gz`, gzipSync(blobs.toSorted().join('\n')), BINARY);
      return packed;
    }),
    putVerified(set, key, through).catch((error: unknown) => {
      through.destroy(error as Error);
      throw error;
    }),
  ]);
  await index.save(manifest.stored ?? {});
  return { manifest, snapshot: key, added };
}

/** How many backups stay: the last of so many days, ISO weeks and months. */
export interface Retention {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** The Monday of a day's week, as a day. */
function weekOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The snapshots that stay: the newest of each of the last days, weeks and months that have one. The newest of all stays.
 * @param names such as `2026-11-28T03-00-00`
 */
export function kept(names: readonly string[], { daily, weekly, monthly }: Retention): Set<string> {
  const newestFirst = [...names].toSorted().toReversed();
  const stays = new Set(newestFirst.slice(0, 1));
  for (const [count, periodOf] of [
    [daily, (day: string) => day],
    [weekly, weekOf],
    [monthly, (day: string) => day.slice(0, 7)],
  ] as const) {
    const periods = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(name.slice(0, 10));
      if (periods.has(period) || periods.size >= count) continue;
      periods.add(period);
      stays.add(name);
    }
  }
  return stays;
}

/**
 * Removes the snapshots that retention does not keep, and the blobs that no other names. No backup into the set may run
 * meanwhile.
 * @returns how many were removed
 */
export async function prune(set: BackupSet, retention: Retention): Promise<{ snapshots: number; blobs: number }> {
  const all = await snapshotsOf(set);
  const stays = kept(
    all.map(({ name }) => name),
    retention,
  );
  const removed = { snapshots: 0, blobs: 0 };
  for (const { key, name } of all.filter((one) => !stays.has(one.name))) {
    await set.remove(key);
    await set.remove(`${LISTS}looproom-${name}.gz`);
    removed.snapshots++;
  }
  const named = new Set<string>();
  for (const name of stays) {
    const list = await set.read(`${LISTS}looproom-${name}.gz`);
    // Without its list nobody knows what it needs.
    if (!list) return removed;
    for (const blob of (await text(list.body.pipe(createGunzip()))).split('\n')) named.add(blob);
  }
  const unnamed: string[] = [];
  for await (const { key } of set.list(BLOBS)) if (!named.has(key)) unnamed.push(key);
  for (const key of unnamed) {
    await set.remove(key);
    removed.blobs++;
  }
  return removed;
}

/** Bytes of a snapshot's archive and of the blobs that it needs, as they are stored. */
export async function storedBytes(
  set: BackupSet,
  { name, bytes }: Snapshot,
): Promise<{ archive: number; blobs: number }> {
  const list = await set.read(`${LISTS}looproom-${name}.gz`);
  const named = new Set(list ? (await text(list.body.pipe(createGunzip()))).split('\n') : []);
  let blobs = 0;
  for await (const blob of set.list(BLOBS)) if (named.has(blob.key)) blobs += blob.bytes;
  return { archive: bytes, blobs };
}

/**
 * Brings the files of a snapshot into a store, every checksum compared on the way.
 * @throws {ArchiveError} for one that is missing or damaged
 */
export async function restoreFiles(
  set: BackupSet,
  manifest: Manifest,
  identities: readonly string[],
  into: Pick<Storage, 'put' | 'remove'>,
): Promise<void> {
  for (const [key, { bytes, sha256, contentType, blob }] of Object.entries(manifest.stored ?? {})) {
    const plain = measured(await decrypt(blob, await contentOf(set, blob), identities));
    await into.put(key, plain.content, { contentType, bytes });
    const found = plain.result();
    if (found.sha256 === sha256 && found.bytes === bytes) continue;
    await into.remove(key);
    throw new ArchiveError(`${blob} is damaged: ${key} is not what was backed up.`);
  }
}
