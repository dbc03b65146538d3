import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Postgres, startPostgres } from '#scripts/postgres/postgres.ts';
import { runNode } from '#scripts/tool.ts';
import { faultsReport, measureFaults, requireQuickReturns } from './faults.ts';
import { FLOOR, measureFloor } from './floor.ts';
import { type SizeResult, compareSizes, postNames } from './large.ts';
import { type FilesResult, measureFiles } from './media/files.ts';
import { filesReport } from './media/report.ts';
import { weighPostPage } from './page-weight.ts';
import { chatReport } from './parties/chat-report.ts';
import { benchChat } from './parties/chat.ts';
import { syncReport } from './parties/report.ts';
import { benchSync } from './parties/run.ts';
import { measureModeration } from './moderation.ts';
import { measureResponses, responsesReport } from './responses.ts';
import { lighthouseReport, measureLighthouse } from './lighthouse.ts';
import { parentOf } from './processes.ts';
import { type Budgets, type Results, report, verdictsOf } from './report.ts';
import { measureSite, peopleScenarios } from './scenarios.ts';
import { measureSearch, searchReport } from './search.ts';
import { seed } from './seed.ts';
import { holdSockets } from './sockets.ts';

const usage = `npm run bench -- [options]
  --posts=2000      posts to fill the database with, each with five replies
  --seconds=6       length of each measured run, at most 60
  --only=<text>     only scenarios whose name holds this ("sockets": 5,000 members with an open page)
  --no-own          without the site's own server
  --no-page         without the browser
  --media           pictures, sound, uploads and ranges instead (10 GB of disk); --only=pictures, sound, upload, ranges or archives
  --pictures=100    pictures of 12 megapixels, with --media
  --megabytes=2048  of the upload, with --media
  --large           also compare 10,000 with 1,000,000 posts (a quarter of an hour, 12 GB of disk)
  --people          also compare 1,000 with 1,000,000 members (some minutes, 2 GB of disk)
  --faults          instead: kills, database outages, full disks and backups under load (an hour);
                    --only=killed, hard, crashes, full or backup
  --rounds=50       of each fault, with --faults
  --parties         instead: how closely three browsers follow a party, for --minutes, and its chat beside a bare server
                    (five minutes); --only=sync or chat
  --minutes=10      of --parties, at least half of one
  --search          instead: the search over --documents=100000 on a server (1,000,000: ten minutes, 3 GB of disk)
  --moderation      instead: a queue of --items=100000 on a server, and \`audit verify\` of --entries=1000000 there and on the site's own
                    (ten minutes, 4 GB of disk)
  --lighthouse      instead: Lighthouse's phone on seven pages of the demo, the median of three rounds (ten minutes)
  --responses       instead: how long the demo's pages take to answer a key or a press (three minutes)
  --profile=<dir>   writes a CPU profile of the site on the server database there`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    help: { type: 'boolean', default: false },
    posts: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    own: { type: 'boolean', default: true },
    page: { type: 'boolean', default: true },
    media: { type: 'boolean', default: false },
    pictures: { type: 'string', default: '100' },
    megabytes: { type: 'string', default: '2048' },
    large: { type: 'boolean', default: false },
    people: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '50' },
    parties: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    search: { type: 'boolean', default: false },
    documents: { type: 'string', default: '100000' },
    moderation: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
    responses: { type: 'boolean', default: false },
    items: { type: 'string', default: '100000' },
    entries: { type: 'string', default: '1000000' },
    profile: { type: 'string', default: '' },
  },
});

