import { setTimeout as sleep } from 'node:timers/promises';
import { startWriter, until } from '#server/platform/db/embedded/worker/crash-child-process.ts';
import type { Writer } from '#server/platform/db/embedded/worker/crash-child-process.ts';
import { openEmbeddedDatabase } from '#server/platform/db/embedded/index.ts';
import type { LeaseTimes } from './lease.ts';
import type { LockOptions } from './lock.ts';

/** What a number of rounds came to. */
export type TakeoverResult = { readonly rounds: number; readonly acknowledged: number };

type Place = { readonly dir: string; readonly template: string };

/** Shorter than a site's, in the same proportions. */
const shortTimes: LeaseTimes = { renewMs: 200, leaseMs: 1_000, takeoverMs: 1_500 };

/** What a killed or suspended writer must have written before something is done to it. */
const enough = 20;

/** Waits until it writes. @throws when it ended instead */
async function writes(writer: Writer): Promise<void> {
  const before = writer.acknowledged().length;
  await until(() => writer.hasEnded() || writer.acknowledged().length > before + enough, 'acknowledged inserts');
  if (writer.hasEnded()) throw new Error(`The writer ended: ${writer.errors()}`);
}

/** Opens the database and checks every acknowledged row. @throws when one is lost, or the database does not open */
async function checkStored(
  { dir, template }: Place,
  acknowledged: ReadonlySet<number>,
  lock?: LockOptions,
): Promise<void> {
  const database = await openEmbeddedDatabase({ dir, template, ...(lock && { lock }) });
  try {
    const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM kept');
    const stored = new Set(rows.map(({ id }) => id));
    const lost = [...acknowledged].filter((id) => !stored.has(id));
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged rows are lost, the first is ${lost[0]}.`);
  } finally {
    await database.close();
  }
}

/**
 * On one machine: a writer is suspended at a random time, a second process is refused, the writer goes on, is killed, and
 * the database has everything that was acknowledged.
 * @throws when anything of it does not hold
 */
export async function suspendAndRefuse(place: Place, rounds: number): Promise<TakeoverResult> {
  const acknowledged = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const writer = startWriter(place.dir, place.template);
    try {
      await writes(writer);
      await sleep(Math.random() * 100);
      writer.signal('SIGSTOP');
      const second = startWriter(place.dir, place.template);
      const code = await second.ended;
      if (code !== 1 || !second.errors().includes(`is in use by process ${writer.pid} `))
        throw new Error(`The second process was not refused: ${code} ${second.errors()}`);
      writer.signal('SIGCONT');
      await writes(writer);
    } finally {
      writer.signal('SIGKILL');
      await writer.ended;
    }
    for (const id of writer.acknowledged()) acknowledged.add(id);
    await checkStored(place, acknowledged);
  }
  return { rounds, acknowledged: acknowledged.size };
}

/**
 * On a folder that two machines share: a writer is suspended at a random time, another machine takes the folder over and
 * writes, the first one wakes up and must end without a write, the second one is killed, and the database has
 * everything that was acknowledged.
 * @throws when anything of it does not hold
 */
export async function suspendAndTakeOver(place: Place, rounds: number): Promise<TakeoverResult> {
  const acknowledged = new Set<number>();
  const lockOf = (machine: string): LockOptions => ({ machine: `${machine}.example`, times: shortTimes });
  const on = (machine: string): Writer => startWriter(place.dir, place.template, lockOf(machine));
  for (let round = 0; round < rounds; round++) {
    const writers = [on(`first-${round}`)];
    try {
      const [first] = writers as [Writer];
      await writes(first);
      await sleep(Math.random() * 100);
      first.signal('SIGSTOP');
      const second = on(`second-${round}`);
      writers.push(second);
      await writes(second);
      first.signal('SIGCONT');
      if ((await first.ended) !== 1 || !first.errors().includes('lost'))
        throw new Error(`The first process did not end by itself: ${first.errors()}`);
      await writes(second);
    } finally {
      for (const writer of writers) {
        writer.signal('SIGKILL');
        await writer.ended;
      }
    }
    for (const writer of writers) for (const id of writer.acknowledged()) acknowledged.add(id);
    // A third machine, by the same short times: the lease of the killed one runs out before.
    await checkStored(place, acknowledged, lockOf(`third-${round}`));
  }
  return { rounds, acknowledged: acknowledged.size };
}
