import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runNode } from '#scripts/tool.ts';
import { budgets } from './budgets.ts';
import { measureFaults } from './faults.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLoops } from './loops/measure.ts';
import { measureFiles } from './media/files.ts';
import { holdSockets, weighPostPage } from './open-pages.ts';
import { benchChat } from './parties/chat.ts';
import { benchSync } from './parties/sync-bench.ts';
import { measureOperator } from './operator.ts';
import { settle, withPostgres } from './place.ts';
import { measureResponses } from './responses.ts';
import { type Row, report } from './rows.ts';
import { compareSizes, measureSite, peopleNames, postNames } from './scenarios.ts';
import { measureSearch } from './search.ts';
import { seed } from './seed.ts';

const usage = `npm run bench -- [options]
  --posts=2000      posts to fill the database with, each with five replies
  --seconds=6       length of each measured run, at most 60
  --only=<text>     only scenarios whose name holds this ("sockets": 5,000 members with an open page)
  --no-own          without the site's own server
  --no-page         without the browser
  --profile=<dir>   writes a CPU profile of the site on the server database there
Instead of them:
  --large           10,000 posts beside 1,000,000 (a quarter of an hour, 12 GB of disk)
  --people          1,000 members beside 1,000,000 (some minutes, 2 GB of disk)
  --media           pictures, sound, uploads and ranges (10 GB of disk), with --pictures=100 of 12 megapixels and
                    --megabytes=2048 of the upload; --only=pictures, sound, upload, ranges or archives
  --operator        backups and restores of --megabytes=2048 of files and --posts=2000, their memory, sizes of the
                    installed packages, the release and the image, its start, doctor (five minutes, 10 GB of disk)
  --faults          kills, database outages, full disks and backups under load (an hour), --rounds=50 of each;
                    --only=killed, hard, crashes, full or backup
  --parties         how closely three browsers follow a party, for --minutes=10, and its chat beside a bare server
                    (five minutes); --only=sync or chat
  --lighthouse      Lighthouse's phone on seven pages of the demo, the median of three rounds (ten minutes)
  --responses       how long the demo's pages and the player take to answer a key or a press (four minutes)
  --loops           tempo and key of loops by several makers, beside what the makers say (five minutes; needs packages
                    that it names); --only=sox names what was wrong of one maker,
                    --fit fits the weights of the method again
  --search          the search over --documents=100000 on a server (1,000,000: ten minutes, 3 GB of disk)`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    help: { type: 'boolean', default: false },
    posts: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    own: { type: 'boolean', default: true },
    page: { type: 'boolean', default: true },
    profile: { type: 'string', default: '' },
    large: { type: 'boolean', default: false },
    people: { type: 'boolean', default: false },
    media: { type: 'boolean', default: false },
    pictures: { type: 'string', default: '100' },
    megabytes: { type: 'string', default: '2048' },
    operator: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '50' },
    parties: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    lighthouse: { type: 'boolean', default: false },
    responses: { type: 'boolean', default: false },
    loops: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    documents: { type: 'string', default: '100000' },
  },
});
const { only } = values;

/** A number among the options. @throws outside its bounds */
function numberOf(
  name: 'posts' | 'seconds' | 'pictures' | 'megabytes' | 'rounds' | 'minutes' | 'documents',
  least: number,
  most: number,
): number {
  const value = Number(values[name]);
  if (!(value >= least && value <= most)) throw new Error(`--${name} is a number from ${least} to ${most}.`);
  return value;
}

