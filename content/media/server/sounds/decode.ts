import { SAMPLE_RATE } from '#platform/server/archive/analyse.ts';
import { type Decoder, guarded, runDecoder } from '#platform/server/media/ffmpeg.ts';

/** Seconds that a decoder may take for one sound. */
const DECODING_SECONDS = 60;

/**
 * Samples of a sound as `decodedFormat` says: one channel, few samples a second.
 * @param input ffmpeg's arguments that name the sound and its reader
 * @param check called with the bytes so far; ends the decoder by throwing
 * @param seconds of the beginning; all of it when not given
 * @throws what `runDecoder` and `check` throw
 */
export async function decodeSamples(
  decoder: Decoder,
  { input, seconds, check }: { input: readonly string[]; seconds?: number; check?: (bytes: number) => void },
): Promise<{ samples: readonly Buffer[]; bytes: number }> {
  const samples: Buffer[] = [];
  let bytes = 0;
  const beginning = seconds === undefined ? [] : ['-t', String(seconds)];
  await runDecoder({
    program: decoder.ffmpeg,
    args: [
      '-nostdin',
      ...guarded,
      ...input,
      '-map',
      '0:a:0',
      ...beginning,
      '-ar',
      String(SAMPLE_RATE),
      '-ac',
      '1',
      '-f',
      'f32le',
      'pipe:1',
    ],
    seconds: DECODING_SECONDS,
    signal: AbortSignal.timeout(DECODING_SECONDS * 1000),
    onOutput(chunk) {
      bytes += chunk.length;
      check?.(bytes);
      samples.push(chunk);
    },
  });
  return { samples, bytes };
}

/** Samples as the analyst takes them. */
export async function* inOrder(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
