import type { Measure } from './load.ts';
import { type Scenario, runScenario, scenariosOf } from './scenarios.ts';
import type { Seeded } from './seeded.ts';
import { startSite } from './server.ts';

/** The same reads on a small and a large database. */
export interface SizeResult {
  readonly name: string;
  /** Milliseconds, the best median of several rounds. */
  readonly smallP50: number;
  readonly largeP50: number;
  readonly ratio: number;
}

/** What is compared with many posts. */
export const postNames = ['list, JSON, visitor', 'list, JSON, member', 'post, JSON, visitor', 'post, JSON, member'];
const ROUNDS = 4;

/** Compares both by turns, one request at a time, so that noise of the machine meets them alike. */
export async function compareSizes(
  small: Seeded,
  large: Seeded,
  seconds: number,
  names: readonly string[],
): Promise<SizeResult[]> {
  const [smallSite, largeSite] = [await startSite(small), await startSite(large)];
  const best = (measures: readonly Measure[]): number => Math.min(...measures.map((measure) => measure.p50));
  try {
    const results: SizeResult[] = [];
    for (const name of names) {
      const one = (seeded: Seeded): Scenario => ({
        ...scenariosOf(seeded).find((scenario) => scenario.name === name)!,
        connections: 1,
      });
      const measures: { small: Measure[]; large: Measure[] } = { small: [], large: [] };
      for (let round = 0; round < ROUNDS; round++) {
        const count = { database: null };
        measures.small.push(await runScenario(smallSite, one(small), { app: smallSite.pid, ...count }, seconds));
        measures.large.push(await runScenario(largeSite, one(large), { app: largeSite.pid, ...count }, seconds));
      }
      const [smallP50, largeP50] = [best(measures.small), best(measures.large)];
      results.push({ name, smallP50, largeP50, ratio: largeP50 / smallP50 });
    }
    return results;
  } finally {
    await Promise.all([smallSite.stop(), largeSite.stop()]);
  }
}
