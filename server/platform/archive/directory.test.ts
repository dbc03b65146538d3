import { describe, expect, it } from 'vitest';
import { type ZipPart, zipOfParts } from '#server/testing/zip.ts';
import { type ArchiveLimits, readDirectory, sorted } from './directory.ts';
import { memorySource } from './source.ts';

const limits: ArchiveLimits = { entries: 1000, unpackedBytes: 4 * 1024 ** 3 };
const file = (name: string | Buffer, more: Partial<ZipPart> = {}): ZipPart => ({
  name,
  content: Buffer.from('sound'),
  ...more,
});
const list = (zip: Buffer, other: Partial<ArchiveLimits> = {}) =>
  readDirectory(memorySource(zip), { ...limits, ...other });
const pathsOf = async (zip: Buffer): Promise<string[]> => (await list(zip)).entries.map(({ path }) => path);

/** The same archive, whose end says another number of entries. */
function withCount(zip: Buffer, count: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt16LE(count, zip.length - 14);
  changed.writeUInt16LE(count, zip.length - 12);
  return changed;
}

describe('a ZIP is listed', () => {
  it('from its directory, with folders and leftovers of systems left out', async () => {
    const zip = zipOfParts([
      { name: 'Kit/' },
      file('Kit/kick.wav'),
      file('Kit\\hats\\closed.wav', { deflated: true }),
      file('__MACOSX/Kit/._kick.wav'),
      file('Kit/.DS_Store'),
    ]);
    const { entries } = await list(zip);
    expect(entries.map(({ path, method, bytes }) => [path, method, bytes])).toEqual([
      ['Kit/kick.wav', 0, 5],
      ['Kit/hats/closed.wav', 8, 5],
    ]);
  });

  it('with zip64 sizes and places, a comment, and names in the old code page', async () => {
    const zip64 = zipOfParts([file('one.wav', { zip64: true }), file('two.wav')], {
      zip64: true,
      comment: 'Made by hand',
    });
    expect(await pathsOf(zip64)).toEqual(['one.wav', 'two.wav']);
    expect(await pathsOf(zipOfParts([file(Buffer.from([0x4b, 0x81, 0x2e, 0x77, 0x61, 0x76]), { flags: 0 })]))).toEqual([
      'Kü.wav',
    ]);
  });

  it('in the order of a reader: files before folders, 2 before 10', async () => {
    const zip = zipOfParts(['b/10.wav', 'b/2.wav', 'a/x/1.wav', 'a/z.wav', 'read me.txt'].map((name) => file(name)));
    expect(sorted((await list(zip)).entries).map(({ path }) => path)).toEqual([
      'read me.txt',
      'a/z.wav',
      'a/x/1.wav',
      'b/2.wav',
      'b/10.wav',
    ]);
  });
});

describe('a ZIP is refused, with a sentence that says what to do,', () => {
  const megabyte = 1024 * 1024;
  const cases: [string, Buffer, RegExp, Partial<ArchiveLimits>?][] = [
    ['when its end is missing', zipOfParts([file('a.wav')]).subarray(0, 60), /damaged.*pack it again/],
    ['when something lies behind its end', Buffer.concat([zipOfParts([file('a.wav')]), Buffer.of(0)]), /damaged/],
    ['when its directory is not one', Buffer.from(zipOfParts([file('a.wav')])).fill(7, 40, 60), /damaged/],
    ['when it says more entries than it has', withCount(zipOfParts([file('a.wav')]), 3), /damaged/],
    ['when it holds nothing', zipOfParts([{ name: 'Folder/' }]), /holds no files/],
    ['when it is locked', zipOfParts([file('a.wav', { flags: 0x801 })]), /password/],
    ['when it is locked with AES', zipOfParts([file('a.wav', { method: 99 })]), /password/],
    ['when it has nothing but names that lead out of it', zipOfParts([file('../kick.wav')]), /safely: "..\/kick\.wav"/],
    ['when an entry is a link', zipOfParts([file('passwords', { mode: 0o120777 })]), /a link instead of a file/],
    ['when an entry is a device', zipOfParts([file('null', { mode: 0o020666 })]), /a link/],
    [
      'when entries share their bytes',
      zipOfParts([file('a.wav'), file('b.wav', { at: 0 })]),
      /over each other at "b\.wav"/,
    ],
    [
      'when an entry reaches over the next',
      zipOfParts([file('a.wav', { packed: 40, bytes: 40 }), file('b.wav')]),
      /over each other/,
    ],
    [
      'when an entry reaches into the directory',
      zipOfParts([file('a.wav', { packed: 99, bytes: 99 })]),
      /over each other/,
    ],
    ['when stored sizes contradict', zipOfParts([file('a.wav', { bytes: 6 })]), /size that the list says: "a\.wav"/],
    [
      'when deflate could not unpack to that',
      zipOfParts([file('a.wav', { deflated: true, bytes: megabyte * 100 })]),
      /size that the list says/,
    ],
    [
      'when it unpacks to more than 100 times its size',
      zipOfParts([file('zeros.wav', { deflated: true, content: Buffer.alloc(megabyte * 80) })]),
      /100 times its size/,
    ],
    [
      'when it unpacks to more than the limit',
      zipOfParts([file('a.wav', { deflated: true, content: Buffer.alloc(megabyte * 2) })]),
      /more than 1 GB/,
      { unpackedBytes: megabyte },
    ],
    [
      'when it has more entries than allowed',
      zipOfParts([file('a.wav'), file('b.wav')]),
      /more than 1 entries/,
      { entries: 1 },
    ],
  ];
  it.each(cases)('%s', async (_title, zip, sentence, other) => {
    await expect(list(zip, other)).rejects.toThrow(sentence);
  });

  it('when it has more than 100,000 entries, before any of them is read', async () => {
    const zip = zipOfParts([file('a.wav')], { zip64: true });
    // The number of entries in the record of zip64, 98 bytes before the end.
    zip.writeBigUInt64LE(100_001n, zip.length - 22 - 20 - 56 + 24);
    zip.writeBigUInt64LE(100_001n, zip.length - 22 - 20 - 56 + 32);
    await expect(list(zip, { entries: 100_000 })).rejects.toThrow(/more than 100,000 entries/);
  });

  it('whatever single byte of it is damaged: it is listed or refused, and nothing else happens', async () => {
    const whole = zipOfParts([file('kit/a.wav', { deflated: true }), file('kit/b.wav', { zip64: true })]);
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = damaged[at]! ^ 0xff;
      const error: unknown = await list(damaged).then(
        () => null,
        (refused: unknown) => refused,
      );
      if (error !== null) expect((error as Error).name, `byte ${at}: ${String(error)}`).toBe('ArchiveRefused');
    }
  });
});

describe('an encrypted archive is refused by each of its marks alone (APPNOTE 4.4.4)', () => {
  it.each([
    ['encryption, bit 0', 0x0001],
    ['strong encryption, bit 6', 0x0040],
    ['a hidden directory, bit 13', 0x2000],
  ])('%s', async (_mark, flag) => {
    const zip = zipOfParts([file('kit/a.wav'), file('kit/b.wav', { flags: 0x800 | flag })]);
    await expect(list(zip)).rejects.toThrow(/password|encrypted/i);
  });
});
