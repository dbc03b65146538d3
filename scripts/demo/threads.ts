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
