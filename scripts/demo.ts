import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ConfigError, packageRoot, readConfig } from '#server/config.ts';
import { openSite } from '#server/site.ts';
import { bulkLoad } from './demo/bulk.ts';
import { DemoError, makeDemo } from './demo/make.ts';
import { type Guest, guestsOf, keepParty, partyGuests } from './demo/party.ts';
import { readPeople, signIns } from './demo/people.ts';
import { readThreads, someThreads } from './demo/threads.ts';

/** Written when the community is whole: a making that was killed leaves none. */
const MARK = 'demo-community.json';
const sizes = [0, 100_000, 1_000_000];
/** One in so many threads is in the quick community, and members come only to read on so many days at its end. */
const EVERY = 8;
const READING_DAYS = 3;
/** Members who listen to its most popular upload. */
const PLAYS = 6;

const options = {
  size: { type: 'string', default: '0' },
  whole: { type: 'boolean', default: false },
  'make-only': { type: 'boolean', default: false },
} as const;

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
  const made = await makeDemo(config, {
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
  writeFileSync(path.join(draft, MARK), JSON.stringify({ ...made, size, madeAt: new Date().toISOString() }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  console.log(
    `Made ${made.members} members, ${made.posts + size} posts and ${made.replies + 5 * size} replies in ${Math.round((Date.now() - started) / 1000)} s.`,
  );
  return guests;
}

/** Where this process reaches the site. */
function localOrigin(port: number, host: string): string {
  const local = host === '0.0.0.0' || host === '::' || host === 'localhost' ? '127.0.0.1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

/** Waits until the server answers, then prints how to sign in. */
async function welcome(local: string, siteUrl: string, isNew: boolean): Promise<void> {
  const ready = `${local}/readyz`;
  for (;;) {
    const answered = await fetch(ready).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) break;
    await sleep(50);
  }
  const wide = Math.max(...signIns.map(({ email }) => email.length));
  const lines = signIns.map(({ role, email, password }) => `  ${role.padEnd(10)} ${email.padEnd(wide)}  ${password}`);
  const party = `A party is always on at ${siteUrl}/listening-parties: open it in two browsers.`;
  const late = isNew ? ['Its tracks are still being processed: waveforms appear one after the other.'] : [];
  console.log(['', `The demo is at ${siteUrl}`, '', ...lines, '', party, ...late, 'Ctrl-C stops it.'].join('\n'));
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const size = Number(values.size);
  if (!sizes.includes(size))
    throw new ConfigError(`--size knows ${sizes.slice(1).join(' and ')}; not "${values.size}".`);
  const folder = path.resolve(
    process.env['DATA_DIR']?.trim() ||
      path.join(packageRoot(), 'data', size > 0 ? `demo-${size}` : values.whole ? 'demo-whole' : 'demo'),
  );
  process.env['DATA_DIR'] = folder;
  // Its artists are invented: Spotify knows none of them.
  process.env['SPOTIFY_LOOKUP'] ??= 'off';
  const config = readConfig(process.env);
  if (config.port === 0) throw new ConfigError('The demo needs a PORT of its own, not 0.');
  const made = await ensureCommunity(folder, size, values.whole || size > 0);
  if (values['make-only']) return;
  const server = path.join(packageRoot(), 'dist/server/main.js');
  if (!existsSync(server)) throw new ConfigError('The site is not built. Run npm run build first.');
  process.env['NODE_ENV'] = 'production';
  const guests = made ?? (await partyGuests(config, pino({ level: 'error' })));
  // In this very process, so that the signals of a terminal reach the server; it stops by itself.
  await import(pathToFileURL(server).href);
  const [local, siteUrl] = [localOrigin(config.port, config.host), config.siteUrl ?? `http://localhost:${config.port}`];
  await welcome(local, siteUrl, made !== null);
  keepParty(new URL(siteUrl).origin, local, guests);
}

main().catch((error: unknown) => {
  const plain =
    error instanceof Error &&
    ['ConfigError', 'DemoError', 'DiskFullError', 'FolderInUseError', 'MigrationError'].includes(error.name);
  console.error(plain ? error.message : error);
  process.exit(1);
});
