import { buffer } from 'node:stream/consumers';
import { isMp3, ogg } from '#platform/server/media/audio/sound-headers.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { type PlacedEntry, entryContent } from './content.ts';

/** Bytes in which the type of a sound is found. */
export const TYPE_BYTES = 64 * 1024;

/** Chunks that are looked at before the sound's description must have come. */
const MAX_CHUNKS = 64;

/** WAV or AIFF with its description among the first bytes; a description further back is not looked for. */
function chunked(head: Buffer): string | null {
  const group = head.toString('latin1', 0, 4);
  const form = head.toString('latin1', 8, 12);
  const isAiff = group === 'FORM' && /^AIF[FC]$/.test(form);
  if (!isAiff && !(/^(RIFF|RF64)$/.test(group) && form === 'WAVE')) return null;
  for (let at = 12, count = 0; at + 8 <= head.length && count < MAX_CHUNKS; count++) {
    const name = head.toString('latin1', at, at + 4);
    if (name === (isAiff ? 'COMM' : 'fmt ')) return isAiff ? 'audio/aiff' : 'audio/wav';
    const size = isAiff ? head.readUInt32BE(at + 4) : head.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return null;
}

/** The type of a sound by its first bytes; null for what is none that browsers play. */
export function soundType(head: Buffer): string | null {
  const text = head.toString('latin1', 0, 4096);
  if (/^(RIFF|RF64|FORM)/.test(text)) return chunked(head);
  if (text.startsWith('fLaC')) return 'audio/flac';
  if (text.startsWith('OggS')) return ogg(text)?.contentType ?? null;
  if (text.startsWith('ftyp', 4)) return /^(M4[AB] |mp4[12]|isom|dash)$/.test(text.slice(8, 12)) ? 'audio/mp4' : null;
  const hasTag = text.startsWith('ID3');
  const size =
    hasTag && head.length > 10 ? head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0) + 10 : 0;
  // A tag with a picture reaches beyond what is looked at: the frames behind it are the player's to find.
  if (hasTag && size >= head.length) return 'audio/mpeg';
  return isMp3(head.subarray(size), hasTag) ? 'audio/mpeg' : null;
}

/** The type of a sound in an archive, by its content. @throws {ArchiveRefused} `broken` */
export async function soundTypeOf(
  storage: Storage,
  archive: { readonly key: string; readonly bytes: number },
  entry: PlacedEntry,
): Promise<string | null> {
  const end = Math.min(entry.bytes, TYPE_BYTES) - 1;
  return soundType(await buffer(await entryContent(storage, archive, entry, { start: 0, end })));
}
