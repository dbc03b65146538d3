import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Storage, checkKey } from '#platform/server/storage/storage.ts';
import { decrypt, encrypt } from './encryption.ts';
import {
  type Manifest,
  type SavedDatabase,
  type SavedFile,
  ArchiveError,
  MANIFEST,
  NotReadable,
  formerFormat,
  parseManifest,
} from './manifest.ts';
import type { Piece } from './tables.ts';
import tar from 'tar-stream';
import { type TarEntry, TarError, addEntry, readTar } from './tar.ts';

/** What a data folder holds beside its database. */
export const parts = ['files', 'outbox', 'secret'] as const;
/** The folder of a former format's database: a copy of what one version of the engine had on its disk. */
const FORMER_DATABASE = 'postgres';
/** Bytes of the manifest that are read back: millions of files. */
const MAX_MANIFEST_BYTES = 512 * 1024 * 1024;
/** An entry that is a part of a table: `schema.table`, and a number from 1. */
const pieceOf = /^database\/([a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*)\/[1-9]\d*\.copy$/;
/** Files that are being written; complete ones have another name. */
const unfinished = /\.part(\.meta)?$/;
/** Beside each stored file: its content type. */
const META = '.meta';
const READ_BYTES = 256 * 1024;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Null for what has been removed meanwhile. */
async function orGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether a key is one that the site gives to members' files: a bucket may hold other things beside them. */
function isKey(key: string): boolean {
  try {
    checkKey(key);
    return true;
  } catch {
    return false;
  }
}

/** Puts a site into an archive, piece by piece, and ends it; `manifest` fills meanwhile. */
async function fill(
  archive: tar.Pack,
  { dataDir, pieces, store = null, keep = null }: PackOptions,
  manifest: Manifest,
): Promise<void> {
  const { files } = manifest;
  const createdAt = Date.parse(manifest.createdAt);
  /** Members upload and remove files meanwhile; nobody changes the secret. */
  const isLive = (name: string): boolean => /^(files|outbox)(\/|$)/.test(name);
  const changed = (name: string): ArchiveError =>
    new ArchiveError(`${name} changed while it was read. Run the command again.`);

  async function folder(name: string, mode: number, modifiedAt: number): Promise<void> {
    await addEntry(archive, { name, kind: 'folder', bytes: 0, mode }, modifiedAt);
    const names = await orGone(readdir(path.join(dataDir, name)));
    if (names === null && !isLive(name)) throw changed(name);
    const below = new Set((names ?? []).filter((entry) => !unfinished.test(entry)));
    // A file gets its name after its description has one, but a list that is read meanwhile may hold the file alone.
    if (name.startsWith('files/')) for (const entry of below) if (!entry.endsWith(META)) below.add(`${entry}${META}`);
    for (const entry of [...below].toSorted()) await anything(`${name}/${entry}`);
  }

  /** Appends a file and notes its checksum. @throws {ArchiveError} where it is not as long as it was */
  async function file(
    name: string,
    bytes: number,
    mode: number,
    modifiedAt: number,
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): Promise<void> {
    const hash = createHash('sha256');
    async function* hashed(): AsyncGenerator<Buffer> {
      let read = 0;
      for await (const piece of content) {
        read += piece.length;
        hash.update(piece);
        yield piece;
      }
      if (read !== bytes) throw changed(name);
    }
    await addEntry(archive, { name, kind: 'file', bytes, mode }, modifiedAt, hashed());
    files[name] = { bytes, sha256: hash.digest('hex') };
  }

  async function anything(name: string): Promise<void> {
    const stats = await orGone(stat(path.join(dataDir, name)));
    if (stats?.isDirectory()) return await folder(name, stats.mode, stats.mtimeMs);
    if (stats && !stats.isFile()) throw new ArchiveError(`${name} is neither file nor folder: move it away.`);
    const handle = stats && (await orGone(open(path.join(dataDir, name), 'r')));
    if (!handle) {
      if (isLive(name)) return;
      throw changed(name);
    }
    try {
      const { size, mode, mtimeMs } = await handle.stat();
      const range = { autoClose: false, start: 0, end: size - 1, highWaterMark: READ_BYTES };
      await file(name, size, mode, mtimeMs, size === 0 ? [] : handle.createReadStream(range));
    } finally {
      await handle.close();
    }
  }

  /** Appends the files of a store, each with its content type beside it as the data folder has it. */
  async function stored(from: Pick<Storage, 'list' | 'read' | 'stat'>): Promise<void> {
    for await (const { key, modifiedAt } of from.list('')) {
      if (!isKey(key)) continue;
      if (keep) {
        const kept = await keep(key);
        if (kept) manifest.stored![key] = kept;
        continue;
      }
      const about = await from.stat(key);
      const read = about && (await from.read(key));
      if (!read) continue;
      await file(`files/${key}`, read.bytes, 0o600, modifiedAt.getTime(), read.body);
      const meta = Buffer.from(JSON.stringify({ contentType: about.contentType }));
      await file(`files/${key}${META}`, meta.length, 0o600, modifiedAt.getTime(), [meta]);
    }
  }

  // The database first, so that every file that it names is there, and its snapshot is soon given up.
  for await (const { name, bytes, content } of pieces) await file(name, bytes, 0o600, createdAt, content);
  for (const part of parts) {
    if (part === 'files' && store) await stored(store);
    else if (await orGone(stat(path.join(dataDir, part)))) await anything(part);
  }
  const text = Buffer.from(JSON.stringify(manifest));
  await addEntry(archive, { name: MANIFEST, kind: 'file', bytes: text.length, mode: 0o600 }, createdAt, [text]);
  archive.finalize();
}

/** The facts of a backup that are known before it is made. */
export interface PackOptions {
  readonly dataDir: string;
  readonly version: string;
  readonly createdAt: Date;
  /** The rows of the database, as they were at one moment. */
  readonly pieces: AsyncIterable<Piece>;
  /** What the database is, completely once `pieces` are read. */
  readonly database: SavedDatabase;
  /** Where members' files are stored; null and when not given: in the data folder. */
  readonly store?: Pick<Storage, 'list' | 'read' | 'stat'> | null;
  /** Puts a file of the store beside the archive instead of into it. Null for one that was removed meanwhile. */
  readonly keep?: ((key: string) => Promise<SavedFile | null>) | null;
  /** Public keys of age that it is encrypted for; none: it is not encrypted. */
  readonly recipients?: readonly string[];
}

/** The failure of a backup, as a sentence. @param place what it is written to */
function inWordsOfPack(error: unknown, place: string): unknown {
  if (codeOf(error) === 'ENOSPC')
    return new ArchiveError(`There is no room for ${place}. Make room, or name another place.`);
  if (/^E[A-Z]+$/.test(codeOf(error)))
    return new ArchiveError(`The backup could not be made: ${(error as Error).message}.`);
  return error;
}

/**
 * Streams a backup of a site (tar, gzip, encrypted for public keys of age where there are some) into `target` and ends
 * it. Members may upload and remove files meanwhile: what is removed before its turn is left out.
 * @returns the manifest, and the SHA-256 of what was written
 * @throws {ArchiveError}
 */
export async function packInto(
  target: Writable,
  options: PackOptions,
): Promise<{ readonly manifest: Manifest; readonly sha256: string }> {
  const { recipients = [] } = options;
  const manifest: Manifest = {
    format: options.keep ? 'looproom-backup-3' : 'looproom-backup-2',
    version: options.version,
    createdAt: options.createdAt.toISOString(),
    database: options.database,
    files: {},
    ...(options.keep && { stored: {} }),
  };
  const hash = createHash('sha256');
  async function* hashed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of content) {
      hash.update(part);
      yield part;
    }
  }
  const archive = tar.pack();
  const gzip = createGzip();
  const content: Readable = recipients.length > 0 ? await encrypt(gzip, recipients) : gzip;
  await Promise.all([
    pipeline(archive, gzip).catch((error: unknown) => {
      content.destroy(error as Error);
      throw error;
    }),
    pipeline(content, hashed, target).catch((error: unknown) => {
      archive.destroy(error as Error);
      throw error;
    }),
    fill(archive, options, manifest).catch((error: unknown) => {
      archive.destroy(error as Error);
      throw error;
    }),
  ]).catch((error: unknown) => {
    throw inWordsOfPack(error, 'the backup');
  });
  return { manifest, sha256: hash.digest('hex') };
}

