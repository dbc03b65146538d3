import type { ClockProbe } from '#web/lib/socket-client.ts';
import { type ServerClock, bestOf, makeServerClock } from './clock.ts';

const BURST = 8;
const BURST_GAP_MS = 60;
const MEASURE_MS = 15_000;

/** The server's clock, measured again and again. */
export interface MeasuredClock {
  /** Milliseconds of the server's clock; null before it is known. */
  now(): number | null;
  quality: ServerClock['quality'];
  /** Measures it with a burst of probes, unless one is on its way. */
  measure(): void;
  /** As `measure`, without what was known: the page was asleep. */
  measureFresh(): void;
  close(): void;
}

/**
 * Begins to measure the server's clock.
 * @param probe asks it once; null when there was no answer
 * @param onMeasured called after each burst
 */
export function makeMeasuredClock(probe: () => Promise<ClockProbe | null>, onMeasured: () => void): MeasuredClock {
  const clock = makeServerClock();
  let isMeasuring = false;
  const measure = async (): Promise<void> => {
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      const probes: ClockProbe[] = [];
      for (let count = 0; count < BURST; count++) {
        const one = await probe();
        if (one) probes.push(one);
        await new Promise((resolve) => setTimeout(resolve, BURST_GAP_MS));
      }
      const best = bestOf(probes);
      if (best) clock.add(best);
      onMeasured();
    } finally {
      isMeasuring = false;
    }
  };
  const timer = setInterval(() => void measure(), MEASURE_MS);
  void measure();
  return {
    now: () => clock.at(performance.now()),
    quality: () => clock.quality(),
    measure: () => void measure(),
    measureFresh() {
      clock.reset();
      void measure();
    },
    close: () => clearInterval(timer),
  };
}
