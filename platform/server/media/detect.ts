import { makeSlots } from '#platform/server/slots.ts';
import { MediaUnreadable, ProcessingInterrupted } from './errors.ts';
import { findDecoder } from './ffmpeg.ts';
import type { FoundType } from './found-type.ts';
import { probe } from './probe.ts';
import { isRawPhoto, readsHeic } from './pictures/convert.ts';
import { mp3ByMark, readHeadOf, signatureOf } from './signature.ts';

const other: FoundType = { kind: 'other', contentType: 'application/octet-stream', extension: 'bin' };
/** Files that ffmpeg looks at at once, for requests that wait for it; and milliseconds that one waits for its turn. */
const AT_ONCE = 2;
const WAIT_MS = 20_000;
const slots = makeSlots(AT_ONCE, WAIT_MS, () => new ProcessingInterrupted('Too many files wait for ffmpeg.'));

/**
 * Detects the type of a file by its content, not by its name. Pictures and archives have signatures; sound and video are
 * what ffmpeg reads, where this machine has it. A closed list: what is not in it (SVG, HTML, documents, programs) is
 * `other`; pictures that this machine cannot read are, too, with the type that they have. An `image` has the head of one;
 * whether the rest is whole is found out by decoding it.
 * @param heic the program that converts HEIC, if there is one
 * @throws {ProcessingInterrupted} where the machine ended ffmpeg, or too many wait for it, and no signature says what it is
 */
export async function detectType(file: string, heic: string | null = null): Promise<FoundType> {
  const head = await readHeadOf(file);
  const signature = signatureOf(head);
  const decoder = findDecoder();
  if (signature?.contentType === 'image/heic')
    return heic !== null || readsHeic() ? signature : { ...other, contentType: signature.contentType };
  if (signature?.contentType === 'image/bmp' && !decoder) return { ...other, contentType: signature.contentType };
  if (signature?.contentType === 'image/tiff' && (await isRawPhoto(file)))
    return { ...other, contentType: 'image/x-raw' };
  if (signature && ((signature.kind !== 'audio' && signature.kind !== 'video') || !decoder)) return signature;
  if (!decoder) return mp3ByMark(head) ?? other;
  try {
    const release = await slots.take();
    try {
      return (await probe(decoder, file, new AbortController().signal)).found;
    } finally {
      release();
    }
  } catch (error) {
    // What begins like a recording: processing says whether it is damaged, and has further tries.
    if (error instanceof MediaUnreadable) return signature ?? other;
    if (error instanceof ProcessingInterrupted && signature) return signature;
    throw error;
  }
}
