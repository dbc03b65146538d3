import { type Mix, RATE } from './mix.ts';

/** What a file says of itself. */
export interface WavTags {
  readonly title: string;
  readonly artist: string;
  readonly bpm: number;
  /** Such as `Am`. */
  readonly key: string;
  /** A PNG; null for a file without a picture. */
  readonly cover: Uint8Array | null;
}

const text = (value: string): Buffer => Buffer.concat([Buffer.of(3), Buffer.from(value, 'utf8')]);

/** A number in four times seven bits, as ID3 writes lengths. */
const sevens = (value: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));

function frame(name: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(name, 'latin1'), sevens(content.length), Buffer.of(0, 0), content]);
}

/** ID3 2.4: title, artist, tempo, key and a front cover. */
function id3({ title, artist, bpm, key, cover }: WavTags): Buffer {
  const frames = Buffer.concat([
    frame('TIT2', text(title)),
    frame('TPE1', text(artist)),
    frame('TBPM', text(String(bpm))),
    frame('TKEY', text(key)),
    ...(cover ? [frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), cover]))] : []),
  ]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), sevens(frames.length), frames]);
}

function chunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** 16 bits in so many channels. */
function formatOf(channels: number): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(RATE, 4);
  format.writeUInt32LE(RATE * 2 * channels, 8);
  format.writeUInt16LE(2 * channels, 12);
  format.writeUInt16LE(16, 14);
  return chunk('fmt ', format);
}

const riff = (chunks: readonly Buffer[]): Buffer =>
  chunk('RIFF', Buffer.concat([Buffer.from('WAVE', 'latin1'), ...chunks]));

/** Writes one sound as WAV: 16 bits, one channel, without tags. */
export function monoWav(sound: Float32Array): Buffer {
  const samples = Int16Array.from(sound, (sample) => Math.round(Math.min(1, Math.max(-1, sample)) * 32_767));
  return riff([formatOf(1), chunk('data', new Uint8Array(samples.buffer))]);
}

/** Writes a mix as WAV: 16 bits, stereo, with its tags in front of the sound. */
export function wavOf(mix: Mix, tags: WavTags): Buffer {
  const samples = new Int16Array(mix.left.length * 2);
  for (let index = 0; index < mix.left.length; index++) {
    samples[index * 2] = Math.round(Math.min(1, Math.max(-1, mix.left[index]!)) * 32_767);
    samples[index * 2 + 1] = Math.round(Math.min(1, Math.max(-1, mix.right[index]!)) * 32_767);
  }
  return riff([formatOf(2), chunk('id3 ', id3(tags)), chunk('data', new Uint8Array(samples.buffer))]);
}
