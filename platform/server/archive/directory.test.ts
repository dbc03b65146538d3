import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encoded } from '#site/testing/encoded.ts';
import { type ZipPart, extraField, zipOfParts } from '#site/testing/zip.ts';
import { type ArchiveEntry, type ArchiveLimits, readDirectory, sorted } from './directory.ts';
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
    ['when its directory is not one', Buffer.from(zipOfParts([file('a.wav')])).fill(7, 40, 60), /damaged/],
    ['when it says more entries than it has', withCount(zipOfParts([file('a.wav')]), 3), /damaged/],
    ['when it holds nothing', zipOfParts([{ name: 'Folder/' }]), /holds no files/],
    ['when it is locked', zipOfParts([file('a.wav', { flags: 0x801 })]), /password/],
    ['when it is locked with AES', zipOfParts([file('a.wav', { method: 99 })]), /password/],
    ['when it has nothing but names that lead out of it', zipOfParts([file('../kick.wav')]), /safely: "..\/kick\.wav"/],
    [
      'when it holds nothing but a link',
      zipOfParts([file('passwords', { mode: 0o120777 })]),
      /a link instead of a file/,
    ],
    ['when it holds nothing but a device', zipOfParts([file('null', { mode: 0o020666 })]), /a link/],
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

/** Where the header of the directory begins that has a name. */
const headerAt = (zip: Buffer, number = 0): number => {
  let at = -1;
  for (let index = 0; index <= number; index++) at = zip.indexOf('PK\u0001\u0002', at + 1, 'latin1');
  return at;
};
/** The same archive, with other bytes in a header of its directory. */
function withHeader(zip: Buffer, change: (header: Buffer) => void, number = 0): Buffer {
  const changed = Buffer.from(zip);
  change(changed.subarray(headerAt(changed, number)));
  return changed;
}
const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), at * 8);
  return bytes;
};

describe('sizes of zip64 (APPNOTE 4.5.3)', () => {
  const isFull =
    (...places: readonly number[]) =>
    (header: Buffer) => {
      for (const place of places) header.writeUInt32LE(0xffffffff, place);
    };
  const [PACKED, BYTES, OFFSET] = [20, 24, 42];
  const zipWith = (...fields: readonly Buffer[]): Buffer =>
    zipOfParts([file('a.wav'), file('b.wav', { extra: Buffer.concat(fields.map((field) => extraField(1, field))) })]);
  const second = async (zip: Buffer) => (await list(zip)).entries[1];
  // A header of 30 bytes, a name of five and a content of five lie before it.
  const expected = { path: 'b.wav', bytes: 5, packed: 5, offset: 40 };

  it('are in the order of those that the header leaves out, and only of those', async () => {
    expect(await second(withHeader(zipWith(numbers(40)), isFull(OFFSET), 1))).toMatchObject(expected);
    expect(await second(withHeader(zipWith(numbers(5, 40)), isFull(PACKED, OFFSET), 1))).toMatchObject(expected);
    expect(await second(withHeader(zipWith(numbers(5, 5)), isFull(PACKED, BYTES), 1))).toMatchObject(expected);
    // What nobody asks for is not read, however odd.
    expect(await second(zipWith(numbers(7), numbers(7)))).toMatchObject(expected);
  });

  it('are refused where they are said twice, or are too short', async () => {
    await expect(list(withHeader(zipWith(numbers(40), numbers(40)), isFull(OFFSET), 1))).rejects.toThrow(/damaged/);
    await expect(list(withHeader(zipWith(numbers(5)), isFull(PACKED, OFFSET), 1))).rejects.toThrow(/damaged/);
    await expect(list(withHeader(zipWith(numbers(5).subarray(0, 7)), isFull(BYTES), 1))).rejects.toThrow(/damaged/);
  });
});

