import { backUpUnderLoad } from '../e2e/crash/backup.ts';
import { loseDatabaseUnderLoad } from '../e2e/crash/database-outage.ts';
import { diskMegabytes, fillDiskUnderLoad } from '../e2e/crash/full-disk.ts';
import { type KillsResult, killUnderLoad } from '../e2e/crash/kills.ts';
import type { Kill, KillRecord } from '../e2e/crash/strike.ts';
import { makeSmallDisk } from '#server/testing/small-disk.ts';

/** What a kind of fault came to; it throws where anything was lost. */
export interface FaultResult {
  readonly name: string;
  readonly rounds: number;
  /** Writes and files that were acknowledged, all of which were found again. */
  readonly acknowledged: number;
  readonly seconds: number;
  /** Each kill, where that was the fault. */
  readonly kills: readonly KillRecord[];
}

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

/**
 * Runs every kind of fault whose name holds `only`. The site must be built.
 * @throws when an acknowledged write is lost or doubled, or a site does not work again
 */
export async function measureFaults(rounds: number, only: string): Promise<FaultResult[]> {
  const results: FaultResult[] = [];
  for (const { name, run } of faults.filter((fault) => fault.name.includes(only))) {
    console.log(`  ${name}`);
    const started = performance.now();
    const result = await run(rounds);
    const seconds = Math.round((performance.now() - started) / 1000);
    if (result === null) {
      console.log('    left out, only root may mount a small disk');
      continue;
    }
    console.log(`    ${rounds} rounds in ${seconds} s, ${result.acknowledged} acknowledged, none lost, none doubled`);
    results.push({ name, rounds, seconds, ...result });
  }
  return results;
}

const names: Readonly<Record<Kill, string>> = {
  site: 'the site',
  database: 'the first process of the database',
  both: 'both',
  all: 'the site and every process of the database',
};

/** Kinds of faults, and of kills: how often, and how long until a site was ready and had taken a write. */
export function faultsReport(results: readonly FaultResult[]): string {
  const rows = results.map(({ name, rounds, acknowledged, seconds }) => [
    name,
    ...[rounds, acknowledged, 0, 0, seconds].map(String),
  ]);
  const parts = [markdown(['Under load', 'Times', 'Acknowledged', 'Lost', 'Doubled', 'Seconds'], rows)];
  for (const { name, kills } of results) {
    if (kills.length === 0) continue;
    const kinds = (Object.keys(names) as Kill[]).filter((kind) => kills.some(({ kill }) => kill === kind));
    const lines = kinds.map((kind) => {
      const ofKind = kills.filter(({ kill }) => kill === kind);
      const times = ofKind.map(({ backMs }) => backMs).toSorted((one, other) => one - other);
      const acknowledged = ofKind.reduce((sum, one) => sum + one.acknowledged, 0);
      const shown = [times.length, acknowledged, times[Math.floor(times.length / 2)]!, times.at(-1)!];
      return [names[kind], ...shown.map((value) => String(Math.round(value)))];
    });
    const head = ['Killed', 'Times', 'Acknowledged before', 'Works again after, median ms', 'Longest ms'];
    parts.push(`${name}:\n\n${markdown(head, lines)}`);
  }
  return parts.join('\n\n');
}

/** A table as the documentation has it. */
function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** @throws where a site took too long to work again after a kill */
export function requireQuickReturns(results: readonly FaultResult[]): void {
  const late = results.flatMap(({ kills }) => kills).filter(({ backMs }) => backMs > BACK_WITHIN_MS);
  if (late.length > 0)
    throw new Error(
      `After ${late.length} kills the site did not work again within ${BACK_WITHIN_MS / 1000} s: ${late.map(({ kill, backMs }) => `${kill} ${Math.round(backMs)} ms`).join(', ')}.`,
    );
}
