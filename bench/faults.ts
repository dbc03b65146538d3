import { backUpUnderLoad } from '../e2e/crash/backup.ts';
import { loseDatabaseUnderLoad } from '../e2e/crash/database-outage.ts';
import { diskMegabytes, fillDiskUnderLoad } from '../e2e/crash/full-disk.ts';
import { killUnderLoad } from '../e2e/crash/kills.ts';
import { makeSmallDisk } from '#server/testing/small-disk.ts';
import {
  type TakeoverResult,
  suspendAndRefuse,
  suspendAndTakeOver,
} from '#server/platform/db/embedded/files/takeover-rounds.ts';
import { makeTestFolders } from '#server/platform/db/embedded/test-folders.ts';

/** What a kind of fault came to; it throws where anything was lost. */
export interface FaultResult {
  readonly name: string;
  readonly rounds: number;
  /** Writes and files that were acknowledged, all of which were found again. */
  readonly acknowledged: number;
  readonly seconds: number;
}

interface Fault {
  readonly name: string;
  /** @returns the number of acknowledged writes; null where this machine cannot do it */
  run(rounds: number): Promise<number | null>;
}

async function takeOver(
  run: (place: { dir: string; template: string }, rounds: number) => Promise<TakeoverResult>,
  rounds: number,
): Promise<number> {
  const folders = await makeTestFolders();
  try {
    return (await run({ dir: folders.dir('faults'), template: folders.template }, rounds)).acknowledged;
  } finally {
    folders.remove();
  }
}

async function fillDisk(rounds: number): Promise<number | null> {
  const disk = makeSmallDisk(diskMegabytes);
  if (disk === null) return null;
  try {
    return await fillDiskUnderLoad(disk, rounds);
  } finally {
    disk.remove();
  }
}

/** The long form of `takeover.test.ts` and `e2e/crash.spec.ts`, which do each in a few rounds. */
const faults: readonly Fault[] = [
  {
    name: 'takeover: suspended, refused to another, resumed, killed',
    run: (rounds) => takeOver(suspendAndRefuse, rounds),
  },
  {
    name: 'takeover: suspended, taken over by another machine, resumed',
    run: (rounds) => takeOver(suspendAndTakeOver, rounds),
  },
  { name: 'site killed under load, embedded database', run: (rounds) => killUnderLoad('embedded', rounds) },
  { name: 'site killed under load, database server', run: (rounds) => killUnderLoad('server', rounds) },
  { name: 'database server crashes and hangs under load', run: loseDatabaseUnderLoad },
  { name: 'disk full under load, embedded database', run: fillDisk },
  { name: 'backup under load, database server', run: backUpUnderLoad },
];

/**
 * Runs every kind of fault whose name holds `only`. The site must be built.
 * @throws when an acknowledged write is lost or doubled, or a site does not work again
 */
export async function measureFaults(rounds: number, only: string): Promise<FaultResult[]> {
  const results: FaultResult[] = [];
  for (const { name, run } of faults.filter((fault) => fault.name.includes(only))) {
    const started = performance.now();
    const acknowledged = await run(rounds);
    const seconds = Math.round((performance.now() - started) / 1000);
    if (acknowledged === null) {
      console.log(`  ${name}: left out, only root may mount a small disk`);
      continue;
    }
    console.log(`  ${name}: ${rounds} rounds in ${seconds} s, ${acknowledged} acknowledged, none lost`);
    results.push({ name, rounds, acknowledged, seconds });
  }
  return results;
}