describe('a second name in Unicode', () => {
  const named = (name: string, { version = 1, of = 'own.wav', cut = 0 } = {}): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(version, 0);
    head.writeUInt32LE(crc32(Buffer.from(of)), 1);
    const field = Buffer.concat([head, Buffer.from(name)]);
    return extraField(0x7075, cut > 0 ? field.subarray(0, cut) : field);
  };
  const read = async (...fields: readonly Buffer[]) => {
    const { entries, isExact } = await list(zipOfParts([file('own.wav', { extra: Buffer.concat(fields) })]));
    return [entries[0]!.path, isExact];
  };

  it('counts where it is that of the header’s name; of several the last one', async () => {
    expect(await read(named('kück.wav'))).toEqual(['kück.wav', false]);
    expect(await read(named('kück.wav'), named('kïck.wav'))).toEqual(['kïck.wav', false]);
    // The same name is no other one.
    expect(await read(named('own.wav'))).toEqual(['own.wav', true]);
  });

  it('counts nothing with another version, of another name, or without a letter', async () => {
    expect(await read(named('kück.wav', { version: 2 }))).toEqual(['own.wav', true]);
    expect(await read(named('kück.wav', { of: 'other.wav' }))).toEqual(['own.wav', true]);
    expect(await read(named('kück.wav', { cut: 5 }))).toEqual(['own.wav', true]);
    expect(await read(named('kück.wav', { cut: 4 }))).toEqual(['own.wav', true]);
  });
});

describe('a header of the directory', () => {
  it('may have the mode of a file or a folder, of Unix and of Darwin, and of nothing else', async () => {
    expect(await pathsOf(zipOfParts([file('a.wav', { mode: 0o100644 }), { name: 'Kit/', mode: 0o040755 }]))).toEqual([
      'a.wav',
    ]);
    const darwin = withHeader(zipOfParts([file('a.wav', { mode: 0o120777 })]), (header) => header.writeUInt8(19, 5));
    await expect(list(darwin)).rejects.toThrow(/a link/);
    // Elsewhere these bits mean something else.
    const other = withHeader(zipOfParts([file('a.wav', { mode: 0o120777 })]), (header) => header.writeUInt8(0, 5));
    expect(await pathsOf(other)).toEqual(['a.wav']);
  });

  it.each([9, 12, 14, 93, 95, 98])(
    'of method %i, which not every program unpacks, is listed with a note',
    async (method) => {
      const { entries, note } = await list(zipOfParts([file('a.wav', { method }), file('b.wav')]));
      expect(entries.map((entry) => [entry.path, entry.method])).toEqual([
        ['a.wav', method],
        ['b.wav', 0],
      ]);
      expect(note).toBe('Compressed in a way that many programs cannot unpack: "a.wav". Deflate suits all.');
    },
  );

  it('of another part, or of a method of old, is refused', async () => {
    const split = withHeader(zipOfParts([file('a.wav')]), (header) => header.writeUInt16LE(1, 34));
    await expect(list(split)).rejects.toThrow(/one of several parts/);
    await expect(list(zipOfParts([file('a.wav', { method: 6 })]))).rejects.toThrow(/compressed in a way.*"a\.wav"/);
  });
});

