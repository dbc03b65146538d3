import type { ClockProbe } from '#platform/web/lib/socket/clock-probes.ts';
import { type ServerClock, bestOf, makeServerClock } from './clock.ts';

const BURST = 8;
const BURST_GAP_MS = 40;
const MEASURE_MS = 15_000;
/** Bursts that follow each other sooner at first: the best probe of one alone is off by half of what its two ways differ. */
const EARLY_BURSTS = 6;
const EARLY_MS = 2000;
/** After a burst without an answer, such as before the socket is open. */
const RETRY_MS = 300;

/** How well the clock is known, and how long the slowest answer of the last burst took: a command may take as long. */
export type ClockQuality = NonNullable<ReturnType<ServerClock['quality']>> & { readonly slowestTrip: number };

/** The server's clock, measured repeatedly. */
export interface MeasuredClock {
  /** Milliseconds of the server's clock; null before it is known. Once it is known, it stays so. */
  now(): number | null;
  quality(): ClockQuality | null;
  /** Measures it with a burst of probes, unless one is on its way. */
  measure(): void;
  /** As `measure`, and the first answer counts at once: the page was asleep, and its own clock may have stood still. */
  measureFresh(): void;
  close(): void;
}

/**
 * Begins to measure the server's clock.
 * @param probe asks it once; null when there was no answer
 * @param onMeasured called whenever it is known better than before
 */
export function makeMeasuredClock(probe: () => Promise<ClockProbe | null>, onMeasured: () => void): MeasuredClock {
  const clock = makeServerClock();
  let bursts = 0;
  /** The burst that is under way; 0 for none. */
  let under = 0;
  let isDoubtful = true;
  let isClosed = false;
  let slowestTrip = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const take = (probes: readonly ClockProbe[]): void => {
    const best = bestOf(probes);
    if (!best || isClosed) return;
    clock.add(best);
    slowestTrip = Math.max(...probes.map((answer) => answer.receivedAt - answer.sentAt));
    isDoubtful = false;
    onMeasured();
  };
  // Sent without waiting for the answers: on a slow line a burst would take seconds otherwise.
  const burst = async (): Promise<readonly ClockProbe[]> => {
    const answers = await Promise.all(
      Array.from({ length: BURST }, async (_, number) => {
        await new Promise((resolve) => setTimeout(resolve, number * BURST_GAP_MS));
        const measurement = isClosed ? null : await probe();
        if (measurement && isDoubtful) take([measurement]);
        return measurement;
      }),
    );
    return answers.filter((answer) => answer !== null);
  };
  const measure = async (): Promise<void> => {
    clearTimeout(timer);
    const own = ++bursts;
    under = own;
    const probes = await burst();
    take(probes);
    // A later one has taken its place.
    if (under !== own || isClosed) return;
    under = 0;
    if (probes.length === 0) bursts--;
    const pause = probes.length === 0 ? RETRY_MS : bursts < EARLY_BURSTS ? EARLY_MS : MEASURE_MS;
    timer = setTimeout(() => void measure(), pause);
  };
  void measure();
  return {
    now: () => clock.at(performance.now()),
    quality() {
      const known = clock.quality();
      return known && { ...known, slowestTrip };
    },
    measure: () => void (under === 0 && measure()),
    measureFresh() {
      isDoubtful = true;
      void measure();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
