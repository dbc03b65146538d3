import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { openSession } from '#people/accounts/server/sessions/sessions.ts';
import { killServer } from '#platform/server/db/child/child-server.ts';
import { sql } from '#platform/server/db/database.ts';
import { openSite } from '#site/server/site.ts';
import { bulkLoad } from '../bulk.ts';
import { DemoError, makeDemo } from '../make.ts';
import { readPeople } from '../people.ts';
import type { Guest } from '../running/party.ts';
import { readThreads, someThreads } from '../threads.ts';
import { demoUploads } from '../uploads.ts';

/** Written when the community is whole: a making that was killed leaves none. */
const MARK = 'demo-community.json';
/** One in so many threads is in the quick community, and members come only to read on so many days at its end. */
const EVERY = 8;
const READING_DAYS = 3;
/** Members who listen to its most popular upload. */
const PLAYS = 6;

/** Members at the party; the first one is its host. */
const GUESTS = 4;

/** The members of the demo who come to the party: those who share tracks, in the order in which they did. */
export function partyUsernames(): string[] {
  return [...new Set(demoUploads.filter(({ songs }) => songs !== undefined).map(({ by }) => by))].slice(0, GUESTS);
}

/** The arguments of the demo's own process. */
export interface Prepared {
  /** Whether the community was made now. */
  readonly isNew: boolean;
  /** The members of the running party, with open sessions. */
  readonly guests: readonly Guest[];
}

/** Opens sessions for the members of the party, before the site runs. Those who are not there are left out. */
export async function partyGuests(config: Config, log: Logger): Promise<Guest[]> {
  const site = await openSite(config, log, { work: false, pages: false });
  try {
    return await guestsOf(site.ctx);
  } finally {
    await site.close();
  }
}

/** As `partyGuests`, on an open site. */
export async function guestsOf(ctx: Context): Promise<Guest[]> {
  const usernames = partyUsernames();
  const rows = await ctx.db.rows<{ id: string; user_id: string; username: string }>(sql`
      SELECT id, user_id, username FROM profiles WHERE username = ANY(${usernames}) ORDER BY array_position(${usernames}::text[], username)`);
  const caller = { viewer: null, address: '127.0.0.1', userAgent: '', requestId: '', cookie: '', setHeader() {} };
  const guests: Guest[] = [];
  for (const row of rows) {
    const lines = await openSession(ctx, row.user_id, caller);
    const cookie = lines.map((line) => line.split(';')[0]).join('; ');
    guests.push({ profileId: row.id, username: row.username, cookie });
  }
  return guests;
}

function progress(what: string): (done: number, all: number) => void {
  let last = -1;
  return (done, all) => {
    const percent = Math.floor((done / all) * 20) * 5;
    if (percent === last) return;
    last = percent;
    if (process.stdout.isTTY) process.stdout.write(`\r${what} ${percent} %${percent === 100 ? '\n' : ''}`);
    // In a log each line stays: fewer of them.
    else if (percent % 20 === 0) console.log(`${what} ${percent} %`);
  };
}

/**
 * Makes the community in a folder beside its place, and puts it there when it is whole.
 * @returns the guests of its party; null where it was there already
 */
async function ensureCommunity(folder: string, size: number, isWhole: boolean): Promise<readonly Guest[] | null> {
  if (existsSync(path.join(folder, MARK))) return null;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new DemoError(`${folder} holds something else than a finished demo. Empty it, or name another DATA_DIR.`);
  const started = Date.now();
  const draft = `${folder}.making`;
  // One that was interrupted may have left its database running.
  await killServer(path.join(draft, 'postgres'));
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const log = pino({ level: 'error' });
  const config = readConfig({ ...process.env, DATA_DIR: draft });
  console.log(
    isWhole
      ? 'Making the whole demo community: sixty members, 400 threads, forty tracks. This takes about two minutes.'
      : 'Making the demo community: sixty members, two months, forty tracks. This takes about half a minute.',
  );
  const part = { threads: someThreads(readThreads(readPeople()), EVERY), readingDays: READING_DAYS, plays: PLAYS };
  let guests: readonly Guest[] = [];
  const demo = await makeDemo(config, {
    log,
    onProgress: progress('Made'),
    onMade: async (ctx) => void (guests = await guestsOf(ctx)),
    ...(!isWhole && { ...part, processLater: true }),
  });
  if (size > 0) {
    console.log(`Adding ${size} posts with five replies each.`);
    const site = await openSite(config, log, { work: false, pages: false });
    try {
      await bulkLoad(site.ctx, {
        posts: size,
        now: new Date(Date.now() - 70 * 86_400_000),
        onProgress: progress('Added'),
      });
    } finally {
      await site.close();
    }
  }
  writeFileSync(path.join(draft, MARK), JSON.stringify({ ...demo, size, madeAt: new Date().toISOString() }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  console.log(
    `Made ${demo.members} members, ${demo.posts + size} posts and ${demo.replies + 5 * size} replies in ${Math.round((Date.now() - started) / 1000)} s.`,
  );
  return guests;
}

/**
 * A process of its own, so that what making the community takes of memory is given back before the site runs.
 * Sends `Prepared` to the process that forked it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '0' }, whole: { type: 'boolean' } } });
  const config = readConfig(process.env);
  const newGuests = await ensureCommunity(config.dataDir, Number(values.size), values.whole === true);
  const guests = newGuests ?? (await partyGuests(config, pino({ level: 'error' })));
  process.send?.({ isNew: newGuests !== null, guests } satisfies Prepared);
}

if (import.meta.main)
  main().catch((error: unknown) => {
    const plain =
      error instanceof Error &&
      ['ConfigError', 'DemoError', 'DiskFullError', 'FolderInUseError', 'OwnServerError', 'MigrationError'].includes(
        error.name,
      );
    console.error(plain ? error.message : error);
    process.exitCode = 1;
  });
