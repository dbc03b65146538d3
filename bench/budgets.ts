import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Limits that the project has set itself, from `budgets.json`. */
export interface Budgets {
  /** Milliseconds of the site's CPU a request, and requests a second at least, by scenario. */
  readonly appCpuMs: Readonly<Record<string, number>>;
  readonly perSecond: Readonly<Record<string, number>>;
  /** Of site and database together, on its own server. */
  readonly idleMb: number;
  readonly loadedMb: number;
  readonly startMs: { readonly server: number; readonly own: number };
  /** Until the last of 10,000 watchers is notified. */
  readonly allNotifiedMs: number;
  /** Of memory, for 5,000 members with an open page. */
  readonly socketsMb: number;
  readonly page: { readonly bytes: number; readonly requests: number };
  /** Median of the large database by that of the small one. */
  readonly largeRatio: number;
  /** Points of 100 for each page. */
  readonly lighthouseScore: number;
  /** From a key or a press until it is answered, by what is measured. */
  readonly responseMs: Readonly<Record<string, number>>;
  /** Each a share of what the program beside it reaches or takes, unless its name has a unit. */
  readonly media: Readonly<
    Record<'pictures' | 'sound' | 'transfer' | 'transferGrowthMb' | 'ranges', number> &
      Record<'archiveListMs' | 'archiveSounds' | 'archiveGrowthMb', number>
  >;
  /** Percent of the loops of which tempo and key must be right. */
  readonly loops: Readonly<Record<'tempoShare' | 'keyShare', number>>;
  readonly parties: Readonly<Record<'medianMs' | 'p99Ms' | 'correctionsPerMinute' | 'heardShare', number>>;
  /** `ratio`: times the bare server's, for the CPU of a message and for its p99 until the last has it. */
  readonly partyChat: Readonly<Record<'ratio' | 'residentMb' | 'joinMs' | 'joinBytes', number>>;
}

/** What `budgets.json` says. */
export const budgets = JSON.parse(readFileSync(path.join(import.meta.dirname, 'budgets.json'), 'utf8')) as Budgets;
