import assert from 'node:assert/strict';
import { childrenOf } from '../../bench/processes.ts';
import type { CrashFixture, DatabaseKind } from './fixture.ts';
import { type SiteProcess, ownServer } from './site-process.ts';

/** What is killed at once. `all`: every process of the database with the site, its first one alone in the others. */
export type Kill = 'site' | 'database' | 'both' | 'all';

const killsOf: Readonly<Record<DatabaseKind, readonly Kill[]>> = {
  own: ['site', 'database', 'both', 'all'],
  server: ['site'],
};

/** One kill, and what came of it. */
export interface KillRecord {
  readonly kill: Kill;
  /** Writes and files that were acknowledged between the last kill and this one. */
  readonly acknowledged: number;
  /** Milliseconds until a site, the same or a started one, was ready and had taken a write. */
  readonly backMs: number;
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);

/** As many kills as rounds: each kind as often as the others, in a random order. */
export function drawKills(on: DatabaseKind, rounds: number): Kill[] {
  const drawn: Kill[] = [];
  while (drawn.length < rounds) drawn.push(...shuffled(killsOf[on]));
  return drawn.slice(0, rounds);
}

/** Kills without a word, one right after the other. Resolves when the processes of the site are gone. */
export async function strike(fixture: CrashFixture, site: SiteProcess, kill: Kill): Promise<void> {
  const server = kill === 'site' ? null : ownServer(fixture.place);
  const database = server === null ? [] : [server, ...(kill === 'all' ? childrenOf(server) : [])];
  // Its first process first: between a killed child's end and its own it would begin a new block of shared memory.
  const victims = shuffled<(number | SiteProcess)[]>(kill === 'database' ? [database] : [[site], database]);
  for (const victim of victims.flat()) {
    try {
      if (typeof victim === 'number') process.kill(victim, 'SIGKILL');
      else void victim.end('SIGKILL');
    } catch {
      // A backend has ended meanwhile.
    }
  }
  if (kill !== 'database') assert.equal(await site.end('SIGKILL'), null);
}
