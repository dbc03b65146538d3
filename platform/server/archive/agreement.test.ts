import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ZipPart, extraField, zipOfParts } from '#site/testing/zip.ts';
import { readDirectory } from './directory.ts';
import { memorySource } from './source.ts';

const MEGABYTE = 1024 * 1024;
const content = Buffer.from('A sound that is long enough to be deflated, deflated, deflated.');
const file = (name: string, more: Partial<ZipPart> = {}): ZipPart => ({ name, content, ...more });
const deflated = (name: string, more: Partial<ZipPart> = {}): ZipPart => file(name, { deflated: true, ...more });
const read = (zip: Buffer) => readDirectory(memorySource(zip), { entries: 1000, unpackedBytes: 4 * 1024 ** 3 });
const hidden = Array.from({ length: 50 }, (_, at) => file(`setup ${at}.exe`, { isUnlisted: true }));
/** A ZIP in which the last `old` is `replaced`. */
function replaced(zip: Buffer, old: Buffer, by: Buffer): Buffer {
  const at = zip.lastIndexOf(old);
  return Buffer.concat([zip.subarray(0, at), by, zip.subarray(at + old.length)]);
}
const unicodePath = (name: string, other: string): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc32(Buffer.from(name)), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(other)]));
};

/** The directory and end of one archive, behind those of another: the last end leads to the first directory. */
function withTwoDirectories(): Buffer {
  const evil = zipOfParts([...hidden.map((part) => ({ ...part, isUnlisted: false })), file('../../slip.txt')]);
  const zip = zipOfParts([file('kick.wav')]);
  const directoryAt = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const all = Buffer.concat([zip.subarray(0, -22), evil.subarray(0, -22), zip.subarray(-22)]);
  // Programs that count from the end find the other one: it is as long as the end says.
  expect(all.readUInt32LE(all.length - 6)).toBe(directoryAt);
  return all;
}

/** A part of deflated zeros that says another size. @param times how often 16 MB of them are repeated */
function bomb(times: number, said: number): ZipPart {
  const some = deflateRawSync(Buffer.alloc(16 * MEGABYTE), { finishFlush: constants.Z_SYNC_FLUSH });
  const packed = Buffer.concat([...Array<Buffer>(times).fill(some), deflateRawSync(Buffer.alloc(0))]);
  return { name: 'zeros.wav', content: packed, method: 8, bytes: said };
}

/** Entries whose content is the rest of the archive, as in bombs that overlap. */
function overlapping(): Buffer {
  const inner = zipOfParts([file('b.wav')]);
  const local = inner.subarray(0, inner.indexOf(Buffer.from('PK\x01\x02', 'latin1')));
  return zipOfParts([{ name: 'a.wav', content: local }, file('b.wav', { at: 35 })]);
}

