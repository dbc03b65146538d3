import type { ReadBytes, TaggedSound, WrittenTags } from './tags.ts';

/** Longest index that is copied: about half an hour of AAC. */
const MAX_INDEX_BYTES = 256 * 1024;
/** Bytes in front of an index that are kept, where it does not end the file. */
const MAX_FRONT_BYTES = 64 * 1024;
const MAX_BOXES = 64;
const BOX_HEAD = 8;
/** Where the header of `meta` has the kind of its list. */
const KIND_AT = 20;

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(BOX_HEAD);
  head.writeUInt32BE(BOX_HEAD + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The beginning of `meta`: its version, and a handler for lists as iTunes writes them. */
const metaStart = Buffer.concat([
  Buffer.alloc(4),
  box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9)])),
]);

/** One text of the list: UTF-8 is type 1. */
const item = (name: string, text: string): Buffer =>
  box(name, box('data', Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(text)])));

/** Content of a box, with more in the box along a path; boxes that lack are made. Throws `RangeError` where it is damaged. */
function withInside(content: Buffer, [name, ...rest]: readonly string[], added: Buffer): Buffer {
  if (name === undefined) return Buffer.concat([content, added]);
  if (name === 'ilst' && content.toString('latin1', KIND_AT, KIND_AT + 4) !== 'mdir')
    throw new RangeError('Another kind of list.');
  let at = name === 'ilst' ? 4 : 0;
  while (at < content.length) {
    const end = at + content.readUInt32BE(at);
    if (end < at + BOX_HEAD || end > content.length) throw new RangeError('A box ends outside the one around it.');
    if (content.toString('latin1', at + 4, at + BOX_HEAD) === name) {
      const inner = box(name, withInside(content.subarray(at + BOX_HEAD, end), rest, added));
      return Buffer.concat([content.subarray(0, at), inner, content.subarray(end)]);
    }
    at = end;
  }
  const start = name === 'meta' ? metaStart : Buffer.alloc(0);
  return Buffer.concat([content, box(name, withInside(start, rest, added))]);
}

/**
 * M4A with tags in its index (`moov`). An index at the end is replaced; one in front becomes free space and is written
 * behind the sound, so that no sample changes its place. Null where the index is too long, or the file is fragmented or
 * damaged.
 */
export async function withMp4Tags(read: ReadBytes, bytes: number, tags: WrittenTags): Promise<TaggedSound | null> {
  let index: { at: number; end: number } | null = null;
  let at = 0;
  for (let boxes = 0; at + BOX_HEAD <= bytes && boxes < MAX_BOXES; boxes++) {
    const head = await read(at, Math.min(bytes, at + 2 * BOX_HEAD));
    const [short, name] = [head.readUInt32BE(0), head.toString('latin1', 4, BOX_HEAD)];
    const size = short === 1 ? Number(head.readBigUInt64BE(BOX_HEAD)) : short;
    if (size < BOX_HEAD || name === 'moof') return null;
    if (name === 'moov') {
      if (index || short === 1) return null;
      index = { at, end: at + size };
    }
    at += size;
  }
  if (at !== bytes || !index || index.end - index.at > MAX_INDEX_BYTES) return null;
  const isLast = index.end === bytes;
  if (!isLast && index.at > MAX_FRONT_BYTES) return null;
  const items = Object.entries({ '\u00A9nam': tags.title, '\u00A9ART': tags.artist, '\u00A9alb': tags.album });
  const added = Buffer.concat(items.map(([name, text]) => (text === null ? Buffer.alloc(0) : item(name, text))));
  const content = await read(index.at + BOX_HEAD, index.end);
  const tail = box('moov', withInside(content, ['udta', 'meta', 'ilst'], added));
  if (isLast) return { head: Buffer.alloc(0), replaced: 0, tail, cut: index.end - index.at };
  const front = await read(0, index.at + BOX_HEAD);
  front.write('free', index.at + 4, 'latin1');
  return { head: front, replaced: front.length, tail, cut: 0 };
}