const REPLIES = 5;
const folder = import.meta.dirname;

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The first process of a database server. */
async function processOf(url: string): Promise<number | null> {
  const { rows } = await onServer(url, (client) => client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
  return parentOf(rows[0]!.pid);
}

/** A further database on the server. */
async function addDatabase(postgres: Postgres, name: string): Promise<string> {
  await onServer(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** What autovacuum and the checkpointer do in time: without it the first minutes would measure them. */
async function settle(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  });
}

async function compare(postgres: Postgres): Promise<SizeResult[]> {
  console.log('Filling 10,000 and 1,000,000 posts');
  const small = await seed('small', await addDatabase(postgres, 'small'), 10_000, REPLIES);
  const large = await seed('large', await addDatabase(postgres, 'large'), 1_000_000, REPLIES);
  await settle(small.databaseUrl);
  await settle(large.databaseUrl);
  console.log('Comparing 10,000 with 1,000,000 posts');
  return await compareSizes(small, large, 3, postNames);
}

async function comparePeople(postgres: Postgres, seconds: number): Promise<SizeResult[]> {
  console.log('Filling 1,000 and 1,000,000 members');
  const few = await seed('few', await addDatabase(postgres, 'few'), 500, 0, 1000);
  const many = await seed('many', await addDatabase(postgres, 'many'), 500, 0, 1_000_000);
  await settle(few.databaseUrl);
  await settle(many.databaseUrl);
  console.log('Comparing 1,000 with 1,000,000 members');
  return await compareSizes(few, many, seconds, peopleScenarios);
}

function secondsOf(): number {
  const seconds = Number(values.seconds);
  if (!(seconds >= 1 && seconds <= 60)) throw new Error('--seconds is a number from 1 to 60.');
  return seconds;
}

/** @returns the load of the machine before anything is measured */
async function prepare(): Promise<number> {
  const { code } = await runNode('scripts/build.ts', [], { live: true });
  if (code !== 0) throw new Error('The build failed.');
  const load = loadavg()[0]!;
  if (load > 1)
    console.warn(`The machine is busy (load ${load.toFixed(1)}): rates and times come out worse than they are.`);
  return load;
}

function machineAt(load: number): Results['machine'] {
  return { cpus: availableParallelism(), model: cpus()[0]?.model ?? '', node: process.version, load };
}

async function benchFiles(): Promise<{ at: string; machine: Results['machine']; files: FilesResult }> {
  const [pictures, megabytes] = [Number(values.pictures), Number(values.megabytes)];
  if (!Number.isInteger(pictures) || pictures < 5) throw new Error('--pictures is a number from 5 on.');
  if (!(megabytes >= 64 && megabytes <= 4000)) throw new Error('--megabytes is a number from 64 to 4000.');
  const load = await prepare();
  const files = await measureFiles({ only: values.only, seconds: secondsOf(), pictures, megabytes });
  return { at: new Date().toISOString(), machine: machineAt(load), files };
}

async function bench(): Promise<Results> {
  const posts = Number(values.posts);
  const seconds = secondsOf();
  if (!Number.isInteger(posts) || posts < 500 || posts > 1_000_000)
    throw new Error('--posts is a number from 500 to 1000000.');
  const load = await prepare();
  const options = { seconds, only: values.only };
  const postgres = await startPostgres();
  try {
    console.log('Another server');
    const seeded = await seed('server', await addDatabase(postgres, 'bench'), posts, REPLIES);
    await settle(seeded.databaseUrl);
    const profile = ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`];
    const server = await measureSite(seeded, {
      ...options,
      database: await processOf(postgres.url),
      ...(values.profile !== '' && { nodeOptions: profile }),
    });
    const floor = FLOOR.includes(values.only)
      ? await measureFloor(seeded, await processOf(postgres.url), seconds)
      : null;
    const sockets = 'sockets'.includes(values.only) ? await holdSockets(seeded) : null;
    const page = values.page ? await weighPostPage(seeded) : null;
    const sizes = values.large ? await compare(postgres) : [];
    const people = values.people ? await comparePeople(postgres, Math.min(3, seconds)) : [];
    postgres.stop();
    let own: Results['own'] = null;
    if (values.own) {
      console.log("The site's own server");
      own = await measureSite(await seed('own', '', posts, REPLIES), { ...options, database: null });
    }
    return {
      at: new Date().toISOString(),
      machine: machineAt(load),
      posts,
      server,
      own,
      page,
      floor,
      sockets,
      sizes,
      people,
    };
  } finally {
    postgres.stop();
  }
}

async function benchParties(minutes: number): Promise<void> {
  const load = await prepare();
  const taken = () => ({ at: new Date().toISOString(), machine: machineAt(load) });
  if ('chat'.includes(values.only)) {
    const postgres = await startPostgres();
    try {
      const chat = await benchChat(await addDatabase(postgres, 'chat'));
      keep('party-chat.json', { ...taken(), chat });
      console.log(`\n${chatReport(chat, budgets.partyChat)}`);
    } finally {
      postgres.stop();
    }
  }
  if ('sync'.includes(values.only)) {
    const summary = await benchSync(minutes * 60, path.join(folder, '../docs'));
    keep('parties.json', { ...taken(), summary });
    console.log(`\n${syncReport(summary, budgets.parties)}`);
  }
}

function keep(name: string, results: object): void {
  mkdirSync(path.join(folder, 'results'), { recursive: true });
  writeFileSync(path.join(folder, 'results', name), `${JSON.stringify(results, null, 2)}\n`);
}

const budgets = JSON.parse(readFileSync(path.join(folder, 'budgets.json'), 'utf8')) as Budgets;
if (values.help) console.log(usage);
else if (values.faults) {
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) throw new Error('--rounds is a number from 1 to 1000.');
  const load = await prepare();
  const faults = await measureFaults(rounds, values.only);
  keep('faults.json', { at: new Date().toISOString(), machine: machineAt(load), rounds, faults });
  console.log(`\n${faultsReport(faults)}`);
  requireQuickReturns(faults);
} else if (values.parties) {
  const minutes = Number(values.minutes);
  if (!(minutes >= 0.5 && minutes <= 60)) throw new Error('--minutes is a number from 0.5 to 60.');
  await benchParties(minutes);
} else if (values.search) {
  const documents = Number(values.documents);
  if (!Number.isInteger(documents) || documents < 5_000 || documents > 1_000_000)
    throw new Error('--documents is a number from 5000 to 1000000.');
  const load = loadavg()[0]!;
  const postgres = await startPostgres();
  try {
    const search = await measureSearch(await addDatabase(postgres, 'search'), documents, postgres.pid);
    keep('search.json', { at: new Date().toISOString(), machine: machineAt(load), search });
    console.log(`\n${searchReport(search)}`);
  } finally {
    postgres.stop();
  }
} else if (values.moderation) {
  const [items, entries] = [Number(values.items), Number(values.entries)];
  if (!(items >= 1000 && items <= 1_000_000 && entries >= 1000 && entries <= 5_000_000))
    throw new Error('--items is a number from 1000 to 1000000, --entries one from 1000 to 5000000.');
  const load = await prepare();
  const postgres = await startPostgres();
  try {
    const urls = { queue: await addDatabase(postgres, 'queue'), audit: await addDatabase(postgres, 'audit') };
    const { own } = values;
    const options = { items, entries, seconds: secondsOf(), own, database: postgres.pid };
    const moderation = await measureModeration(urls, options);
    keep('moderation.json', { at: new Date().toISOString(), machine: machineAt(load), moderation });
  } finally {
    postgres.stop();
  }
} else if (values.lighthouse) {
  const load = await prepare();
  const pages = await measureLighthouse();
  keep('lighthouse.json', { at: new Date().toISOString(), machine: machineAt(load), pages });
  console.log(`\n${lighthouseReport(pages)}`);
} else if (values.responses) {
  const load = await prepare();
  const responses = await measureResponses();
  keep('responses.json', { at: new Date().toISOString(), machine: machineAt(load), responses });
  console.log(`\n${responsesReport(responses)}`);
} else if (values.media) {
  const results = await benchFiles();
  keep('media.json', results);
  console.log(`\n${filesReport(results.files, budgets.media)}`);
} else {
  const results = await bench();
  const verdicts = verdictsOf(results, budgets);
  keep('latest.json', { ...results, verdicts });
  console.log(`\n${report(results, verdicts)}`);
}
