import { makeLoudnessMeter } from './loudness.ts';
import { PEAK_HISTORY, truePeakOf } from './true-peak.ts';
import { makeOutline } from './waveform.ts';

/** What is measured in a sound. */
export interface SoundMeasurements {
  /** By its samples, not by what its head declares. */
  readonly frames: number;
  /** EBU R128, LUFS; null for silence and for less than 400 ms. */
  readonly loudness: number | null;
  /** dBTP; null for silence. */
  readonly truePeak: number | null;
  /** See `AudioResult`. */
  readonly overview: Uint8Array;
  readonly bars: Uint8Array;
  readonly zoom: Uint8Array;
}

/** A streaming analysis of a sound. */
export interface Analysis {
  /** Interleaved 32-bit floats, little endian, cut anywhere. */
  add(bytes: Uint8Array): void;
  finish(): SoundMeasurements;
}

/** Frames that are worked on at a time: they stay in the processor's cache. */
const BLOCK = 4096;
/** What a float file may hold beyond full scale (36 dB). More is a broken file, and so is what is not a number. */
const LOUDEST = 64;
/** 1,000 minima, maxima and root mean squares: 3,000 bytes of the 4,096 that are allowed. */
const OVERVIEW_BUCKETS = 1000;
/** One for each three pixels of the widest place that shows a waveform on most screens. */
export const WAVE_BARS = 384;
const ZOOM_PER_SECOND = 50;
/** 200 KB. */
const ZOOM_BUCKETS = 100_000;

/**
 * Loudness, true peak and outline in one pass and in bounded memory.
 * @param rate samples a second
 * @param weights of each channel's energy in the loudness, in their order
 */
export function makeAnalysis(rate: number, weights: readonly number[]): Analysis {
  const channelCount = weights.length;
  const meter = makeLoudnessMeter(rate, weights);
  const outline = makeOutline();
  const block = new Float32Array(BLOCK * channelCount);
  const bytes = new Uint8Array(block.buffer);
  /** Each channel behind the last samples before it. */
  const channels = Array.from({ length: channelCount }, () => new Float32Array(PEAK_HISTORY + BLOCK));
  let filled = 0;
  let frames = 0;
  let peak = 0;

  const measure = (count: number): void => {
    for (const [offset, samples] of channels.entries()) {
      samples.copyWithin(0, BLOCK, BLOCK + PEAK_HISTORY);
      spread(block, offset, channelCount, samples, count);
      peak = truePeakOf(samples, count, peak);
    }
    outline.add(channels, PEAK_HISTORY, count);
    meter.add(channels, PEAK_HISTORY, count);
    frames += count;
  };
  return {
    add(chunk) {
      for (let at = 0; at < chunk.length;) {
        const length = Math.min(bytes.length - filled, chunk.length - at);
        bytes.set(chunk.subarray(at, at + length), filled);
        at += length;
        filled += length;
        if (filled < bytes.length) continue;
        measure(BLOCK);
        filled = 0;
      }
    },
    finish() {
      // The last block is short: a part of a frame is dropped.
      const rest = Math.floor(filled / 4 / channelCount);
      measure(rest);
      // Between the last samples lie values too.
      for (const samples of channels) {
        samples.copyWithin(0, rest, rest + PEAK_HISTORY);
        samples.fill(0, PEAK_HISTORY, 2 * PEAK_HISTORY);
        peak = truePeakOf(samples, PEAK_HISTORY, peak);
      }
      const zoom = Math.min(ZOOM_BUCKETS, Math.max(OVERVIEW_BUCKETS, Math.ceil((frames / rate) * ZOOM_PER_SECOND)));
      return {
        frames,
        loudness: meter.integrated(),
        truePeak: peak > 0 ? 20 * Math.log10(peak) : null,
        // Not scaled: the same content is recognised by a hash of it.
        overview: outline.draw(OVERVIEW_BUCKETS, true),
        bars: outline.draw(WAVE_BARS, true, true),
        zoom: outline.draw(zoom, false, true),
      };
    },
  };
}

/** One channel out of interleaved samples, behind its history. */
function spread(block: Float32Array, offset: number, step: number, samples: Float32Array, count: number): void {
  for (let index = 0, from = offset; index < count; index++, from += step) {
    const value = block[from]!;
    samples[PEAK_HISTORY + index] =
      value <= LOUDEST && value >= -LOUDEST ? value : value > 0 ? LOUDEST : value < 0 ? -LOUDEST : 0;
  }
}