describe('limits', () => {
  const two = zipOfParts([file('a.wav'), file('b.wav')]);

  it('may be reached, and not exceeded', async () => {
    expect((await list(two, { entries: 2, unpackedBytes: 10 })).entries).toHaveLength(2);
    await expect(list(two, { unpackedBytes: 9 })).rejects.toThrow(/more than 1 GB/);
    await expect(list(two, { entries: 1 })).rejects.toThrow(/more than 1 entries/);
    // One that says fewer than it has.
    await expect(list(withCount(two, 1), { entries: 1 })).rejects.toThrow(/more than 1 entries/);
    await expect(list(withCount(zipOfParts([file('a.wav')]), 2), { entries: 2 })).rejects.toThrow(/damaged/);
  });

  it('of a directory are two kilobytes for each entry that is allowed, and 256 more', async () => {
    const wide = zipOfParts(
      Array.from({ length: 5 }, (_, at) => file(`${at}.wav`, { extra: extraField(0x9999, Buffer.alloc(65_000)) })),
    );
    await expect(list(wide, { entries: 5 })).rejects.toThrow(/damaged/);
    expect((await list(wide, { entries: 1000 })).entries).toHaveLength(5);
    const narrow = zipOfParts(
      Array.from({ length: 4 }, (_, at) => file(`${at}.wav`, { extra: extraField(0x9999, Buffer.alloc(65_000)) })),
    );
    expect((await list(narrow, { entries: 4 })).entries).toHaveLength(4);
  });

  it('of what it unpacks to are a hundred times its size, from 64 MB on', async () => {
    const zeros = zipOfParts([file('a.wav', { deflated: true, content: Buffer.alloc(1024 * 1024) })]);
    expect((await list(zeros)).entries).toHaveLength(1);
    // What these say is not true, which is found out after it was judged.
    const saying = async (packed: number, bytesOf: (zip: Buffer) => number) => {
      const content = randomBytes(packed);
      const part = { deflated: true, content } as const;
      return await list(
        zipOfParts([file('a.wav', { ...part, bytes: bytesOf(zipOfParts([file('a.wav', part)])) })]),
      ).then(
        () => 'listed',
        (error: unknown) => (error as Error).message,
      );
    };
    const from = 64 * 1024 * 1024;
    expect(await saying(70_000, () => from)).not.toMatch(/100 times/);
    expect(await saying(70_000, () => from + 1)).toMatch(/100 times/);
    expect(await saying(700_000, (zip) => zip.length * 100)).not.toMatch(/100 times/);
    expect(await saying(700_000, (zip) => zip.length * 100 + 1)).toMatch(/100 times/);
  });
});

describe('an odd archive is listed, and handed out as one that is made of its list,', () => {
  const kit = [file('Kit/kick.wav'), file('Kit/snare.wav')];
  const marked = (mark: string): Buffer =>
    zipOfParts([file('Kit/kick.wav', { before: Buffer.from(mark, 'latin1') }), file('Kit/snare.wav')]);
  it.each([
    ['with a byte behind its end', Buffer.concat([zipOfParts(kit), Buffer.of(0)])],
    ['with 60 KB behind its end', Buffer.concat([zipOfParts(kit), Buffer.alloc(60_000, 7)])],
    ['with the mark of several parts in front', marked('PK\x07\x08')],
    ['with the mark of one part in front', marked('PK00')],
  ])('%s', async (_title, zip) => {
    const { entries, isExact } = await list(zip);
    expect(entries.map(({ path }) => path)).toEqual(['Kit/kick.wav', 'Kit/snare.wav']);
    expect(isExact).toBe(false);
  });

  it('with a link, a chord and a root in its names, each with a word to its author', async () => {
    const names = [file('passwords', { mode: 0o120777 }), file('C: major.wav'), file('/kick.wav'), file('KICK.wav')];
    const { entries, isExact, note } = await list(zipOfParts([...names, file('C:\\hat.wav')]));
    expect(entries.map(({ path }) => path)).toEqual(['C_ major.wav', 'kick.wav', 'KICK (2).wav', 'hat.wav']);
    expect(isExact).toBe(false);
    expect(note).toContain('"C: major.wav" is "C_ major.wav"');
    expect(note).toContain('Left out, because it is a link instead of a file: "passwords".');
  });
});

describe('names in the code page of the system that packed them', () => {
  // A backslash is the second byte of 表 and of ソ.
  it.each([
    ['shift_jis', ['表紙_01.wav', '夜のドライブ/ソロ.wav', 'ドラム/キック.wav']],
    ['gbk', ['人声/女声.wav', '鼓点/军鼓_01.wav']],
    ['euc-kr', ['드럼/킥_01.wav', '베이스.wav']],
    ['big5', ['鼓組/大鼓.wav', '人聲/合唱.wav']],
    ['ibm866', ['Барабаны/Бочка 01.wav', 'Вокал.wav']],
    ['windows-1252', ['Café/Größe 01.wav', 'Señor.wav']],
  ])('%s', async (encoding, names) => {
    const { entries, isExact } = await list(
      zipOfParts(names.map((name) => file(encoded(name, encoding), { flags: 0 }))),
    );
    expect(entries.map(({ path }) => path)).toEqual(names);
    expect(isExact).toBe(false);
  });

  it('is that of the format where it reads best, and programs agree', async () => {
    const german = ['St\x81ck/Tr\x94te.wav', 'Gr\x94\xe1e.wav'].map((name) => Buffer.from(name, 'latin1'));
    const { entries, isExact } = await list(zipOfParts(german.map((name) => file(name, { flags: 0 }))));
    expect(entries.map(({ path }) => path)).toEqual(['Stück/Tröte.wav', 'Größe.wav']);
    expect(isExact).toBe(true);
  });
});

