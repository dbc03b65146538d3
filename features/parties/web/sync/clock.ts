import type { ClockProbe } from '#platform/web/lib/socket/clock-probes.ts';

/** The result of a burst of clock probes. */
export interface Sample {
  /** Local time of the measurement. */
  readonly at: number;
  /** Server's clock minus local clock. */
  readonly offset: number;
  readonly roundTrip: number;
}

/** Samples that the regression uses, and the local time over which drift is estimated. */
const SAMPLES = 40;
const WINDOW_MS = 600_000;
/** The offset is taken from the samples with the shortest one-way delays of this time, in which drift adds a few milliseconds. */
const WAYS_MS = 120_000;
/** A sample that is off the line by more than its round trip allows, plus this, means that one of the clocks was set. */
const JUMP_MS = 50;
/** Greatest drift between two clocks, in parts per million; quartz is within 100. */
const MAX_DRIFT = 200e-6;
/**
 * What counts as much as samples for a drift of none: a sample is off by 5 ms, clocks by 100 ppm. A slope through a minute
 * of samples would be noise; through ten it is nearly the regression's own.
 */
const NO_DRIFT = 5 ** 2 / 100e-6 ** 2;

/**
 * The clock offset that a burst measures. The shortest way there and the shortest way back are chosen independently:
 * NTP's clock filter (RFC 5905 §10) chooses one probe by its round trip and needs both ways to be short at once, which
 * is far rarer where delays vary.
 * @returns null for none
 */
export function bestOf(probes: readonly ClockProbe[]): Sample | null {
  const usable = probes.filter(({ sentAt, receivedAt }) => receivedAt >= sentAt);
  if (usable.length === 0) return null;
  const shortest = (way: (probe: ClockProbe) => number): ClockProbe =>
    usable.reduce((best, probe) => (way(probe) < way(best) ? probe : best));
  const wayThere = (probe: ClockProbe): number => probe.serverAt - probe.sentAt;
  const wayBack = (probe: ClockProbe): number => probe.receivedAt - probe.serverAt;
  const sampleOf = (there: ClockProbe, back: ClockProbe): Sample => ({
    at: (there.sentAt + there.receivedAt + back.sentAt + back.receivedAt) / 4,
    offset: (wayThere(there) - wayBack(back)) / 2,
    roundTrip: wayThere(there) + wayBack(back),
  });
  const best = sampleOf(shortest(wayThere), shortest(wayBack));
  if (best.roundTrip >= 0) return best;
  // A clock was set within the burst.
  const last = usable.at(-1)!;
  return sampleOf(last, last);
}

/** An estimate of the server's clock, as NTP makes it. */
export interface ServerClock {
  /** Takes the result of one burst. */
  add(sample: Sample): void;
  /** Milliseconds of the server's clock at a local time; null before the first sample. */
  at(localTime: number): number | null;
  /** Offset now, drift in parts per million, and the shortest round trip; null before the first sample. */
  quality(): { readonly offset: number; readonly driftPpm: number; readonly roundTrip: number } | null;
}

/**
 * Estimates the server's clock: its drift by a line through the samples of the last minutes (least squares, weighted by
 * the round trip), its offset by the shortest ways of the last two. A line and not a Kalman filter: what is left of the
 * noise after the shortest ways is small, and two clocks drift evenly over minutes; a line has no state that has to be
 * tuned and can be checked by hand.
 */
export function makeServerClock(): ServerClock {
  let samples: Sample[] = [];
  let line: { readonly at: number; readonly offset: number; readonly slope: number } | null = null;

  const slopeOf = (): number => {
    const shortest = Math.min(...samples.map((sample) => sample.roundTrip));
    // One with a long round trip may be off by half of what it is longer.
    const weighted = samples.map((sample) => ({ ...sample, weight: 1 / (1 + (sample.roundTrip - shortest) / 5) ** 2 }));
    const sum = (of: (sample: (typeof weighted)[number]) => number): number =>
      weighted.reduce((total, sample) => total + sample.weight * of(sample), 0);
    const all = sum(() => 1);
    const at = sum((sample) => sample.at) / all;
    const offset = sum((sample) => sample.offset) / all;
    const slope =
      sum((sample) => (sample.at - at) * (sample.offset - offset)) /
      (sum((sample) => (sample.at - at) ** 2) + NO_DRIFT);
    return Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, slope));
  };
  const fit = (): void => {
    const { at } = samples.at(-1)!;
    const slope = slopeOf();
    const recent = samples.filter((sample) => sample.at > at - WAYS_MS);
    const [there, back] = [1, -1].map((way) =>
      Math.min(...recent.map((sample) => sample.roundTrip / 2 + way * (sample.offset + slope * (at - sample.at)))),
    ) as [number, number];
    line = { at, offset: (there - back) / 2, slope };
  };

  return {
    add(sample) {
      const expected = line && line.offset + line.slope * (sample.at - line.at);
      if (expected !== null && Math.abs(sample.offset - expected) > sample.roundTrip / 2 + JUMP_MS) samples = [];
      samples = [...samples, sample].filter((one) => one.at > sample.at - WINDOW_MS).slice(-SAMPLES);
      fit();
    },
    at: (localTime) => (line ? localTime + line.offset + line.slope * (localTime - line.at) : null),
    quality: () =>
      line && {
        offset: line.offset,
        driftPpm: line.slope * 1e6,
        roundTrip: Math.min(...samples.map((sample) => sample.roundTrip)),
      },
  };
}
