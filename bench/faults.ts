import { suspendAndRefuse, suspendAndTakeOver } from '#server/platform/db/embedded/files/takeover-rounds.ts';
import { makeTestFolders } from '#server/platform/db/embedded/test-folders.ts';

/** What a kind of fault came to; it throws where anything was lost. */
export interface FaultResult {
  readonly name: string;
  readonly rounds: number;
  /** Rows that were acknowledged, all of which were found again. */
  readonly acknowledged: number;
}

/**
 * The long form of what `takeover.test.ts` does in a few rounds: writers of an embedded database that are suspended,
 * taken over, resumed and killed.
 * @throws when an acknowledged row is lost or the database does not open
 */
export async function measureFaults(rounds: number): Promise<FaultResult[]> {
  const folders = await makeTestFolders();
  try {
    const kinds = [
      ['suspended, refused to another, resumed and killed', suspendAndRefuse],
      ['suspended, taken over by another machine, resumed', suspendAndTakeOver],
    ] as const;
    const results: FaultResult[] = [];
    for (const [index, [name, run]] of kinds.entries()) {
      const place = { dir: folders.dir(`faults-${index}`), template: folders.template };
      const { acknowledged } = await run(place, rounds);
      console.log(`  ${name}: ${rounds} rounds, ${acknowledged} acknowledged rows, none lost`);
      results.push({ name, rounds, acknowledged });
    }
    return results;
  } finally {
    folders.remove();
  }
}
