/**
 * The one place where this feature meets the programs that examine files: types and pictures so far, everything else
 * answers that there is no decoder (the file then works without waveform or poster). It becomes a re-export of `#server/platform/media` with that folder; `process.ts` and its tests use these shapes.
 */
import { fileTypeFromFile } from 'file-type';

export class MediaUnreadable extends Error {
  override name = 'MediaUnreadable';
}
export class NoDecoder extends Error {
  override name = 'NoDecoder';
}
export async function detectType(
  file: string,
): Promise<{ kind: 'image' | 'audio' | 'video' | 'archive' | 'other'; contentType: string; extension: string }> {
  const found = await fileTypeFromFile(file);
  const major = found?.mime.split('/')[0];
  const kind = major === 'image' || major === 'audio' || major === 'video' ? major : 'other';
  return { kind, contentType: found?.mime ?? 'application/octet-stream', extension: found?.ext ?? 'bin' };
}
interface Rendition {
  readonly name: string;
  readonly file: string;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}
export interface ImageResult {
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  readonly placeholder: string;
  readonly renditions: readonly Rendition[];
}
interface Stream {
  readonly file: string;
  readonly contentType: string;
  readonly bytes: number;
}
export interface AudioResult {
  readonly durationMs: number;
  readonly tags: Readonly<Record<string, string>>;
  readonly cover: string | null;
  readonly overview: Uint8Array;
  readonly zoom: Uint8Array;
  readonly loudness: number | null;
  readonly truePeak: number | null;
  readonly stream: Stream | null;
}
export interface VideoResult {
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly poster: string | null;
  readonly stream: Stream | null;
}
export async function processImage(file: string, folder: string, signal: AbortSignal): Promise<ImageResult> {
  // With its library, when the first picture is examined.
  const pictures = await import('#server/platform/media/image.ts');
  try {
    return await pictures.processImage(file, folder, signal);
  } catch (error) {
    if (error instanceof Error && error.name === 'MediaUnreadable') throw new MediaUnreadable(error.message);
    throw error;
  }
}
export async function processAudio(_file: string, _folder: string, _signal: AbortSignal): Promise<AudioResult> {
  throw new NoDecoder('none');
}
export async function processVideo(_file: string, _folder: string, _signal: AbortSignal): Promise<VideoResult> {
  throw new NoDecoder('none');
}
