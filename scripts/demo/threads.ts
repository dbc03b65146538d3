import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Thread, ThreadError, parseThreads } from './parse.ts';
import type { DemoMember } from './people.ts';

const folder = path.join(import.meta.dirname, 'threads');

/** Every thread of the demo, file by file in order. @throws {ThreadError} also where two posts have one title. */
export function readThreads(people: ReadonlyMap<string, DemoMember>): Thread[] {
  const files = globSync('*.txt', { cwd: folder }).toSorted();
  const threads = files.flatMap((file) => parseThreads(readFileSync(path.join(folder, file), 'utf8'), file, people));
  const titles = new Map<string, Thread>();
  for (const thread of threads) {
    const other = titles.get(thread.title.toLowerCase());
    if (other) throw new ThreadError(`${thread.place}: the title stands at ${other.place} already.`);
    titles.set(thread.title.toLowerCase(), thread);
  }
  return threads;
}

/**
 * A part of the threads for a community that is made in seconds: of each file the pinned ones and every so many of the
 * others, so that every category and every time of the two months has some.
 */
export function someThreads(threads: readonly Thread[], every: number): Thread[] {
  const files = Map.groupBy(threads, (thread) => thread.place.split(':')[0]);
  return [...files.values()].flatMap((file) => file.filter(({ pinned }, index) => pinned || index % every === 0));
}
