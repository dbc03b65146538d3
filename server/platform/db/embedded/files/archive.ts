import fs from 'node:fs';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';

/**
 * A folder in one file: zstd over a 4-byte length, a JSON list of entries in order, and the files' bytes one after
 * the other. No tar, because it is read in one go and nobody else reads it.
 */
type Entry = {
  readonly path: string;
  readonly mode: number;
  readonly size: number | 'folder';
  /** Bytes without the zeros at the end, which the file system fills in: most of a write-ahead log is zeros. */
  readonly stored: number;
};

const formatMark = 'looproom-folder-1';

/** Packs `dir` into `file`, which appears whole or not at all. */
export function packFolder(dir: string, file: string): void {
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  const names = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted();
  for (const name of names) {
    const full = path.join(dir, name);
    const stat = fs.statSync(full);
    const slashed = name.split(path.sep).join('/');
    if (stat.isDirectory()) entries.push({ path: slashed, mode: stat.mode & 0o777, size: 'folder', stored: 0 });
    else {
      const content = fs.readFileSync(full);
      const stored = lengthWithoutZeros(content);
      entries.push({ path: slashed, mode: stat.mode & 0o777, size: content.length, stored });
      contents.push(content.subarray(0, stored));
    }
  }
  const header = Buffer.from(JSON.stringify({ format: formatMark, entries }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  const packed = zstdCompressSync(Buffer.concat([length, header, ...contents]), {
    params: { [constants.ZSTD_c_compressionLevel]: 12 },
  });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  fs.writeFileSync(draft, packed);
  fs.renameSync(draft, file);
}

/** Unpacks `file` into the new folder `dir`. @throws when the file is no such archive or `dir` exists */
export function unpackFolder(file: string, dir: string): void {
  const bytes = zstdDecompressSync(fs.readFileSync(file));
  const start = 4 + bytes.readUInt32BE(0);
  const { format, entries } = JSON.parse(bytes.toString('utf8', 4, start)) as { format: string; entries: Entry[] };
  if (format !== formatMark) throw new Error(`${file} is not a packed folder of this version.`);
  fs.mkdirSync(dir, { mode: 0o700 });
  let offset = start;
  for (const entry of entries) {
    const full = path.join(dir, entry.path);
    if (entry.size === 'folder') fs.mkdirSync(full, { mode: entry.mode });
    else {
      fs.writeFileSync(full, bytes.subarray(offset, offset + entry.stored), { mode: entry.mode });
      if (entry.stored < entry.size) fs.truncateSync(full, entry.size);
      offset += entry.stored;
    }
  }
}

function lengthWithoutZeros(content: Buffer): number {
  let length = content.length;
  while (length > 0 && content[length - 1] === 0) length--;
  return length;
}
