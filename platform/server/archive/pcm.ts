import { LEAST_PEAK } from '#platform/server/media/audio/waveform.ts';

/** Samples of a sound, as they are read. */
export interface PcmFormat {
  readonly rate: number;
  readonly channels: number;
  /** Bytes of one sample, 1 to 8. */
  readonly width: number;
  readonly encoding: 'unsigned' | 'signed' | 'float';
  readonly isBig: boolean;
  /** Where the samples begin, and how many bytes of them there are. */
  readonly start: number;
  readonly bytes: number;
  /** The head knows no length. */
  readonly isOpen?: boolean;
}

const MAX_CHUNKS = 64;
/** What a program writes as a length that it does not know yet. */
const UNKNOWN = 0xff_ff_ff_ff;

/** Rate of AIFF: 80 bits, of which the exponent and the first 32 bits of the fraction say enough. */
const extended = (head: Buffer, at: number): number =>
  head.readUInt32BE(at + 2) * 2 ** ((head.readUInt16BE(at) & 0x7fff) - 16_383 - 31);

/**
 * How the samples of a WAV or AIFF lie in it.
 * @param head its first bytes, which must hold everything before the samples
 * @param total bytes of the whole
 * @returns null for what is no plain PCM, or not readable
 */
export function pcmFormat(head: Buffer, total: number): PcmFormat | null {
  const group = head.toString('latin1', 0, 4);
  const isBig = group === 'FORM';
  if (!isBig && group !== 'RIFF' && group !== 'RF64') return null;
  let format: Omit<PcmFormat, 'start' | 'bytes'> | null = null;
  for (let at = 12, count = 0; at + 8 <= head.length && count < MAX_CHUNKS; count++) {
    const name = head.toString('latin1', at, at + 4);
    const size = isBig ? head.readUInt32BE(at + 4) : head.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'fmt ' && body + 16 <= head.length) format = wavFormat(head, body, size);
    if (name === 'COMM' && body + 18 <= head.length) format = aiffFormat(head, body, size);
    if (name === 'data' || name === 'SSND') {
      const start = body + (isBig ? 8 : 0);
      const said = isBig ? Math.max(0, size - 8) : size;
      // A size of nothing with something behind it is one that a program did not know: a decoder finds the end.
      if (said === 0 && total > start && !isBig) return null;
      // An end that is missing, and sizes of 4 GB that mean "to the end".
      return format && isReadable(format)
        ? { ...format, start, bytes: Math.min(said, Math.max(0, total - start)), isOpen: said === UNKNOWN }
        : null;
    }
    at = body + size + (size % 2);
  }
  return null;
}

function wavFormat(head: Buffer, at: number, size: number): Omit<PcmFormat, 'start' | 'bytes'> | null {
  const code = head.readUInt16LE(at);
  const tag = code === 0xfffe && size >= 26 && at + 26 <= head.length ? head.readUInt16LE(at + 24) : code;
  const width = Math.ceil(head.readUInt16LE(at + 14) / 8);
  if (tag !== 1 && tag !== 3) return null;
  const encoding = tag === 3 ? 'float' : width === 1 ? 'unsigned' : 'signed';
  return { rate: head.readUInt32LE(at + 4), channels: head.readUInt16LE(at + 2), width, encoding, isBig: false };
}

function aiffFormat(head: Buffer, at: number, size: number): Omit<PcmFormat, 'start' | 'bytes'> | null {
  const kind = size >= 22 && at + 22 <= head.length ? head.toString('latin1', at + 18, at + 22) : 'NONE';
  const shared = {
    rate: extended(head, at + 8),
    channels: head.readUInt16BE(at),
    width: Math.ceil(head.readUInt16BE(at + 6) / 8),
  };
  if (kind === 'NONE' || kind === 'twos') return { ...shared, encoding: 'signed', isBig: true };
  if (kind === 'sowt') return { ...shared, encoding: 'signed', isBig: false };
  return /^fl(32|64)$/i.test(kind) ? { ...shared, encoding: 'float', isBig: true } : null;
}

const isReadable = ({ rate, channels, width, encoding }: Omit<PcmFormat, 'start' | 'bytes'>): boolean =>
  rate >= 1000 &&
  rate <= 768_000 &&
  channels >= 1 &&
  channels <= 64 &&
  (encoding === 'float' ? width === 4 || width === 8 : width >= 1 && width <= 4);

