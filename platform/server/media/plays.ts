import type { Head } from './signature.ts';

/** What decides whether a sound plays, as ffprobe calls it: its codec, and its samples. */
interface SoundFormat {
  readonly codec_name?: string | undefined;
  readonly profile?: string | undefined;
  readonly sample_rate?: number | undefined;
  readonly channels?: number | undefined;
  readonly bits_per_raw_sample?: number | undefined;
}

/** The fewest samples a second that every browser plays, and the most channels, of every format. */
const LEAST_RATE = 8000;
const MOST_CHANNELS = 2;

/** What every browser plays (Chrome, Edge, Firefox, Safari from 14 on), by container: codecs, how a file begins, samples a second. */
const played: Readonly<Record<string, { codecs: readonly string[]; mark: RegExp; mostRate: number }>> = {
  // Not RF64 and RIFX; floats and 32 bits are not played by all.
  wav: { codecs: ['pcm_u8', 'pcm_s16le', 'pcm_s24le'], mark: /^RIFF/, mostRate: 192_000 },
  flac: { codecs: ['flac'], mark: /^fLaC/, mostRate: 192_000 },
  mp3: { codecs: ['mp3'], mark: /^/, mostRate: 48_000 },
  // Not QuickTime, which has the same boxes.
  m4a: { codecs: ['aac'], mark: /^[^]{4}ftyp(?!qt )/, mostRate: 48_000 },
};

/**
 * Whether every browser plays a sound as it is: the one decision of this, by what was decoded and never by a name. Ogg and
 * WebM are not among it: Safari has played them only since version 18.4.
 * @param container the `extension` of a `FoundType`
 * @param head of the file; left out for a stream that is made of it, which has the usual one
 */
export function playsEverywhere(container: string, sound: SoundFormat, head?: Pick<Head, 'start' | 'text'>): boolean {
  const format = Object.hasOwn(played, container) ? played[container] : undefined;
  const { codec_name: codec = '', profile, sample_rate: rate = 0, channels = 0, bits_per_raw_sample: bits = 0 } = sound;
  if (!format?.codecs.includes(codec) || (codec === 'aac' && profile !== 'LC') || bits > 24) return false;
  if (head && (!format.mark.test(head.text) || (head.start > 0 && container !== 'mp3'))) return false;
  return rate >= LEAST_RATE && rate <= format.mostRate && channels >= 1 && channels <= MOST_CHANNELS;
}
