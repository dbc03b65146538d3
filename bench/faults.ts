import { backUpUnderLoad } from '../e2e/crash/backup.ts';
import { loseDatabaseUnderLoad } from '../e2e/crash/database-outage.ts';
import { diskMegabytes, fillDiskUnderLoad } from '../e2e/crash/full-disk.ts';
import { type KillsResult, killUnderLoad } from '../e2e/crash/kills.ts';
import type { Kill } from '../e2e/crash/strike.ts';
import { makeSmallDisk } from '#site/testing/small-disk.ts';
import { type Row, quantile, short } from './rows.ts';

interface Fault {
  readonly name: string;
  /** @returns null where this machine cannot do it */
  run(rounds: number): Promise<KillsResult | null>;
}

/** Milliseconds in which a site works again after any kill. */
const BACK_WITHIN_MS = 5_000;

const alone = async (acknowledged: Promise<number>): Promise<KillsResult> => ({
  acknowledged: await acknowledged,
  kills: [],
});

async function fillDisk(rounds: number): Promise<KillsResult | null> {
  const disk = makeSmallDisk(diskMegabytes);
  if (disk === null) return null;
  try {
    return await alone(fillDiskUnderLoad(disk, rounds));
  } finally {
    disk.remove();
  }
}

const onPart = (kills: number): void => console.log(`    ${kills} kills, everything compared`);

/** The long form of `e2e/crash.spec.ts`, which does each in a few rounds. */
const faults: readonly Fault[] = [
  { name: 'killed under load, own server', run: (rounds) => killUnderLoad('own', rounds, onPart) },
  { name: 'site ends hard under load, another server', run: (rounds) => killUnderLoad('server', rounds, onPart) },
  { name: 'another server crashes and hangs under load', run: (rounds) => alone(loseDatabaseUnderLoad(rounds)) },
  { name: 'disk full under load, own server', run: fillDisk },
  { name: 'backup under load, another server', run: (rounds) => alone(backUpUnderLoad(rounds)) },
];

const killed: Readonly<Record<Kill, string>> = {
  site: 'the site',
  database: 'the first process of the database',
  both: 'both',
  all: 'the site and every process of the database',
};

/**
 * Runs every kind of fault whose name holds `only`. The site must be built.
 * @returns how many writes and files were acknowledged in each, all of which were found again, and how soon a site was ready
 * and had taken a write after each kind of kill
 * @throws when an acknowledged write is lost or doubled, or a site does not work again
 */
export async function measureFaults(rounds: number, only: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, run } of faults.filter((fault) => fault.name.includes(only))) {
    console.log(`  ${name}`);
    const started = performance.now();
    const result = await run(rounds);
    if (result === null) {
      console.log('    left out, only root may mount a small disk');
      continue;
    }
    const more = `none lost, none doubled, ${rounds} rounds in ${Math.round((performance.now() - started) / 1000)} s`;
    rows.push({ what: name, value: result.acknowledged, unit: 'acknowledged', more });
    for (const [kind, kills] of Map.groupBy(result.kills, ({ kill }) => kill)) {
      const times = kills.map(({ backMs }) => backMs);
      const acknowledged = kills.reduce((sum, one) => sum + one.acknowledged, 0);
      const counts = `${times.length} times, median ${short(quantile(times, 0.5))} ms, ${acknowledged} acknowledged before`;
      const what = `  ${killed[kind]}, works again after`;
      rows.push({ what, value: Math.max(...times), unit: 'ms', most: BACK_WITHIN_MS, more: counts });
    }
  }
  return rows;
}