const hostile: readonly [string, () => Buffer, RegExp][] = [
  [
    'has files between its entries that are not listed',
    () => zipOfParts([file('kick.wav'), ...hidden, file('../../slip.txt', { isUnlisted: true }), file('snare.wav')]),
    /beside "snare\.wav"|beside "kick\.wav"/,
  ],
  ['has files behind its last entry', () => zipOfParts([file('kick.wav'), ...hidden]), /beside "kick\.wav"/],
  ['has files in front of its first entry', () => zipOfParts([...hidden, file('kick.wav')]), /beside "kick\.wav"/],
  ['has bytes in front', () => zipOfParts([file('kick.wav', { before: Buffer.from('MZ program') })]), /beside "kick/],
  ['has bytes behind content', () => zipOfParts([file('kick.wav', { behind: Buffer.alloc(16) })]), /beside "kick/],
  ['has two directories', withTwoDirectories, /more than one end/],
  [
    'has bytes between directory and end',
    () => zipOfParts([file('kick.wav')], { behind: Buffer.alloc(46) }),
    /more than one end/,
  ],
  [
    'has an end in its comment',
    () => zipOfParts([file('kick.wav')], { comment: zipOfParts([file('setup.exe')]).subarray(-22) }),
    /more than one end/,
  ],
  [
    'has the beginning of an end in its comment',
    () => zipOfParts([file('kick.wav')], { comment: 'PK\x05\x06' }),
    /more than one end/,
  ],
  [
    'says another number of entries in its end than in zip64',
    () => {
      const zip = zipOfParts([file('kick.wav')], { zip64: true });
      zip.writeUInt16LE(2, zip.length - 14);
      zip.writeUInt16LE(2, zip.length - 12);
      return zip;
    },
    /more than one end/,
  ],
  [
    'has records of zip64 that its end does not need, and that lead elsewhere',
    () => {
      const zip = zipOfParts([file('kick.wav')], { zip64: true });
      zip.writeUInt32LE(0, zip.length - 6);
      return zip;
    },
    /more than one end/,
  ],
  [
    'has a locator of zip64 that leads elsewhere',
    () => {
      const zip = zipOfParts([file('kick.wav')], { zip64: true });
      zip.writeBigUInt64LE(0n, zip.length - 22 - 12);
      return zip;
    },
    /more than one end/,
  ],
  [
    'names a file otherwise in front of it',
    () => zipOfParts([file('kick.wav', { local: { name: 'kick.exe' } })]),
    /else of "kick\.wav"/,
  ],
  [
    'names a file longer in front of it',
    () => zipOfParts([file('kick.wav', { local: { name: '../../slip.txt' } })]),
    /else of "kick\.wav"/,
  ],
  [
    'has another method in front of a file',
    () => zipOfParts([deflated('kick.wav', { local: { method: 0 } })]),
    /else of "kick/,
  ],
  [
    'has another checksum in front of a file',
    () => zipOfParts([file('kick.wav', { local: { crc: 7 } })]),
    /else of "kick/,
  ],
  [
    'has another size in front of a file',
    () => zipOfParts([file('kick.wav', { local: { packed: 7 } })]),
    /else of "kick/,
  ],
  [
    'has another unpacked size in front of it',
    () => zipOfParts([deflated('kick.wav', { local: { bytes: 7 } })]),
    /else of "kick/,
  ],
  ['is locked in front of a file alone', () => zipOfParts([file('kick.wav', { local: { flags: 0x801 } })]), /password/],
  [
    'has no header in front of a file',
    () => replaced(zipOfParts([file('kick.wav')]), Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(4)),
    /else of "kick/,
  ],
  [
    'has no descriptor where one is needed',
    () => zipOfParts([deflated('kick.wav', { local: { packed: 0, bytes: 0, crc: 0 } })]),
    /else of "kick/,
  ],
  ...([12, 16, 20, 24] as const).map((length): [string, () => Buffer, RegExp] => [
    `has a descriptor of ${length} bytes that says something else`,
    () => {
      const zip = zipOfParts([deflated('kick.wav', { descriptor: length })]);
      const at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
      zip[at - 1] = 1;
      return zip;
    },
    /beside "kick/,
  ]),
  [
    'has more behind a descriptor',
    () => zipOfParts([deflated('kick.wav', { descriptor: 16, behind: Buffer.of(0) })]),
    /beside "kick/,
  ],
  [
    'unpacks to 1 GB from 1 MB, and says less',
    () => zipOfParts([bomb(64, 60 * MEGABYTE)]),
    /size that the list says: "zeros/,
  ],
  ['unpacks to more than it says', () => zipOfParts([bomb(1, 1000)]), /size that the list says: "zeros/],
  ['unpacks to less than it says', () => zipOfParts([bomb(1, 16 * MEGABYTE + 1)]), /size that the list says: "zeros/],
  [
    'has bytes behind deflated content, within its size',
    () =>
      zipOfParts([
        {
          name: 'kick.wav',
          content: Buffer.concat([deflateRawSync(content), Buffer.from('more')]),
          method: 8,
          bytes: content.length,
        },
      ]),
    /size that the list says: "kick/,
  ],
  [
    'has content that is not deflated',
    () => zipOfParts([file('kick.wav', { method: 8 })]),
    /size that the list says: "kick/,
  ],
  ['is compressed in a way of old', () => zipOfParts([file('kick.wav', { method: 6 })]), /cannot unpack: "kick/],
  ['has an entry in another', overlapping, /over each other at "b\.wav"/],
  [
    'has an entry twice in its list',
    () => zipOfParts([file('a.wav'), file('b.wav', { at: 0 })]),
    /over each other at "b\.wav"/,
  ],
  [
    'has a link of a Mac',
    () => {
      const zip = zipOfParts([file('passwords', { mode: 0o120777 })]);
      zip[zip.indexOf('PK\x01\x02', 0, 'latin1') + 5] = 19;
      return zip;
    },
    /a link/,
  ],
];

const timestamps = extraField(0x5455, Buffer.of(3, 1, 2, 3, 4, 1, 2, 3, 4));
const owner = extraField(0x7875, Buffer.of(1, 4, 0xf5, 1, 0, 0, 4, 0x14, 0, 0, 0));
/** Name, parts, options, paths, whether it is handed out as it is. */
const legitimate: readonly [
  string,
  readonly ZipPart[],
  { zip64?: boolean; comment?: string },
  readonly string[],
  boolean,
][] = [
  [
    'Archive Utility and ditto: descriptors, other extra fields, what Finder leaves',
    [
      { name: 'Kit/', local: { extra: owner }, extra: owner, mode: 0o040755 },
      deflated('Kit/kick.wav', {
        descriptor: 16,
        local: { extra: Buffer.concat([timestamps, owner]) },
        extra: owner,
        mode: 0o100644,
      }),
      file('Kit/Icon\r', { content: Buffer.alloc(0), mode: 0o100644 }),
      deflated('Kit/.DS_Store', { descriptor: 16 }),
      { name: '__MACOSX/', mode: 0o040755 },
      deflated('__MACOSX/Kit/._Icon\r', { descriptor: 16 }),
      deflated('__MACOSX/Kit/._kick.wav', { descriptor: 16 }),
      deflated('Kit/e\u0301te\u0301.wav', { descriptor: 16 }),
    ],
    {},
    ['Kit/kick.wav', 'Kit/été.wav'],
    false,
  ],
  [
    'a Mac without leftovers',
    [deflated('Kit/kick.wav', { descriptor: 16, local: { extra: owner } })],
    {},
    ['Kit/kick.wav'],
    true,
  ],
  [
    'Windows Explorer: no descriptors, no mark of UTF-8, desktop.ini',
    [deflated('kick.wav', { flags: 0 }), file('desktop.ini'), file('a/Thumbs.db')],
    {},
    ['kick.wav'],
    false,
  ],
  [
    '7-Zip: times in the directory alone',
    [deflated('kick.wav', { extra: extraField(10, Buffer.alloc(32)) }), file('b.wav')],
    {},
    ['kick.wav', 'b.wav'],
    true,
  ],
  [
    'WinRAR: a name in Unicode beside the old one',
    [file('k?ck.wav', { extra: unicodePath('k?ck.wav', 'kíck.wav') })],
    {},
    ['kíck.wav'],
    false,
  ],
  [
    'Python: zip64 in front of a file alone',
    [
      deflated('kick.wav', {
        local: {
          packed: 0xffffffff,
          bytes: 0xffffffff,
          extra: extraField(
            1,
            (() => {
              const sizes = Buffer.alloc(16);
              sizes.writeBigUInt64LE(BigInt(content.length), 0);
              sizes.writeBigUInt64LE(BigInt(deflateRawSync(content).length), 8);
              return sizes;
            })(),
          ),
        },
      }),
    ],
    {},
    ['kick.wav'],
    true,
  ],
  [
    'Info-ZIP to a pipe: descriptors of zip64',
    [
      deflated('kick.wav', {
        descriptor: 24,
        local: { packed: 0xffffffff, bytes: 0xffffffff, extra: extraField(1, Buffer.alloc(16)) },
      }),
    ],
    { comment: 'a comment' },
    ['kick.wav'],
    true,
  ],
  [
    'Info-ZIP: times in both',
    [file('kick.wav', { local: { extra: timestamps }, extra: extraField(0x5455, Buffer.of(1, 1, 2, 3, 4)) })],
    {},
    ['kick.wav'],
    true,
  ],
  [
    'Java: descriptors without a mark of 32 bits',
    [deflated('kick.wav', { descriptor: 12 }), deflated('b.wav', { descriptor: 16 })],
    {},
    ['kick.wav', 'b.wav'],
    true,
  ],
  [
    'Python to a pipe: stored content with a descriptor',
    [file('kick.wav', { descriptor: 16 }), file('b.wav', { descriptor: 20 })],
    {},
    ['kick.wav', 'b.wav'],
    false,
  ],
  [
    'a flag for a descriptor that is missing, beside sizes',
    [file('kick.wav', { flags: 0x808 })],
    {},
    ['kick.wav'],
    false,
  ],
  [
    'padding in the extra field',
    [file('kick.wav', { local: { extra: Buffer.alloc(3) }, extra: Buffer.alloc(2) })],
    {},
    ['kick.wav'],
    true,
  ],
  ['zip64 throughout', [file('kick.wav', { zip64: true })], { zip64: true }, ['kick.wav'], true],
  [
    'another ZIP, stored, as its last file',
    [{ name: 'more.zip', content: zipOfParts([file('setup.exe')]) }],
    {},
    ['more.zip'],
    true,
  ],
];

/**
 * What a program extracts that reads from the front, header by header, and never sees the directory.
 * @returns path and size of each file; null where it cannot go on
 */
function fromTheFront(zip: Buffer): [string, number][] | null {
  const locals: [string, number][] = [];
  let at = 0;
  while (at + 30 <= zip.length && zip.readUInt32LE(at) === 0x04034b50) {
    const [flags, method] = [zip.readUInt16LE(at + 6), zip.readUInt16LE(at + 8)];
    let [packed, bytes] = [zip.readUInt32LE(at + 18), zip.readUInt32LE(at + 22)];
    const [nameBytes, extraBytes] = [zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)];
    const name = zip.subarray(at + 30, at + 30 + nameBytes).toString();
    const start = at + 30 + nameBytes + extraBytes;
    if (method === 8) {
      try {
        const { buffer, engine } = inflateRawSync(zip.subarray(start), { info: true }) as unknown as {
          buffer: Buffer;
          engine: { bytesWritten: number };
        };
        [packed, bytes] = [engine.bytesWritten, buffer.length];
      } catch {
        return null;
      }
    }
    at = start + packed;
    if ((flags & 8) !== 0) at += zip.readUInt32LE(at) === 0x08074b50 ? 16 : 12;
    locals.push([name, bytes]);
  }
  return zip.readUInt32LE(at) === 0x02014b50 ? locals : null;
}

describe('the list of a ZIP is what every program unpacks:', () => {
  it.each(hostile)('an archive is refused, with the name of the entry, where it %s', async (_title, make, sentence) => {
    await expect(read(make())).rejects.toThrow(sentence);
  });

  it.each(legitimate)('an archive is taken that comes from %s', async (_title, parts, options, paths, isExact) => {
    const result = await read(zipOfParts(parts, options));
    expect(result.entries.map(({ path }) => path)).toEqual(paths);
    expect(result.isExact).toBe(isExact);
  });

  it('whatever bytes are changed, an archive is refused, or its files are those that are read from the front', async () => {
    const zips = [
      zipOfParts([deflated('kit/a.wav'), file('kit/b.wav'), deflated('kit/c.wav')]),
      zipOfParts([deflated('a.wav', { descriptor: 16 }), deflated('b.wav', { descriptor: 12 }), file('c.wav')]),
      zipOfParts([file('a.wav'), deflated('b.wav', { zip64: true })], { zip64: true, comment: 'Made by hand' }),
    ];
    const change = fc.record({
      at: fc.nat({ max: 100_000 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zips),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (zip, changes) => {
          const changed = Buffer.from(zip);
          for (const { at, by } of changes) {
            const place = at % changed.length;
            changed[place] = changed[place]! ^ by;
          }
          const result = await read(changed).catch((error: unknown) => error as Error);
          if (result instanceof Error) {
            expect(result.name, String(result)).toBe('ArchiveRefused');
            return;
          }
          if (!result.isExact) return;
          accepted++;
          expect(result.entries.map(({ path, bytes }) => [path, bytes])).toEqual(fromTheFront(changed));
        },
      ),
      { numRuns: 3000 },
    );
    // Times, attributes, comments and stored content may change.
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('reading in ranges', () => {
  /** A source that counts what is read. @param at where stored content begins that is not there: zeros */
  const counted = (zip: Buffer) => {
    const reads = { requests: 0, bytes: 0 };
    const source = memorySource(zip);
    return {
      reads,
      bytes: source.bytes,
      read: (start: number, length: number) => {
        reads.requests++;
        reads.bytes += length;
        return source.read(start, length);
      },
    };
  };

  it('takes near entries along, and jumps over large ones that are stored', async () => {
    const limits = { entries: 20_000, unpackedBytes: 2 ** 40 };
    const small = counted(
      zipOfParts(Array.from({ length: 20_000 }, (_, at) => file(`${at}.wav`, { content: Buffer.alloc(500, at) }))),
    );
    expect((await readDirectory(small, limits)).entries).toHaveLength(20_000);
    expect(small.reads.requests).toBeLessThan(60);
    expect(small.reads.bytes).toBeLessThan(small.bytes + 200_000);
    const large = counted(
      zipOfParts(Array.from({ length: 100 }, (_, at) => file(`${at}.wav`, { content: Buffer.alloc(MEGABYTE, at) }))),
    );
    expect((await readDirectory(large, limits)).entries).toHaveLength(100);
    expect(large.reads.requests).toBeLessThan(110);
    expect(large.reads.bytes).toBeLessThan(MEGABYTE);
  });
});
