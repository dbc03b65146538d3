import type { ClockProbe } from '#web/lib/socket-client.ts';

/** What a burst of probes came to. */
export interface Sample {
  /** Local time of the measurement. */
  readonly at: number;
  /** Server's clock minus local clock. */
  readonly offset: number;
  readonly roundTrip: number;
}

/** Samples that the regression uses, and the local time over which drift is estimated. */
const SAMPLES = 20;
const WINDOW_MS = 600_000;
/** Below so much time between first and last sample a slope would be noise. */
const MIN_SPAN_MS = 30_000;
/** A sample that is further from the line than its round trip allows, and this: one of the clocks was set. */
const JUMP_MS = 50;
/** Parts per million by which two clocks may run apart at most; quartz is within 100. */
const MAX_DRIFT = 500e-6;

/**
 * The best probe of a burst: that of the shortest round trip, where the two ways differ least (NTP's clock filter,
 * RFC 5905 §10). The server answered in the middle of it.
 */
export function bestOf(probes: readonly ClockProbe[]): Sample | null {
  let best: Sample | null = null;
  for (const { sentAt, receivedAt, serverAt } of probes) {
    const roundTrip = receivedAt - sentAt;
    if (roundTrip < 0 || (best && roundTrip >= best.roundTrip)) continue;
    best = { at: (sentAt + receivedAt) / 2, offset: serverAt - (sentAt + receivedAt) / 2, roundTrip };
  }
  return best;
}

/** The server's clock, as this page knows it. */
export interface ServerClock {
  /** Takes the result of one burst. */
  add(sample: Sample): void;
  /** Forgets all samples: after sleep or a changed network, where the old line does not hold. */
  reset(): void;
  /** Milliseconds of the server's clock at a local time; null before the first sample. */
  at(localTime: number): number | null;
  /** Offset now, drift in parts per million, and the shortest round trip; null before the first sample. */
  quality(): { readonly offset: number; readonly driftPpm: number; readonly roundTrip: number } | null;
}

/**
 * Estimates the server's clock by a line through the best samples of the last minutes (least squares, weighted by the
 * round trip). A line and not a Kalman filter: after the minimum filter what is left of the noise is small and
 * symmetric, and two clocks drift evenly over minutes; a line has no parameters to tune and can be checked by hand.
 */
export function makeServerClock(): ServerClock {
  let samples: Sample[] = [];
  let line: { readonly at: number; readonly offset: number; readonly slope: number } | null = null;

  const fit = (): void => {
    const last = samples.at(-1)!;
    const shortest = Math.min(...samples.map((sample) => sample.roundTrip));
    // One with a long round trip may be off by half of what it is longer.
    const weighted = samples.map((sample) => ({ ...sample, weight: 1 / (1 + sample.roundTrip - shortest) ** 2 }));
    const sum = (of: (sample: (typeof weighted)[number]) => number): number =>
      weighted.reduce((total, sample) => total + sample.weight * of(sample), 0);
    const all = sum(() => 1);
    const at = sum((sample) => sample.at) / all;
    const offset = sum((sample) => sample.offset) / all;
    const spread = sum((sample) => (sample.at - at) ** 2);
    const span = last.at - samples[0]!.at;
    const slope =
      span < MIN_SPAN_MS || spread === 0 ? 0 : sum((sample) => (sample.at - at) * (sample.offset - offset)) / spread;
    line = { at, offset, slope: Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, slope)) };
  };

  return {
    add(sample) {
      const expected = line && line.offset + line.slope * (sample.at - line.at);
      if (expected !== null && Math.abs(sample.offset - expected) > sample.roundTrip / 2 + JUMP_MS) samples = [];
      samples = [...samples, sample].filter((one) => one.at > sample.at - WINDOW_MS).slice(-SAMPLES);
      fit();
    },
    reset() {
      samples = [];
      line = null;
    },
    at: (localTime) => (line ? localTime + line.offset + line.slope * (localTime - line.at) : null),
    quality: () =>
      line && {
        offset: line.offset + line.slope * (samples.at(-1)!.at - line.at),
        driftPpm: line.slope * 1e6,
        roundTrip: Math.min(...samples.map((sample) => sample.roundTrip)),
      },
  };
}
