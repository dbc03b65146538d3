import { RATE } from './mix.ts';

/** The metadata of a file. */
interface WavTags {
  readonly title: string;
  readonly artist: string;
  readonly bpm: number;
  /** Such as `Am`. */
  readonly key: string;
  /** A PNG; null for a file without a picture. */
  readonly cover: Uint8Array | null;
}

/** A frame of ID3 2.4 with a text, or a picture: its length in four times seven bits. */
function frame(name: string, content: string | Uint8Array): Buffer {
  const head = typeof content === 'string' ? '\x03' : '\0image/png\0\x03\0';
  const body = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(content)]);
  return Buffer.concat([Buffer.from(name, 'latin1'), sevens(body.length), Buffer.of(0, 0), body]);
}

const sevens = (value: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));

function id3({ title, artist, bpm, key, cover }: WavTags): Buffer {
  const frames = Buffer.concat([
    frame('TIT2', title),
    frame('TPE1', artist),
    frame('TBPM', String(bpm)),
    frame('TKEY', key),
    ...(cover ? [frame('APIC', cover)] : []),
  ]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), sevens(frames.length), frames]);
}

function chunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Writes channels as WAV of 16 bits, with tags in front of the sound where some are given. */
export function wavOf(channels: readonly Float32Array[], tags?: WavTags): Buffer {
  const samples = new Int16Array(channels[0]!.length * channels.length);
  for (const [channel, sound] of channels.entries()) {
    for (let at = 0; at < sound.length; at++)
      samples[at * channels.length + channel] = Math.round(Math.min(1, Math.max(-1, sound[at]!)) * 32_767);
  }
  const format = Buffer.alloc(16);
  for (const [at, value] of [1, channels.length].entries()) format.writeUInt16LE(value, at * 2);
  for (const [at, value] of [RATE, RATE * 2 * channels.length].entries()) format.writeUInt32LE(value, 4 + at * 4);
  for (const [at, value] of [2 * channels.length, 16].entries()) format.writeUInt16LE(value, 12 + at * 2);
  const parts = [chunk('fmt ', format), ...(tags ? [chunk('id3 ', id3(tags))] : [])];
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE', 'latin1'), ...parts, chunk('data', new Uint8Array(samples.buffer))]),
  );
}
