import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { readDirectory } from '#platform/server/archive/directory.ts';
import { memorySource } from '#platform/server/archive/source.ts';

/** One entry of a ZIP for a test; what is given here takes the place of what is true. */
export interface ZipPart {
  /** Text in UTF-8, or bytes. */
  readonly name: string | Buffer;
  readonly content?: Uint8Array;
  readonly deflated?: boolean;
  readonly flags?: number;
  readonly method?: number;
  /** Said checksum, of content that is packed already. */
  readonly crc?: number;
  /** Said unpacked size. */
  readonly bytes?: number;
  /** Said size in the archive. */
  readonly packed?: number;
  /** Place of an earlier entry's local header in the place of one of its own. */
  readonly at?: number;
  /** Mode of a Unix file. */
  readonly mode?: number;
  /** Sizes and place in the extra field of zip64. */
  readonly zip64?: boolean;
  /** Length of the descriptor behind its content, whose values its local header then leaves out. */
  readonly descriptor?: 12 | 16 | 20 | 24;
  /** What its local header says otherwise than the directory. */
  readonly local?: {
    readonly name?: string;
    readonly method?: number;
    readonly crc?: number;
    readonly packed?: number;
    readonly bytes?: number;
    readonly flags?: number;
    readonly extra?: Buffer;
  };
  /** Further extra fields of its header in the directory. */
  readonly extra?: Buffer;
  /** Bytes in front of its local header, and behind its content. */
  readonly before?: Buffer;
  readonly behind?: Buffer;
  /** It is in the archive, and not in the directory. */
  readonly isUnlisted?: boolean;
}

/** One field of an extra field. */
export function extraField(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

function descriptorOf(length: number, crc: number, packed: number, bytes: number): Buffer {
  const descriptor = Buffer.alloc(length);
  const isMarked = length === 16 || length === 24;
  if (isMarked) descriptor.writeUInt32LE(0x08074b50, 0);
  const at = isMarked ? 4 : 0;
  descriptor.writeUInt32LE(crc, at);
  for (const [index, size] of [packed, bytes].entries())
    if (length < 20) descriptor.writeUInt32LE(size, at + 4 + index * 4);
    else descriptor.writeBigUInt64LE(BigInt(size), at + 4 + index * 8);
  return descriptor;
}

/**
 * Makes a ZIP of any kind, also of those that no program would make.
 * @param options.zip64 ends with the records of zip64
 * @param options.behind bytes between directory and end
 */
export function zipOfParts(
  parts: readonly ZipPart[],
  options: { zip64?: boolean; comment?: string | Buffer; behind?: Buffer } = {},
): Buffer {
  const pieces: Buffer[] = [];
  const headers: Buffer[] = [];
  let at = 0;
  const push = (piece: Buffer): void => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const part of parts) {
    const name = Buffer.isBuffer(part.name) ? part.name : Buffer.from(part.name, 'utf8');
    const content = Buffer.from(part.content ?? Buffer.alloc(0));
    const data = part.deflated ? deflateRawSync(content) : content;
    const crc = part.crc ?? crc32(content);
    const method = part.method ?? (part.deflated ? 8 : 0);
    const [packed, bytes] = [part.packed ?? data.length, part.bytes ?? content.length];
    push(part.before ?? Buffer.alloc(0));
    const offset = part.at ?? at;
    const large = Buffer.alloc(24);
    for (const [index, value] of [bytes, packed, offset].entries()) large.writeBigUInt64LE(BigInt(value), index * 8);
    const extra = Buffer.concat([part.zip64 ? extraField(1, large) : Buffer.alloc(0), part.extra ?? Buffer.alloc(0)]);
    const flags = (part.flags ?? 0x800) | (part.descriptor === undefined ? 0 : 8);
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt8(part.mode === undefined ? 0 : 3, 5);
    header.writeUInt16LE(flags, 8);
    header.writeUInt16LE(method, 10);
    header.writeUInt32LE(crc, 16);
    header.writeUInt32LE(part.zip64 ? 0xffffffff : packed, 20);
    header.writeUInt32LE(part.zip64 ? 0xffffffff : bytes, 24);
    header.writeUInt16LE(name.length, 28);
    header.writeUInt16LE(extra.length, 30);
    header.writeUInt32LE(((part.mode ?? 0) << 16) >>> 0, 38);
    header.writeUInt32LE(part.zip64 ? 0xffffffff : offset, 42);
    if (!part.isUnlisted) headers.push(header, name, extra);
    if (part.at !== undefined) continue;
    const override = part.local ?? {};
    const isOpen = part.descriptor !== undefined;
    const [localName, localExtra] = [
      override.name === undefined ? name : Buffer.from(override.name),
      override.extra ?? Buffer.alloc(0),
    ];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(override.flags ?? flags, 6);
    local.writeUInt16LE(override.method ?? method, 8);
    local.writeUInt32LE(override.crc ?? (isOpen ? 0 : crc), 14);
    local.writeUInt32LE(override.packed ?? (isOpen ? 0 : packed), 18);
    local.writeUInt32LE(override.bytes ?? (isOpen ? 0 : bytes), 22);
    local.writeUInt16LE(localName.length, 26);
    local.writeUInt16LE(localExtra.length, 28);
    const descriptor = isOpen ? descriptorOf(part.descriptor, crc, packed, bytes) : Buffer.alloc(0);
    push(Buffer.concat([local, localName, localExtra, data, descriptor, part.behind ?? Buffer.alloc(0)]));
  }
  const directory = Buffer.concat(headers);
  const start = at;
  push(directory);
  push(options.behind ?? Buffer.alloc(0));
  const count = parts.filter((part) => !part.isUnlisted).length;
  if (options.zip64) {
    const record = Buffer.alloc(56);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(44n, 4);
    record.writeBigUInt64LE(BigInt(count), 24);
    record.writeBigUInt64LE(BigInt(count), 32);
    record.writeBigUInt64LE(BigInt(directory.length), 40);
    record.writeBigUInt64LE(BigInt(start), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(at), 8);
    locator.writeUInt32LE(1, 16);
    push(record);
    push(locator);
  }
  const comment = Buffer.from(options.comment ?? '');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(options.zip64 ? 0xffff : count % 65_536, 8);
  end.writeUInt16LE(options.zip64 ? 0xffff : count % 65_536, 10);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : directory.length, 12);
  end.writeUInt32LE(options.zip64 ? 0xffffffff : start, 16);
  end.writeUInt16LE(comment.length, 20);
  pieces.push(end, comment);
  return Buffer.concat(pieces);
}

/** Every file of a ZIP, unpacked, by its path. @throws where a checksum is wrong */
export async function unzipped(zip: Buffer): Promise<Map<string, Buffer>> {
  const { entries } = await readDirectory(memorySource(zip), { entries: 100_000, unpackedBytes: Infinity });
  return new Map(
    entries.map(({ path, method, crc, packed, offset }) => {
      const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
      const body = zip.subarray(start, start + packed);
      const content = method === 0 ? body : inflateRawSync(body);
      if (crc32(content) !== crc) throw new Error(`The checksum of ${path} is wrong.`);
      return [path, content];
    }),
  );
}