async function measureRequests(): Promise<Row[]> {
  const posts = numberOf('posts', 500, 1_000_000);
  const options = { seconds: numberOf('seconds', 1, 60), only };
  const profile = values.profile && ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`];
  const rows = await withPostgres(async ({ pid, database }) => {
    console.log('Another server');
    const seeded = await seed('server', await database('bench'), posts);
    await settle(seeded.databaseUrl);
    return [
      ...(await measureSite('server', seeded, pid, { ...options, ...(profile && { nodeOptions: profile }) }, budgets)),
      ...('sockets'.includes(only) ? [await holdSockets(seeded, budgets.socketsMb)] : []),
      ...(values.page ? await weighPostPage(seeded, budgets.page) : []),
    ];
  });
  if (!values.own) return rows;
  console.log("The site's own server");
  return [...rows, ...(await measureSite('own', await seed('own', '', posts), null, options, budgets))];
}

/** The same reads on a small and a large database. */
const compare = (kind: 'posts' | 'people'): Promise<Row[]> =>
  withPostgres(async ({ database }) => {
    const [small, large] = kind === 'posts' ? ([10_000, 1_000_000] as const) : ([1000, 1_000_000] as const);
    const fill = async (name: string, size: number) => {
      const at = await database(name);
      const seeded = kind === 'posts' ? await seed(name, at, size) : await seed(name, at, 500, 0, size);
      await settle(at);
      return seeded;
    };
    const sizes = [await fill('small', small), await fill('large', large)] as const;
    const names = kind === 'posts' ? postNames : peopleNames;
    return await compareSizes(sizes, names, Math.min(3, numberOf('seconds', 1, 60)), budgets.largeRatio);
  });

async function measureParties(): Promise<Row[]> {
  const seconds = numberOf('minutes', 0.5, 60) * 60;
  const chat = async () =>
    await withPostgres(async ({ database }) => benchChat(await database('chat'), budgets.partyChat));
  return [
    ...('chat'.includes(only) ? await chat() : []),
    ...('sync'.includes(only) ? await benchSync(seconds, budgets.parties) : []),
  ];
}

/** What can be measured, by the option that asks for it; requests are without one. */
const measurements = {
  large: () => compare('posts'),
  people: () => compare('people'),
  media: () =>
    measureFiles(
      {
        only,
        seconds: numberOf('seconds', 1, 60),
        pictures: numberOf('pictures', 5, 10_000),
        megabytes: numberOf('megabytes', 64, 4000),
      },
      budgets.media,
    ),
  operator: () => measureOperator(numberOf('megabytes', 64, 4000), numberOf('posts', 500, 1_000_000)),
  faults: () => measureFaults(numberOf('rounds', 1, 1000), only),
  parties: measureParties,
  responses: () => measureResponses(budgets.responseMs),
  loops: () => measureLoops(only, values.fit, budgets.loops),
  lighthouse: () => measureLighthouse(budgets.lighthouseScore),
  search: () =>
    withPostgres(async ({ pid, database }) =>
      measureSearch(await database('search'), numberOf('documents', 5_000, 1_000_000), pid),
    ),
  requests: measureRequests,
};

if (values.help) console.log(usage);
else {
  const names = Object.keys(measurements) as (keyof typeof measurements)[];
  const name = names.find((one) => one === 'requests' || values[one])!;
  // Sounds are analysed by the sources.
  const { code } = name === 'loops' ? { code: 0 } : await runNode('scripts/build.ts', [], { live: true });
  if (code !== 0) throw new Error('The build failed.');
  const load = loadavg()[0]!;
  if (load > 1)
    console.warn(`The machine is busy (load ${load.toFixed(1)}): rates and times come out worse than they are.`);
  const rows = await measurements[name]();
  const machine = { cpus: availableParallelism(), model: cpus()[0]?.model ?? '', node: process.version, load };
  const results = path.join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(path.join(results, `${name}.json`), `${JSON.stringify({ at: new Date(), machine, rows }, null, 2)}\n`);
  console.log(`\n${report(rows)}`);
  // A site that is back too late is a fault; what takes longer than its budget on a busy machine is none.
  if (name === 'faults' && rows.some(({ value, most }) => (value ?? 0) > (most ?? Infinity))) process.exitCode = 1;
}
