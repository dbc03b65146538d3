/** Bytes of a block: everything in a tar archive is padded to whole ones. */
const BLOCK = 512;
/** The largest size that fits into a header's eleven octal digits; a larger one needs an extended header. */
const MAX_PLAIN_BYTES = 8 ** 11 - 1;
/** Bytes of a name in a plain header. */
const MAX_PLAIN_NAME = 100;
/** Bytes of an extended header that are read: names have at most 4096. */
const MAX_EXTENDED_BYTES = 64 * 1024;

/** The metadata of a file or folder in an archive. */
export interface TarHeader {
  /** Path with `/`, without one at the end. */
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** Bytes of the content; 0 for a folder. */
  readonly bytes: number;
  /** Permission bits. */
  readonly mode: number;
}

/** An entry while an archive is read. What is not read of its content is passed over. */
export interface TarEntry extends TarHeader {
  content(): AsyncGenerator<Buffer>;
}

/** This is no tar archive, or one that holds something that a backup never does. The message ends a sentence. */
export class TarError extends Error {
  override name = 'TarError';
}

/** The blocks that go before an entry's content. @param modifiedAt milliseconds since 1970 */
export function tarHeader({ name, kind, bytes, mode }: TarHeader, modifiedAt: number): Buffer {
  const path = kind === 'folder' ? `${name}/` : name;
  const extended: string[] = [];
  if (Buffer.byteLength(path) > MAX_PLAIN_NAME) extended.push(record('path', path));
  if (bytes > MAX_PLAIN_BYTES) extended.push(record('size', String(bytes)));
  const plain = block(path, kind === 'folder' ? '5' : '0', bytes, mode, modifiedAt);
  if (extended.length === 0) return plain;
  const content = Buffer.from(extended.join(''));
  return Buffer.concat([
    block('extended', 'x', content.length, 0o600, modifiedAt),
    content,
    tarPadding(content.length),
    plain,
  ]);
}

/** Padding of the last block of a content. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
}

/** The end of an archive: two empty blocks. */
export const tarEnd: Buffer = Buffer.alloc(2 * BLOCK);

/** A line of an extended header, which begins with its own length. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (length !== Buffer.byteLength(rest) + String(length).length)
    length = Buffer.byteLength(rest) + String(length).length;
  return `${length}${rest}`;
}

function block(name: string, type: string, bytes: number, mode: number, modifiedAt: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number): void => {
    header.write(value.toString(8).padStart(digits, '0').slice(-digits), at, 'latin1');
  };
  header.write(name, 0, MAX_PLAIN_NAME, 'utf8');
  octal(mode & 0o7777, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(Math.min(bytes, MAX_PLAIN_BYTES), 124, 11);
  octal(Math.max(0, Math.floor(modifiedAt / 1000)), 136, 11);
  header.write(type, 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1');
  return header;
}

/** The checksum of a header, with its own field as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 32;
  header.forEach((byte, at) => {
    if (at < 148 || at >= 156) sum += byte;
  });
  return sum;
}

/** Reads a stream in requested amounts of bytes. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Between one and `most` bytes. @throws {TarError} at the end */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) throw new TarError('it is cut short');
      this.#rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async exactly(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = bytes; left > 0; left -= parts.at(-1)!.length) parts.push(await this.some(left));
    return Buffer.concat(parts);
  }

  /** To the end, so that the checksum of the compression is compared. */
  async drain(): Promise<void> {
    for (;;) if ((await this.#source.next()).done) return;
  }
}

/**
 * Reads an archive from its begin to its end, one entry after the other.
 * @throws {TarError} for what is damaged, and for links, devices and other entries that are neither file nor folder
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new Reader(source);
  let extended = new Map<string, string>();
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) {
      await reader.drain();
      return;
    }
    const type = String.fromCharCode(header[156]!);
    const size = numberAt(header, 124, 12);
    if (numberAt(header, 148, 8) !== checksum(header)) throw new TarError('a header in it is wrong');
    // `x` is the standard's way to say what does not fit into a header, `L` the older one of GNU; `g` is for all entries.
    if (type === 'x' || type === 'L' || type === 'g') {
      if (size > MAX_EXTENDED_BYTES) throw new TarError('a name in it is too long');
      const content = await reader.exactly(size);
      await reader.exactly(tarPadding(size).length);
      if (type === 'L') extended.set('path', textAt(content, 0, content.length));
      else if (type === 'x') for (const [key, value] of recordsOf(content)) extended.set(key, value);
      continue;
    }
    const prefix = textAt(header, 257, 6) === 'ustar' ? textAt(header, 345, 155) : '';
    const plain = textAt(header, 0, MAX_PLAIN_NAME);
    const name = extended.get('path') ?? (prefix === '' ? plain : `${prefix}/${plain}`);
    const isFolder = type === '5';
    if (!isFolder && type !== '0' && type !== '\u0000')
      throw new TarError(`it holds ${JSON.stringify(name)}, which is neither file nor folder`);
    const bytes = isFolder ? 0 : Number(extended.get('size') ?? size);
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new TarError('a header in it is wrong');
    extended = new Map();
    let left = bytes;
    const content = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const part = await reader.some(left);
        left -= part.length;
        yield part;
      }
    };
    yield {
      name: name.replace(/\/+$/, ''),
      kind: isFolder ? 'folder' : 'file',
      bytes,
      mode: numberAt(header, 100, 8) & 0o777,
      content,
    };
    while (left > 0) left -= (await reader.some(left)).length;
    await reader.exactly(tarPadding(bytes).length);
  }
}

/** Text up to the first zero byte. */
function textAt(header: Buffer, start: number, length: number): string {
  const text = header.subarray(start, start + length);
  const end = text.indexOf(0);
  return text.subarray(0, end < 0 ? length : end).toString('utf8');
}

/** An octal number, or a binary one where the first bit says so (GNU, for large files). */
function numberAt(header: Buffer, start: number, length: number): number {
  if ((header[start]! & 0x80) !== 0)
    return Number(BigInt(`0x${header.subarray(start + 4, start + length).toString('hex')}`));
  const text = textAt(header, start, length).trim();
  if (!/^[0-7]*$/.test(text)) throw new TarError('a header in it is wrong');
  return Number.parseInt(text || '0', 8);
}

function recordsOf(content: Buffer): [key: string, value: string][] {
  const records: [string, string][] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.subarray(at, Math.max(at, space)).toString('latin1'));
    if (space < 0 || !Number.isInteger(length) || length <= space - at) throw new TarError('a header in it is wrong');
    const line = content.subarray(space + 1, at + length - 1).toString('utf8');
    const equals = line.indexOf('=');
    if (equals > 0) records.push([line.slice(0, equals), line.slice(equals + 1)]);
    at += length;
  }
  return records;
}
