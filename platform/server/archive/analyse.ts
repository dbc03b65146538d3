import { archive } from '#platform/contract/archive-limits.ts';
import { playsEverywhere } from '#platform/server/media/plays.ts';
import { keysOf } from './key.ts';
import { type PcmFormat, PcmListener, codecOf, pcmFormat } from './pcm.ts';
import { temposOf } from './tempo.ts';

/** What a sound may be: up to three of each, likeliest first; none where it has no beat, or no pitch. */
export interface MusicCandidates {
  /** Beats a minute. */
  readonly tempos: readonly number[];
  /** `C`, `Cm`, or the name of its one note. */
  readonly keys: readonly string[];
}

/** What is found of a sound. */
export interface SoundFacts {
  /** Of a WAV or an AIFF with plain samples; null for anything else. */
  readonly contentType: string | null;
  readonly durationMs: number | null;
  /** The likeliest candidates. */
  readonly tempo: number | null;
  readonly key: string | null;
  readonly candidates: MusicCandidates | null;
  /** Loudest sample of each part; 255 is the loudest of all, of at least -34 dBFS. */
  readonly peaks: Uint8Array | null;
  /** Every browser plays it as it is; false where that is not known. */
  readonly playsEverywhere: boolean;
}

/** Bytes before which plain samples must have begun. */
const HEAD_BYTES = 64 * 1024;
/** Samples a second, and seconds, that tempo and key are found in; and bytes of a decoded sample. */
export const SAMPLE_RATE = 11_025;
export const SAMPLED_SECONDS = 60;
export const SAMPLE_BYTES = 4;
const MONO = { monoRate: SAMPLE_RATE, monoSeconds: SAMPLED_SECONDS } as const;

/**
 * Whether every browser plays plain samples as they are.
 * @param head first bytes of the file, in which `pcmFormat` has found them
 */
function playsAsItIs(head: Buffer, format: PcmFormat): boolean {
  const { rate, channels, isOpen = false } = format;
  const sound = { codec_name: codecOf(format), sample_rate: rate, channels };
  return !isOpen && playsEverywhere('wav', sound, { start: 0, text: head.toString('latin1', 0, 12) });
}

/** Whether a WAV that is not read to its end plays everywhere, by its first bytes. @param total bytes of all of it */
export function wavPlaysEverywhere(head: Buffer, total: number): boolean {
  const format = pcmFormat(head, total);
  return format !== null && format.bytes > 0 && playsAsItIs(head, format);
}

/** Listens to one sound as it is read. Memory does not grow with it, but for a minute at a low rate. */
export class SoundAnalysis {
  readonly #total: number;
  readonly #isRaw: boolean;
  #head: Buffer[] = [];
  #headBytes = 0;
  #contentType: string | null = null;
  #plays = false;
  #listener: PcmListener | null = null;
  #left = 0;

  /** @param total bytes of the file @param raw how the samples lie, where there is nothing but samples */
  constructor(total: number, raw: PcmFormat | null = null) {
    this.#total = total;
    this.#isRaw = raw !== null;
    if (raw) this.#begin(raw);
  }

  #begin(format: PcmFormat): void {
    this.#listener = new PcmListener(format, { parts: archive.peaks, ...MONO });
    this.#left = format.bytes;
  }

  #listen(chunk: Buffer): void {
    const used = chunk.subarray(0, this.#left);
    this.#left -= used.length;
    this.#listener?.add(used);
  }

  /** The next bytes. @returns false for what is no plain samples: further ones change nothing */
  add(chunk: Buffer): boolean {
    if (this.#listener) {
      // What lies behind the samples is read too: the checksum is that of all of it.
      this.#listen(chunk);
      return true;
    }
    this.#head.push(chunk);
    this.#headBytes += chunk.length;
    if (this.#headBytes < Math.min(HEAD_BYTES, this.#total)) return true;
    return this.#readHead();
  }

  #readHead(): boolean {
    const head = Buffer.concat(this.#head);
    this.#head = [];
    const format = pcmFormat(head, this.#total);
    if (!format) return false;
    this.#contentType = head.toString('latin1', 0, 4) === 'FORM' ? 'audio/aiff' : 'audio/wav';
    this.#plays = playsAsItIs(head, format);
    this.#begin(format);
    this.#listen(head.subarray(format.start));
    return true;
  }

  /** What was found; nothing of what is no plain samples. */
  finish(): SoundFacts {
    if (!this.#listener && this.#headBytes > 0 && this.#contentType === null) this.#readHead();
    const listener = this.#listener;
    const contentType = this.#contentType;
    if (!listener)
      return {
        contentType,
        durationMs: null,
        tempo: null,
        key: null,
        candidates: null,
        peaks: null,
        playsEverywhere: false,
      };
    const { mono, rate, seconds, peaks } = listener;
    const candidates = { tempos: temposOf(mono, rate, seconds), keys: keysOf(mono, rate) };
    return {
      contentType: this.#isRaw ? null : contentType,
      durationMs: Math.round(seconds * 1000),
      tempo: candidates.tempos[0] ?? null,
      key: candidates.keys[0] ?? null,
      candidates,
      peaks,
      // Browsers call an empty one broken.
      playsEverywhere: this.#plays && seconds > 0,
    };
  }
}

/** Samples that a decoder writes: 32-bit floats in one channel. */
export const decodedFormat = (bytes: number): PcmFormat => ({
  rate: SAMPLE_RATE,
  channels: 1,
  width: SAMPLE_BYTES,
  encoding: 'float',
  isBig: false,
  start: 0,
  bytes,
});
