import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import type { Tools } from './tools.ts';

/** The site that checks look at, running or not. */
export interface Examined {
  readonly config: Config;
  /** Public origin without a trailing slash. */
  readonly siteUrl: string;
  now(): Date;
  /** Null: it could not be opened, for the reason in `databaseFault`. */
  readonly db: Database | null;
  readonly databaseFault: string | null;
  /** Null: there is no data folder yet. */
  readonly storage: Storage | null;
  /** An admin has said that other tools make the backups. */
  readonly hasOtherBackups: boolean;
  /** Milliseconds after which a check of many rows or files begins no further batch. */
  readonly patienceMs: number;
  readonly tools: Tools;
}

/** Something wrong, and the command or line that mends it. */
export interface Finding {
  readonly level: 'problem' | 'warning';
  /** One sentence. */
  readonly text: string;
  readonly remedy: string;
}

/** What a check saw: a sentence where all is well. */
export type Looked = string | readonly Finding[];

/** One thing that is checked. */
export interface Check {
  /** Stable, for programs. */
  readonly name: string;
  /** What it looks at. */
  readonly about: string;
  /** Milliseconds that it may take; 15 s when not given. */
  readonly timeoutMs?: number;
  /** It goes through many rows or files, in two parts at most that mind `patienceMs`. */
  readonly isLong?: true;
  /** @throws {NotExamined}; any other error counts as one of the machine */
  look(site: Examined, signal: AbortSignal): Promise<Looked> | Looked;
}

/** A check could not look: nothing is known, so that nothing is found. */
export class NotExamined extends Error {
  override name = 'NotExamined';
  readonly state: 'unknown' | 'skipped';
  /** @param state `skipped`: it does not concern this site, or another check says why */
  constructor(text: string, state: 'unknown' | 'skipped' = 'unknown') {
    super(text);
    this.state = state;
  }
}

/** What became of one check; with findings, `state` is the worst of their levels. */
export interface Examination {
  readonly name: string;
  readonly about: string;
  readonly state: 'fine' | 'warning' | 'problem' | 'unknown' | 'skipped';
  /** What was seen, where there is no finding. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

export const problem = (text: string, remedy: string): Finding => ({ level: 'problem', text, remedy });
export const warning = (text: string, remedy: string): Finding => ({ level: 'warning', text, remedy });

/** The open database. @throws {NotExamined} where it is not open */
export function databaseOf({ db }: Examined): Database {
  if (!db) throw new NotExamined('The database is not open.', 'skipped');
  return db;
}

const TIMEOUT_MS = 15_000;

/** Runs one check. Never throws: what fails or takes too long could not be looked at. */
export async function examine(check: Check, site: Examined): Promise<Examination> {
  const { name, about } = check;
  const timeoutMs = (check.timeoutMs ?? TIMEOUT_MS) + (check.isLong ? 2 * site.patienceMs : 0);
  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotExamined(`It took more than ${timeoutMs / 1000} s.`)), timeoutMs);
  });
  try {
    const looked = await Promise.race([Promise.resolve().then(() => check.look(site, end.signal)), late]);
    if (typeof looked === 'string') return { name, about, state: 'fine', text: looked, findings: [] };
    const state = looked.some(({ level }) => level === 'problem') ? 'problem' : 'warning';
    return { name, about, state, text: '', findings: looked };
  } catch (error) {
    const state = error instanceof NotExamined ? error.state : 'unknown';
    return { name, about, state, text: error instanceof Error ? error.message : String(error), findings: [] };
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}
