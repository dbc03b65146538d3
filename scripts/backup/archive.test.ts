import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { migrationsFolder } from '#platform/server/db/migrate.ts';
import { makeDiskStorage } from '#platform/server/storage/disk.ts';
import { type PackOptions, archiveFile, pack as packAll, readPieces, unpack as unpackArchive } from './archive.ts';
import { migrationsOf } from './load.ts';
import { ArchiveError, type Manifest } from './manifest.ts';
import type { Piece } from './tables.ts';

const place = mkdtempSync(path.join(tmpdir(), 'looproom-archive-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const users = { name: 'public.users', columns: ['id'], rows: 3, partitions: [] };
const pieces: readonly Piece[] = ['1\n2\n', '3\n'].map((text, at) => ({
  name: `database/public.users/${at + 1}.copy`,
  bytes: text.length,
  content: [Buffer.from(text)],
}));

const unpack = (file: string, draft: string): Promise<Manifest> => unpackArchive(archiveFile(file), draft);

/** Packs a data folder, with a database of one table. */
function pack(dataDir: string, file: string, more: Partial<PackOptions> = {}): Promise<Manifest> {
  async function* read(): AsyncGenerator<Piece> {
    yield* pieces;
  }
  const database = { server: '15.0', migrations: [], tables: [users], sequences: [] };
  const about = { version: '1.0.0', createdAt: new Date('2026-01-02T03:04:05Z') };
  return packAll(file, { dataDir, pieces: read(), database, ...about, ...more });
}

let folderCount = 0;
/** A new, empty folder. */
function folder(): string {
  const name = path.join(place, `folder-${folderCount++}`);
  mkdirSync(name);
  return name;
}

/** Checksum of every file below a folder, by path. */
function contents(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [path.relative(root, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

/** A data folder with some files, a folder without any, and a secret. */
function dataFolder(): string {
  const data = folder();
  for (let at = 0; at < 12; at++) {
    mkdirSync(path.join(data, `files/audio/${at}`), { recursive: true });
    writeFileSync(path.join(data, `files/audio/${at}/sound.wav`), randomBytes(1500 * at));
    writeFileSync(path.join(data, `files/audio/${at}/sound.wav.meta`), '{"contentType":"audio/wav"}');
  }
  const long = `files/${'deep/'.repeat(30)}`;
  mkdirSync(path.join(data, long), { recursive: true });
  writeFileSync(path.join(data, long, 'schöner-name.png'), 'a path of more than a hundred bytes');
  writeFileSync(path.join(data, 'secret'), 'secret', { mode: 0o600 });
  mkdirSync(path.join(data, 'outbox'), { mode: 0o700 });
  // The database's own folder, of which nothing is copied.
  mkdirSync(path.join(data, 'postgres'));
  writeFileSync(path.join(data, 'postgres/PG_VERSION'), '17\n');
  return data;
}

/** An archive by hand, with entries that `pack` would never write. */
async function archive(
  entries: readonly { name: string; text?: string; type?: tar.Headers['type'] }[],
): Promise<string> {
  const packed = tar.pack();
  for (const { name, text = '', type } of entries)
    packed.entry({ name, mode: 0o600, ...(type && { type, linkname: 'x' }) }, text);
  packed.finalize();
  const file = path.join(place, `archive-${folderCount++}.tar.gz`);
  writeFileSync(file, gzipSync(await buffer(packed)));
  return file;
}

test('what is packed comes back whole: contents, empty folders, modes, long names', async () => {
  const data = dataFolder();
  const file = path.join(place, 'whole.tar.gz');
  const manifest = await pack(data, file);
  expect(Object.keys(manifest.files)).toHaveLength(28);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = folder();
  expect(await unpack(file, target)).toEqual(manifest);
  rmSync(path.join(data, 'postgres'), { recursive: true });
  expect(contents(target)).toEqual(contents(data));
  expect(readdirSync(path.join(target, 'outbox'))).toEqual([]);
  expect(statSync(path.join(target, 'outbox')).mode & 0o777).toBe(0o700);
  const rows: string[] = [];
  for await (const { table, content } of readPieces(archiveFile(file), manifest)) {
    let text = '';
    for await (const part of content) text += part.toString();
    rows.push(`${table}: ${text}`);
  }
  expect(rows).toEqual(['public.users: 1\n2\n', 'public.users: 3\n']);
});

test('the tables of an archive that was exchanged after it had been compared are not taken', async () => {
  const file = path.join(place, 'exchanged.tar.gz');
  const manifest = await pack(dataFolder(), file);
  const read = async (): Promise<void> => {
    for await (const { content } of readPieces(archiveFile(file), manifest))
      for await (const part of content) expect(part).toBeDefined();
  };
  await read();
  const other = [{ ...pieces[0]!, content: [Buffer.from('1\n9\n')] }, pieces[1]!];
  rmSync(file);
  await pack(dataFolder(), file, { pieces: Readable.from(other) });
  await expect(read()).rejects.toThrow(/was changed while it was read/);
  rmSync(file);
  await pack(dataFolder(), file, { pieces: Readable.from([pieces[0]!]) });
  await expect(read()).rejects.toThrow(/was changed while it was read/);
});

test('a backup is made while members upload and remove files, and every file in it is whole', async () => {
  const data = dataFolder();
  const storage = makeDiskStorage(path.join(data, 'files'), async () => ({ free: 1e12, total: 1e12, reserve: 0 }));
  const meta = { contentType: 'audio/wav' };
  for (let at = 0; at < 20; at++) await storage.put(`audio/old/${at}.wav`, randomBytes(2_000), meta);
  // Takes some time to pack, so that uploads happen meanwhile.
  await storage.put('audio/long.wav', randomBytes(12_000_000), meta);
  const over = new AbortController();
  let uploads = 0;
  const load = async (member: number): Promise<void> => {
    for (; !over.signal.aborted; uploads++) {
      await storage.put(`audio/new/${member}-${uploads}.wav`, randomBytes(2_000), meta);
      await storage.put('audio/same.wav', randomBytes(1_500), meta);
      if (uploads % 3 === 0) await storage.remove(`audio/old/${uploads % 20}.wav`);
      await turn();
    }
  };
  const loads = [load(0), load(1)];
  try {
    for (let round = 0; round < 2; round++) {
      const file = path.join(place, `loaded-${round}.tar.gz`);
      const { files } = await pack(data, file);
      const target = folder();
      await unpack(file, target);
      const names = Object.keys(files).filter((name) => name.startsWith('files/audio/'));
      expect(names.length).toBeGreaterThan(20);
      for (const name of names.filter((one) => !one.endsWith('.meta')))
        expect(JSON.parse(readFileSync(path.join(target, `${name}.meta`), 'utf8'))).toEqual(meta);
    }
  } finally {
    over.abort();
    await Promise.all(loads);
  }
  expect(uploads).toBeGreaterThan(5);
});

describe('an archive is refused in words of ours', () => {
  let whole: Buffer;
  beforeAll(async () => {
    const file = path.join(place, 'good.tar.gz');
    await pack(dataFolder(), file);
    whole = readFileSync(file);
  });
  /** Why an archive is refused; the sentence names the file, a reason, and nothing of a library or a program. */
  const refusalOf = async (bytes: Buffer): Promise<string> => {
    const file = path.join(place, `bad-${folderCount++}.tar.gz`);
    writeFileSync(file, bytes);
    const error = await unpack(file, folder()).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ArchiveError);
    const { message } = error as ArchiveError;
    expect(message).toContain(file);
    expect(message).not.toMatch(/tar failed|zlib|Z_|header check|unexpected end/i);
    return message;
  };

  test('when it is cut short, wherever', async () => {
    for (const share of [0, 0.01, 0.3, 0.7, 0.999])
      expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * share)))).toContain('cut short');
    const plain = gunzipSync(whole);
    expect(await refusalOf(gzipSync(plain.subarray(0, 4096 + 100)))).toContain('cut short');
  });

  const isSame = (bytes: Buffer, plain: Buffer): boolean => {
    try {
      return gunzipSync(bytes).equals(plain);
    } catch {
      return false;
    }
  };

  test('when one bit of it is another, wherever', async () => {
    const plain = gunzipSync(whole);
    for (let round = 0; round < 16; round++) {
      const bytes = Buffer.from(whole);
      // The first ten bytes hold a time and a system, of which nobody reads anything.
      const at = 10 + Math.floor(((bytes.length - 10) * round) / 16);
      bytes[at]! ^= 1 << (round % 8);
      // A bit may describe a letter of the compression that nothing uses: then nothing is damaged.
      if (!isSame(bytes, plain)) await refusalOf(bytes);
    }
    // Compressed again: only the checksum of the file itself differs.
    plain[plain.indexOf('secret', 0, 'latin1') + 512]! ^= 1;
    expect(await refusalOf(gzipSync(plain))).toMatch(/is damaged/);
  });

  test('when it is something else', async () => {
    expect(await refusalOf(Buffer.from('no archive at all'))).toContain('is no backup of Looproom');
    expect(await refusalOf(gzipSync('no archive at all'))).toContain('cut short');
    expect(await refusalOf(readFileSync(await archive([{ name: 'notes.txt', text: 'x' }])))).toContain('"notes.txt"');
    expect(await refusalOf(readFileSync(await archive([{ name: 'secret', text: 'x' }])))).toContain(
      'no list of its files',
    );
  });

  test('when it is of another format or a newer version, and says what to do', async () => {
    const said = (manifest: object): Promise<string> =>
      archive([{ name: 'looproom-backup.json', text: JSON.stringify(manifest) }]);
    const rest = { version: '9.9.9', createdAt: '2026-01-02T03:04:05Z', files: {} };
    const database = { server: '15.0', migrations: [], tables: [], sequences: [] };
    const ours = { format: 'looproom-backup-2', ...rest, database };
    await unpack(await said(ours), folder());
    for (const [file, words] of [
      [
        await archive([{ name: 'postgres/PG_VERSION', text: '17' }]),
        /format 1, .*restore it with the version that made it/,
      ],
      [await said({ format: 'looproom-backup-1', ...rest, database: 'server' }), /format 1, .*make a new backup/],
      [
        await said({ format: 'looproom-backup-4' }),
        /format 4, made by a newer version of Looproom\. Restore it with that/,
      ],
      [await said({ ...ours, database: 'server' }), /cannot be read/],
      // Names of the list get into statements.
      [
        await said({ ...ours, database: { ...database, tables: [{ ...users, name: 'public.users; DROP' }] } }),
        /cannot be read/,
      ],
      [
        await said({ ...ours, database: { ...database, tables: [{ ...users, columns: ['id") FROM'] }] } }),
        /cannot be read/,
      ],
      [
        await said({
          ...ours,
          database: {
            ...database,
            tables: [{ ...users, partitions: [{ name: 'a', bound: "DEFAULT; DROP TABLE 'x'" }] }],
          },
        }),
        /cannot be read/,
      ],
      [await archive([{ name: 'database/users/1.copy', text: '1\n' }]), /is no backup of Looproom: it holds/],
    ] as const) {
      const target = folder();
      await expect(unpack(file, target)).rejects.toThrow(words);
      expect(readdirSync(target)).toEqual([]);
    }
  });

  test('when it would write outside its folder, and nothing is written there', async () => {
    const outside = [
      '../escaped',
      'files/../../escaped',
      '/tmp/escaped',
      'files//x',
      './files/x',
      'files\\..\\x',
      'files/..',
    ];
    for (const name of outside) {
      const file = await archive([{ name, text: 'x' }]);
      const target = path.join(folder(), 'inner');
      mkdirSync(target);
      await expect(unpack(file, target)).rejects.toThrow(/is no backup of Looproom: it holds/);
      expect(readdirSync(path.dirname(target))).toEqual(['inner']);
      expect(readdirSync(target)).toEqual([]);
    }
    for (const type of ['link', 'symlink', 'character-device', 'fifo'] as const)
      await expect(unpack(await archive([{ name: 'files/link', type }]), folder())).rejects.toThrow(
        /neither file nor folder/,
      );
    await expect(unpack(await archive([{ name: 'files/a' }, { name: 'files/a' }]), folder())).rejects.toThrow(/twice/);
    await expect(unpack(await archive([{ name: 'files/a' }, { name: 'files/a/b' }]), folder())).rejects.toThrow(
      /twice/,
    );
  });
});

test('a backup of before the first release is restored by the migration that its own became', () => {
  const last = '0058_resting_credits_exact_archives_near_texts.sql';
  const hash = '450ec7f90d7789697d34484a94ba048c2c1650c7cc6e74cda2203de2a829efbb';
  const of = (migrations: { name: string; hash: string }[]): string[] =>
    migrationsOf(
      'a.tar.gz',
      { version: '0.1.0', database: { migrations } } as Manifest,
      migrationsFolder({ root: packageRoot() }),
    ).map(({ name }) => name);
  expect(
    of([
      { name: '0001_start.sql', hash: 'any' },
      { name: last, hash },
    ]),
  ).toEqual(['0001_init.sql']);
  for (const other of [
    { name: last, hash: 'other' },
    { name: '0057_other.sql', hash },
  ])
    expect(() => of([other])).toThrow('which this version does not know');
});
