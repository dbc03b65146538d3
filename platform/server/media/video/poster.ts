import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { MediaUnreadable } from '#platform/server/media/errors.ts';
import { type Decoder, DecoderFailed, fileArgument, guarded, runDecoder } from '#platform/server/media/ffmpeg.ts';
import { lightOf, widthFor } from '#platform/server/media/pictures/image.ts';
import type { Probe, ProbedStream } from '#platform/server/media/probe.ts';
import { displayOf, filtersOf } from './display.ts';

/** Where a frame is searched, as parts of the whole; the beginning comes last, because many begin in the dark. */
const places = [0.1, 0.3, 0.5, 0];
/** Mean light from 0 to 255: below it a frame counts as black. Black in video is 16. */
const DARK = 20;
const SECONDS = 60;
/** The widest rendition of pictures. */
const WIDEST = 2400;

/**
 * Takes the first frame that is not black, at a tenth of the time or later; the lightest where all are. A PNG as the
 * video is seen, for `processImage`; null where no frame can be decoded.
 * @param mayConvert of `filtersOf`
 */
export async function takePoster(
  decoder: Decoder,
  probed: Probe,
  picture: ProbedStream,
  mayConvert: boolean,
  folder: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { width, height } = displayOf(picture);
  const scale = Math.min(1, widthFor(WIDEST, { width, height }) / width);
  const size = { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
  const look = filtersOf(picture, { ...size, pixels: 'yuv444p' }, mayConvert);
  let best: { readonly frame: string; readonly light: number } | null = null;
  const seconds = probed.format.duration ?? 0;
  for (const [index, place] of places.entries()) {
    if (place > 0 && seconds === 0) continue;
    const frame = path.join(folder, `frame-${index}.png`);
    const at = ['-ss', String(seconds * place)];
    const input = ['-nostdin', ...guarded, '-y', ...at, ...probed.input];
    const output = ['-map', `0:${picture.index}`, '-frames:v', '1', '-vf', look, '-c:v', 'png', '-f', 'image2pipe'];
    const light = await probe(decoder, [...input, ...output, fileArgument(frame)], frame, signal);
    if (light === null) continue;
    if (best === null || light > best.light) {
      if (best) await rm(best.frame, { force: true });
      best = { frame, light };
    }
    if (light >= DARK) break;
  }
  return best?.frame ?? null;
}

/** Decodes one frame to a file. @returns its mean light; null when no frame was written */
async function probe(decoder: Decoder, args: string[], frame: string, signal: AbortSignal): Promise<number | null> {
  try {
    await runDecoder({ program: decoder.ffmpeg, args, signal, seconds: SECONDS });
    return (await stat(frame)).size > 0 ? await lightOf(frame) : null;
  } catch (error) {
    // A place that is damaged or not there: another one may do.
    if (error instanceof DecoderFailed || error instanceof MediaUnreadable || isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
