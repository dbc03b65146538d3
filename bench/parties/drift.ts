import type { Sample } from './recorder.ts';

/** One browser's record. */
export interface Track {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/** A command of the room's host, and what it set, by the server's clock. */
export interface Command {
  readonly kind: 'play' | 'pause' | 'seek' | 'late join' | 'asleep' | 'awake';
  readonly at: number;
}

/** Difference of two browsers at a time, in milliseconds; the first minus the second. */
export interface Difference {
  readonly at: number;
  readonly one: string;
  readonly other: string;
  readonly ms: number;
}

/** Milliseconds of the grid on which browsers are compared. */
const GRID_MS = 100;
/** Samples further apart than this are not joined by a line. */
const GAP_MS = 400;

/** Where a browser was at a time, between two of its samples; null where nothing of that sound was heard. */
function positionAt(samples: readonly Sample[], at: number): { src: string; ms: number } | null {
  let [low, high] = [0, samples.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2);
    if (samples[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  const [before, after] = [samples[low], samples[low + 1]];
  if (!before || !after || before.at > at || after.at < at || after.at - before.at > GAP_MS) return null;
  if (before.isSilent || after.isSilent || before.src !== after.src || before.seeks !== after.seeks) return null;
  const share = (at - before.at) / (after.at - before.at);
  return { src: before.src, ms: before.positionMs + share * (after.positionMs - before.positionMs) };
}

/** Compares all pairs of browsers on a grid of time, wherever both sound. */
export function differencesOf(tracks: readonly Track[]): Difference[] {
  // A page may hold two elements, one of them silent: each sound of a browser is a line of its own.
  const lines = tracks.map(({ name, samples }) => ({
    name,
    bySrc: [...Map.groupBy(samples, (sample) => sample.src).values()],
  }));
  const all = tracks.flatMap(({ samples }) => samples);
  if (all.length === 0) return [];
  const [from, to] = all.reduce(([least, most], { at }) => [Math.min(least, at), Math.max(most, at)], [Infinity, 0]);
  const differences: Difference[] = [];
  for (let at = from; at <= to; at += GRID_MS) {
    const heard = lines.flatMap(({ name, bySrc }) =>
      bySrc.flatMap((samples) => {
        const place = positionAt(samples, at);
        return place ? [{ name, ...place }] : [];
      }),
    );
    for (const [index, one] of heard.entries())
      for (const other of heard.slice(index + 1))
        if (one.name !== other.name && one.src === other.src)
          differences.push({ at, one: one.name, other: other.name, ms: one.ms - other.ms });
  }
  return differences;
}

/** A share of sorted numbers: 0.5 is the median. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** What a measurement came to. */
export interface Summary {
  readonly seconds: number;
  readonly comparisons: number;
  /** Of the comparisons that were possible, the share that was: where pages are silent that should sound, it is small. */
  readonly heardShare: number;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Seeks while sounding that no command, join or waking explains, of the browser that had the most. */
  readonly audibleCorrections: number;
  readonly correctionsPerMinute: number;
  /** From sounding to within 60 ms of another browser, of the one that joined late and after sleep. */
  readonly lateMs: number | null;
  readonly wokenMs: number | null;
}

/** Milliseconds around a command in which a seek belongs to it. */
const COMMAND_MS = 2500;
/** Milliseconds that a listener has to come in step, after joining and after sleep: they are measured by themselves. */
const ARRIVAL_MS = 2000;
/** Within so many milliseconds of each other two browsers are in step. */
const IN_STEP_MS = 60;

function correctionsOf({ samples }: Track, commands: readonly Command[]): number {
  const first = samples.find((sample) => !sample.isSilent)?.at ?? Infinity;
  let count = 0;
  for (const [index, sample] of samples.entries()) {
    const before = samples[index - 1];
    const by = before ? sample.seeks - before.seeks : 0;
    if (by <= 0 || sample.at < first + COMMAND_MS) continue;
    const isExplained = commands.some(({ at }) => sample.at > at - 500 && sample.at < at + COMMAND_MS);
    const isAfterGap = before !== undefined && sample.at - before.at > GAP_MS;
    if (!isExplained && !isAfterGap) count += by;
  }
  return count;
}

function untilInStep(differences: readonly Difference[], name: string, from: number | undefined): number | null {
  if (from === undefined) return null;
  const found = differences.find(
    (one) => one.at >= from && (one.one === name || one.other === name) && Math.abs(one.ms) < IN_STEP_MS,
  );
  return found ? found.at - from : null;
}

/**
 * The share of the comparisons that there should be: at each time of the grid one for each pair of browsers that are in
 * the room and awake, but for pauses and the time after a command.
 */
function heardShareOf(
  differences: readonly Difference[],
  commands: readonly Command[],
  until: number,
  { late, sleeper }: { late: string; sleeper: string },
): number {
  const when = (kind: Command['kind']) => commands.find((command) => command.kind === kind)?.at ?? Infinity;
  const driven = commands.filter(({ kind }) => kind === 'play' || kind === 'pause' || kind === 'seek');
  const plays = (at: number): boolean => {
    const last = driven.findLast((command) => command.at <= at);
    return last !== undefined && last.kind !== 'pause' && at > last.at + COMMAND_MS;
  };
  const isThere = (name: string, at: number): boolean => {
    if (name === late) return at > when('late join') + ARRIVAL_MS;
    return name !== sleeper || at < when('asleep') || at > when('awake') + ARRIVAL_MS;
  };
  let possible = 0;
  for (let at = when('play'); at <= until; at += GRID_MS) {
    const there = plays(at) ? ['host', late, sleeper].filter((name) => isThere(name, at)).length : 0;
    possible += (there * (there - 1)) / 2;
  }
  const heard = differences.filter(({ at, one, other }) => plays(at) && isThere(one, at) && isThere(other, at)).length;
  return possible === 0 ? 0 : Math.min(1, heard / possible);
}

/** Sums a measurement up. @param late the browser that joins late @param sleeper the one that sleeps */
export function summaryOf(
  tracks: readonly Track[],
  differences: readonly Difference[],
  commands: readonly Command[],
  { late, sleeper }: { late: string; sleeper: string },
): Summary {
  const when = (kind: Command['kind']) => commands.find((command) => command.kind === kind)?.at ?? Infinity;
  const isComing = ({ at, one, other }: Difference): boolean =>
    [[late, when('late join'), when('late join')] as const, [sleeper, when('asleep'), when('awake')] as const].some(
      ([name, from, to]) => (name === one || name === other) && at > from && at < to + ARRIVAL_MS,
    );
  const sizes = differences
    .filter((one) => !isComing(one))
    .map(({ ms }) => Math.abs(ms))
    .toSorted((a, b) => a - b);
  const [from, to] = [differences[0]?.at ?? 0, differences.at(-1)?.at ?? 0];
  const until = Math.max(0, ...tracks.map(({ samples }) => samples.at(-1)?.at ?? 0));
  const audible = Math.max(0, ...tracks.map((track) => correctionsOf(track, commands)));
  const at = (kind: Command['kind']) => commands.find((command) => command.kind === kind)?.at;
  return {
    seconds: (to - from) / 1000,
    comparisons: sizes.length,
    heardShare: heardShareOf(differences, commands, until, { late, sleeper }),
    medianMs: quantile(sizes, 0.5),
    p90Ms: quantile(sizes, 0.9),
    p99Ms: quantile(sizes, 0.99),
    maxMs: sizes.at(-1) ?? NaN,
    audibleCorrections: audible,
    correctionsPerMinute: audible / Math.max(1, (to - from) / 60_000),
    lateMs: untilInStep(differences, late, at('late join')),
    wokenMs: untilInStep(differences, sleeper, at('awake')),
  };
}