/** ffmpeg's name of such samples: `pcm_s24le`. */
export const codecOf = ({ encoding, width, isBig }: PcmFormat): string =>
  `pcm_${encoding[0]}${width * 8}${width === 1 ? '' : isBig ? 'be' : 'le'}`;

/** One sample as a number from -1 to 1. */
function sampleReader({ width, encoding, isBig }: PcmFormat): (bytes: Buffer, at: number) => number {
  if (encoding === 'float')
    return width === 4
      ? isBig
        ? (bytes, at) => bytes.readFloatBE(at)
        : (bytes, at) => bytes.readFloatLE(at)
      : isBig
        ? (bytes, at) => bytes.readDoubleBE(at)
        : (bytes, at) => bytes.readDoubleLE(at);
  if (encoding === 'unsigned') return (bytes, at) => (bytes[at]! - 128) / 128;
  const full = 2 ** (width * 8 - 1);
  return isBig ? (bytes, at) => bytes.readIntBE(at, width) / full : (bytes, at) => bytes.readIntLE(at, width) / full;
}

/** Analyses samples as a stream: the peaks of all of them, and the first minute in mono at a low rate. */
export class PcmListener {
  /** Samples a second of `mono`. */
  readonly rate: number;
  readonly seconds: number;
  readonly #format: PcmFormat;
  readonly #read: (bytes: Buffer, at: number) => number;
  readonly #peaks: Float32Array;
  readonly #frames: number;
  readonly #step: number;
  readonly #mono: Float32Array;
  #at = 0;
  #sum = 0;
  #rest = Buffer.alloc(0);

  /** @param parts of the outline */
  constructor(
    format: PcmFormat,
    { parts, monoRate, monoSeconds }: { parts: number; monoRate: number; monoSeconds: number },
  ) {
    this.#format = format;
    this.#read = sampleReader(format);
    this.#frames = Math.floor(format.bytes / (format.width * format.channels));
    this.seconds = this.#frames / format.rate;
    // Decimation by a whole factor: each output sample is the mean of so many, which is the low-pass filter as well.
    this.#step = Math.max(1, Math.round(format.rate / monoRate));
    this.rate = format.rate / this.#step;
    this.#peaks = new Float32Array(Math.max(1, Math.min(parts, this.#frames)));
    this.#mono = new Float32Array(Math.min(Math.ceil(this.#frames / this.#step), Math.ceil(monoSeconds * this.rate)));
  }

  /** Bytes of the samples, in their order. */
  add(chunk: Buffer): void {
    const { width, channels } = this.#format;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const frame = width * channels;
    const used = channels > 2 ? 2 : channels;
    const count = Math.min(Math.floor(bytes.length / frame), this.#frames - this.#at);
    for (let index = 0; index < count; index++) {
      const start = index * frame;
      let value = this.#read(bytes, start);
      if (used === 2) value = (value + this.#read(bytes, start + width)) / 2;
      // A float may be anything.
      if (!(value >= -8 && value <= 8)) value = 0;
      const part = Math.floor((this.#at / this.#frames) * this.#peaks.length);
      const loud = Math.abs(value);
      if (loud > this.#peaks[part]!) this.#peaks[part] = loud;
      this.#sum += value;
      this.#at++;
      if (this.#at % this.#step === 0) {
        const place = this.#at / this.#step - 1;
        if (place < this.#mono.length) this.#mono[place] = this.#sum / this.#step;
        this.#sum = 0;
      }
    }
    this.#rest = Buffer.from(bytes.subarray(count * frame));
  }

  /** All samples that the head spoke of have come. */
  get isWhole(): boolean {
    return this.#at >= this.#frames;
  }

  /** Loudest sample of each part; 255 is the loudest of all, of at least -34 dBFS: a quiet sound has its shape. */
  get peaks(): Uint8Array {
    const loudest = this.#peaks.reduce((most, peak) => Math.max(most, peak), LEAST_PEAK);
    return Uint8Array.from(this.#peaks, (peak) => Math.round((peak / loudest) * 255));
  }

  get mono(): Float32Array {
    return this.#mono.subarray(0, Math.floor(this.#at / this.#step));
  }
}