describe('an archive that was listed', () => {
  it('may have its directory in another order than its files', async () => {
    const zip = zipOfParts([file('a.wav'), file('b.wav')]);
    const [first, next] = [headerAt(zip), headerAt(zip, 1)];
    const swapped = Buffer.concat([
      zip.subarray(0, first),
      zip.subarray(next, next + (next - first)),
      zip.subarray(first, next),
      zip.subarray(next + (next - first)),
    ]);
    expect((await list(swapped)).entries.map(({ path, offset }) => [path, offset])).toEqual([
      ['b.wav', 40],
      ['a.wav', 0],
    ]);
  });

  it('is exact where every program unpacks it to the same', async () => {
    const isExact = async (...parts: ZipPart[]) => (await list(zipOfParts(parts))).isExact;
    expect(await isExact({ name: 'Kit/' }, file('Kit/a.wav'))).toBe(true);
    // Content of a folder, two of one name, and a name that not every system has.
    expect(await isExact(file('Kit/'), file('Kit/a.wav'))).toBe(false);
    expect(await isExact(file('a.wav'), file('a.wav'))).toBe(false);
    expect(await isExact(file('a.wav'), file('CON.wav'))).toBe(false);
  });

  it('notes what was renamed and left out, two of each and how many more', async () => {
    const noteOf = async (...names: string[]) =>
      (await list(zipOfParts(['ok.wav', ...names].map((name) => file(name))))).note;
    expect(await noteOf('Kit\\a.wav', './b.wav')).toBeNull();
    expect(await noteOf('a/./b.wav')).toBe(
      'Names that not every system can unpack were changed: "a/./b.wav" is "a/b.wav". Downloads have the files as they are listed.',
    );
    expect(await noteOf('../1.wav', '../2.wav', '../3.wav', '../4.wav')).toBe(
      'Left out, because the name leads out of the archive\'s folder: "../1.wav", "../2.wav", and 2 more. Downloads have the files as they are listed.',
    );
    expect(await noteOf('a:b.wav', '../1.wav', '../2.wav')).toMatch(
      /^Names .* is .*\. Left out, because .*: "\.\.\/1\.wav", "\.\.\/2\.wav"\. Downloads /,
    );
  });
});

it('entries are sorted folder by folder, upper case before lower case where that is all that differs', () => {
  const order = (...paths: string[]) => sorted(paths.map((path) => ({ path }) as ArchiveEntry)).map(({ path }) => path);
  const expected = [
    'Z.wav',
    'a.wav',
    'Kit/b.wav',
    'Kit/in/a.wav',
    'Kit/in/deep/0.wav',
    'kit/a.wav',
    'kit/A2.wav',
    'kit/a10.wav',
  ];
  const byName = ['a.wav', 'Z.wav', ...expected.slice(2)];
  expect(order(...expected)).toEqual(byName);
  expect(order(...expected.toReversed())).toEqual(byName);
  expect(order('a.wav', 'A.wav')).toEqual(['A.wav', 'a.wav']);
  expect(order('A.wav', 'a.wav')).toEqual(['A.wav', 'a.wav']);
  expect(order('b/x.wav', 'a/y.wav', 'a/y.wav')).toEqual(['a/y.wav', 'a/y.wav', 'b/x.wav']);
});