/** @throws {ArchiveError} where a file is not what was written: a disk that lies is found before the backup is needed */
async function compareWritten(file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: READ_BYTES }), hash);
  if (hash.digest('hex') !== sha256) throw new ArchiveError(`${file} is not what was written: its disk is damaged.`);
}

/** Packs a site into `file`, which appears whole or not at all and is readable for its owner only. @throws {ArchiveError} */
export async function pack(file: string, options: PackOptions): Promise<Manifest> {
  const draft = `${file}.${process.pid}.part`;
  try {
    const { manifest, sha256 } = await packInto(
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
      options,
    );
    // What was written is read back before it gets its name; what nobody here can decrypt, byte for byte.
    if ((options.recipients ?? []).length > 0) await compareWritten(draft, sha256);
    else await readArchive(archiveFile(draft), null);
    await rename(draft, file);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw inWordsOfPack(error, file);
  }
}

/** Size and checksum of an entry's content, which is written to `target` on the way, where there is one. */
async function receive(entry: TarEntry, target: FileHandle | null): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const piece of entry.content) {
    hash.update(piece);
    // At the handle's own position, and whole: `write` alone may write less.
    await target?.appendFile(piece);
  }
  return { bytes: entry.bytes, sha256: hash.digest('hex') };
}

/** Extracts a file or folder of an archive below `draft`, which no other process writes to. @throws {ArchiveError} */
async function extract(file: string, draft: string, entry: TarEntry): Promise<{ bytes: number; sha256: string }> {
  const place = path.join(draft, entry.name);
  try {
    // A file's owner can always read and write it, a folder's open it, whatever the archive says.
    if (entry.kind === 'folder') {
      await mkdir(place, { recursive: true, mode: (entry.mode & 0o777) | 0o700 });
      return await receive(entry, null);
    }
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    const handle = await open(place, 'wx', (entry.mode & 0o777) | 0o600);
    try {
      return await receive(entry, handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw inOurWords(file, error, true);
  }
}

/** An archive that can be read, more than once. */
export interface Archive {
  /** For messages. */
  readonly name: string;
  /** Private keys of age that open it, where it is encrypted. */
  readonly identities: readonly string[];
  open(): Promise<Readable>;
}

/** An archive in a file. @param identities private keys of age, for one that is encrypted */
export const archiveFile = (name: string, identities: readonly string[] = []): Archive => ({
  name,
  identities,
  open: () => Promise.resolve(createReadStream(name, { highWaterMark: READ_BYTES })),
});

/** The entries of an archive, one after the other. @throws {ArchiveError} as their contents do */
async function* entriesOf({ name: file, identities, open: openArchive }: Archive): AsyncGenerator<TarEntry> {
  let hasBegun = false;
  const gunzip = createGunzip();
  const content = await openArchive()
    .then((source) => decrypt(file, source, identities))
    .catch((error: unknown) => {
      throw inOurWords(file, error, false);
    });
  // The failure of either stream reaches whoever reads the second.
  pipeline(content, gunzip).catch(() => {});
  async function* inWords<T>(read: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* read;
    } catch (error) {
      throw inOurWords(file, error, hasBegun);
    }
  }
  try {
    for await (const entry of inWords(readTar(gunzip))) {
      hasBegun = true;
      yield { ...entry, content: inWords(entry.content) };
    }
  } finally {
    gunzip.destroy();
  }
}

/**
 * Reads an archive to its end and compares every file with the archive's own list.
 * @param draft folder that files and folders are put into, the database left out; null to compare only
 * @throws {ArchiveError} for what is no backup, is damaged, or holds anything that a backup does not
 */
async function readArchive(archive: Archive, draft: string | null): Promise<Manifest> {
  const { name: file } = archive;
  const hashes = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | null = null;
  for await (const entry of entriesOf(archive)) {
    if (entry.name === MANIFEST) {
      manifest = await readManifest(file, entry);
      continue;
    }
    checkName(file, entry.name);
    if (hashes.has(entry.name)) throw new ArchiveError(`${file} is damaged: it holds ${entry.name} twice.`);
    const isKept = draft !== null && !isOfDatabase(entry.name);
    const measured = isKept ? await extract(file, draft, entry) : await receive(entry, null);
    if (entry.kind === 'file') hashes.set(entry.name, measured);
  }
  if (manifest === null) throw new ArchiveError(`${file} is no backup of Looproom: it has no list of its files.`);
  for (const [name, { sha256 }] of hashes) {
    const known = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
    if (!known) throw new ArchiveError(`${file} holds ${JSON.stringify(name)}, which its own list does not name.`);
    if (sha256 !== known.sha256) throw new ArchiveError(`${file} is damaged: ${name} is not what was backed up.`);
  }
  const missing = Object.keys(manifest.files).find((name) => !hashes.has(name));
  if (missing !== undefined) throw new ArchiveError(`${file} is damaged: ${missing} is not in it.`);
  return manifest;
}

/** Whether an entry is a part of a table. */
const isOfDatabase = (name: string): boolean => pieceOf.test(name);

/** Only what a backup holds, and only below the folder that it is unpacked into. @throws {ArchiveError} */
function checkName(file: string, name: string): void {
  if (name === FORMER_DATABASE || name.startsWith(`${FORMER_DATABASE}/`)) throw formerFormat(file);
  if (isOfDatabase(name)) return;
  const segments = name.split('/');
  const isOurs = parts.some((part) => part === segments[0]) && !/[\\\u0000]/.test(name);
  if (!isOurs || segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw new ArchiveError(`${file} is no backup of Looproom: it holds ${JSON.stringify(name)}.`);
}

/** The error message of an archive, as a sentence that says what to do. */
function inOurWords(file: string, error: unknown, hasBegun: boolean): unknown {
  const code = codeOf(error);
  if (error instanceof ArchiveError) return error;
  if (code === 'ENOSPC') return new NotReadable('There is no room to unpack the backup. Make room and run it again.');
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new ArchiveError(`${file} is damaged: it holds a name twice. Use another backup.`);
  if (/^E[A-Z]+$/.test(code)) return new NotReadable(`${file} cannot be read: ${(error as Error).message}.`);
  const isTorn = code === 'Z_BUF_ERROR';
  if (!isTorn && !code.startsWith('Z_') && !(error instanceof TarError)) return error;
  if (!hasBegun && !isTorn && !(error instanceof TarError))
    return new ArchiveError(`${file} is no backup of Looproom, or its beginning is damaged. Use another backup.`);
  const why = error instanceof TarError ? error.message : isTorn ? 'it is cut short' : 'its checksum is wrong';
  return new ArchiveError(`${file} is damaged: ${why}. Copy it again, or use another backup.`);
}

/**
 * Unpacks a backup into a new folder and compares every file with its checksum.
 * @param draft is there and empty; left to the caller to remove when this throws
 * @throws {ArchiveError} for what is no backup, is damaged, or holds anything that a backup does not.
 */
export async function unpack(archive: Archive, draft: string): Promise<Manifest> {
  const manifest = await readArchive(archive, draft);
  await syncAll(
    draft,
    Object.keys(manifest.files).filter((name) => !isOfDatabase(name)),
  );
  return manifest;
}

/**
 * Reads the tables of an archive that `unpack` has compared, and compares their parts once more on the way.
 * @throws {ArchiveError} where it is another by now
 */
export async function* readPieces(
  archive: Archive,
  manifest: Manifest,
): AsyncGenerator<{ table: string; content: AsyncIterable<Buffer> }> {
  const waiting = new Set(Object.keys(manifest.files).filter(isOfDatabase));
  const entries = entriesOf(archive);
  // Nobody has to read all files once more: they come behind the tables.
  while (waiting.size > 0) {
    const next = await entries.next();
    const entry = next.done ? null : next.value;
    const hash = createHash('sha256');
    if (entry !== null && waiting.delete(entry.name)) {
      async function* content(): AsyncGenerator<Buffer> {
        for await (const part of entry!.content) {
          hash.update(part);
          yield part;
        }
      }
      yield { table: pieceOf.exec(entry.name)![1]!, content: content() };
      if (hash.digest('hex') === manifest.files[entry.name]!.sha256) continue;
    }
    throw new NotReadable(`${archive.name} was changed while it was read. Run the command again.`);
  }
  await entries.return(undefined);
}

/** Puts files on the disk, so that they last through a power cut; side by side the disk takes many at once. */
async function syncAll(draft: string, names: readonly string[]): Promise<void> {
  const waiting = names.values();
  const work = async (): Promise<void> => {
    for (const name of waiting) {
      // Windows cannot sync what is open for reading only.
      const handle = await open(path.join(draft, name), 'r+');
      await handle.sync();
      await handle.close();
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function readManifest(file: string, entry: TarEntry): Promise<Manifest> {
  if (entry.bytes > MAX_MANIFEST_BYTES) throw new ArchiveError(`${file} is damaged: its list of files is too long.`);
  const pieces: Buffer[] = [];
  for await (const piece of entry.content) pieces.push(piece);
  return parseManifest(file, Buffer.concat(pieces).toString('utf8'));
}
