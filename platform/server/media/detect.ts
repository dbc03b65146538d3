import { MediaUnreadable } from './errors.ts';
import { findDecoder } from './ffmpeg.ts';
import type { FoundType } from './found-type.ts';
import { probe } from './probe.ts';
import { mp3ByMark, readHeadOf, signatureOf } from './signature.ts';

const other: FoundType = { kind: 'other', contentType: 'application/octet-stream', extension: 'bin' };
/** Seconds in which ffmpeg must have found out what something is. */
const SECONDS = 60;

/**
 * Detects the type of a file by its content, not by its name. Pictures and archives have signatures; sound and video are
 * what ffmpeg reads, where this machine has it. A closed list: what is not in it (SVG, HTML, documents, programs) is
 * `other`. An `image` has the head of one; whether the rest is whole is found out by decoding it.
 * @throws {ProcessingInterrupted} where the machine ended ffmpeg
 */
export async function detectType(file: string): Promise<FoundType> {
  const head = await readHeadOf(file);
  const signature = signatureOf(head);
  if (signature?.contentType === 'image/heic') return (await readsHeic()) ? signature : other;
  const decoder = findDecoder();
  if (signature && ((signature.kind !== 'audio' && signature.kind !== 'video') || !decoder)) return signature;
  if (!decoder) return mp3ByMark(head) ?? other;
  try {
    return (await probe(decoder, file, AbortSignal.timeout(SECONDS * 1000))).found;
  } catch (error) {
    if (!(error instanceof MediaUnreadable)) throw error;
    // What begins like a recording and is damaged: processing says so.
    return signature ?? other;
  }
}

/** Whether this machine's picture library was built with the patented decoder of HEIC. */
async function readsHeic(): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  return sharp.format.heif.input.fileSuffix?.includes('.heic') ?? false;
}
