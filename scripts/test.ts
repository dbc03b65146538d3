import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { judgeAudit } from './reports/advisories.ts';
import { type BrowserReport, countBrowserTests } from './reports/browser-report.ts';
import { ensureBrowser } from './browser.ts';
import { type PreparedPostgres, startPrepared } from './postgres/prepared-postgres.ts';
import { commandOf, runNode } from './tool.ts';
import { countBothTries, filesForSecondTry, type VitestReport } from './reports/vitest-report.ts';
import { enterRunFolder } from './run-folder.ts';

/** The result of one stage. A stage without tests of its own counts as one. */
interface Result {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** Shown when the stage failed and was not shown while it ran. */
  readonly output: string;
}

interface Stage {
  readonly name: string;
  /** @param beside whether other stages run, to which it leaves the processors. */
  run(beside: boolean): Promise<Omit<Result, 'name' | 'seconds'>>;
}

const { folder: reports } = enterRunFolder();
// The program is started some thirty times: what one start has compiled, the next ones read.
process.env['NODE_COMPILE_CACHE'] = path.join(reports, 'compiled');

/** A command that is right or wrong as a whole. */
function check(
  name: string,
  script: string,
  parameters: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Stage {
  return {
    name,
    async run(beside) {
      const { code, output } = await runNode(script, parameters, { lowPriority: beside, environment });
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
  };
}

const report = path.join(reports, 'vitest.json');

async function runVitest(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; report: VitestReport | null }> {
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runNode(commandOf('vitest'), ['run', ...words, ...reporters], {
    live: true,
    environment: { ...(await besidePostgres()), ROW_RECORD: rowRecord, ...environment },
  });
  return { code, report: readReport(report) as VitestReport | null };
}

const tests: Stage = {
  name: 'unit and integration tests',
  async run() {
    const first = await runVitest([]);
    const again = process.env['CI'] ? filesForSecondTry(first.report) : [];
    if (first.code === 0 || !first.report || again.length === 0)
      return counted(first.code, first.report?.numPassedTests, first.report?.numFailedTests);
    const { passed, failed, notes } = countBothTries(first.report, (await runVitest(again)).report);
    if (notes !== '') console.log(notes);
    return { passed, failed, output: '' };
  },
};

/** Known advisories about what the site runs on. Without an answer of the registry nothing is known, and nothing fails. */
const advisories: Stage = {
  name: 'advisories',
  async run() {
    const npm = process.env['npm_execpath'];
    const { output } = npm ? await runNode(npm, ['audit', '--json', '--fetch-retries=0']) : { output: '' };
    // What is in the build, or installed to run beside it.
    const bundled = readReport('dist/packages.json') as string[];
    const { dependencies } = readReport('package.json') as { dependencies: Readonly<Record<string, string>> };
    const isUsed = (name: string): boolean =>
      name in dependencies || bundled.some((other) => other.startsWith(`${name}@`));
    const { kind, text } = judgeAudit(output, isUsed);
    if (kind === 'unknown') console.log(`The dependencies were not audited: ${text}`);
    return kind === 'vulnerable' ? { passed: 0, failed: 1, output: text } : { passed: 1, failed: 0, output: '' };
  },
};

/** What queries brought while the tests ran, and their statements. */
const rowRecord = mkdtempSync(path.join(reports, 'rows-'));

let server: Promise<PreparedPostgres> | null = null;

/** One PostgreSQL server for all stages that need one. @returns the environment that names it to tests */
async function besidePostgres(): Promise<Readonly<Record<string, string>>> {
  const { url, template } = await (server ??= startPrepared());
  return { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template };
}

const browserTests: Stage = {
  name: 'browser tests',
  async run() {
    const file = path.join(reports, 'playwright.json');
    const browser = { CHROMIUM_PATH: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const { code } = await runNode(commandOf('@playwright/test', 'playwright'), ['test', '--reporter=list,json'], {
      live: true,
      environment: { ...browser, ...(await besidePostgres()) },
    });
    const { passed, failed, notes } = countBrowserTests(readReport(file) as BrowserReport | null);
    if (notes !== '') console.log(notes);
    return counted(code, passed, failed);
  },
};

/** A runner that failed without naming a failed test (it could not start, say) has failed all the same. */
function counted(code: number, passed = 0, failed = 0): Omit<Result, 'name' | 'seconds'> {
  return { passed, failed: code === 0 && passed > 0 ? failed : Math.max(1, failed), output: '' };
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

const lint = [
  // One checker: several check the same types each for itself, and there are no idle processors here.
  check('types', commandOf('typescript', 'tsc'), ['--noEmit', '--checkers', '1']),
  check('lint', commandOf('oxlint')),
  check('format', commandOf('oxfmt'), ['--check']),
  check('checks', 'scripts/checks.ts'),
  check('commits', 'scripts/commits.ts'),
  check('lock file', 'scripts/complete-lock.ts', ['--check']),
  check('migrations', 'scripts/generate-migration.ts', ['--check']),
  check('unused code', commandOf('knip')),
  advisories,
];
const build = check('build', 'scripts/build.ts');
/** Compares what queries brought with the types of their callers. */
const rows: Stage = {
  name: 'rows of queries',
  async run(beside) {
    const { code, output } = await runNode('scripts/rows.ts', [rowRecord], { lowPriority: beside });
    if (code === 0) console.log(output.trimEnd());
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  },
};
/** The oldest version that a server of one's own may have, where Debian's package of it is installed. */
const OLDEST = '/usr/lib/postgresql/15/bin';
const hasOldest = existsSync(OLDEST);
const onOldest = { TEST_POSTGRES: OLDEST, TEST_TENTH: '1', TEST_DATABASE_URL: '', TEST_DATABASE_TEMPLATE: '' };

/** Every statement that the tests have run is planned there. */
const statements = check('statements on PostgreSQL 15', 'scripts/statements.ts', [rowRecord], onOldest);

/** A tenth of the files of integration tests. */
const tenth: Stage = {
  name: 'a tenth of the integration tests on PostgreSQL 15',
  async run() {
    const first = await runVitest(['--project=integration'], onOldest);
    return counted(first.code, first.report?.numPassedTests, first.report?.numFailedTests);
  },
};
const records = hasOldest ? [rows, statements] : [rows];

/** Stages that run together, two at a time. */
interface Step {
  readonly stages: readonly Stage[];
  /** Stages that begin with them and run one by one until the end, in what is left of the processors. */
  readonly beside?: readonly Stage[];
}

const steps: Readonly<Record<string, readonly Step[]>> = {
  // What tests leave of the processors, waiting for timers and programs, is about what the checks need.
  all: [
    { stages: [build], beside: lint },
    { stages: [tests] },
    { stages: hasOldest ? [tenth] : [] },
    { stages: [browserTests], beside: records },
  ],
  lint: [{ stages: lint }],
  unit: [{ stages: [tests] }, { stages: records }],
  e2e: [{ stages: [build] }, { stages: [browserTests] }],
};

async function runStage(stage: Stage, beside = false): Promise<Result> {
  const started = Date.now();
  const result = await stage.run(beside).catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? error.message : String(error),
  }));
  const seconds = (Date.now() - started) / 1000;
  console.log(`${result.failed === 0 ? 'ok    ' : 'FAILED'} ${stage.name} (${seconds.toFixed(1)} s)`);
  if (result.failed > 0 && result.output !== '') console.log(result.output.trimEnd());
  return { name: stage.name, seconds, ...result };
}

async function runTogether(stages: readonly Stage[]): Promise<Result[]> {
  const waiting = stages.values();
  const results: Result[] = [];
  const work = async (): Promise<void> => {
    for (const stage of waiting) results.push(await runStage(stage));
  };
  await Promise.all([work(), work()]);
  return results;
}

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? 'all';
const chosen = steps[only];
if (!chosen) throw new Error(`--only knows ${Object.keys(steps).join(', ')}; not "${only}".`);
const results: Result[] = [];
let besides = Promise.resolve();
for (const { stages, beside = [] } of chosen) {
  for (const stage of beside) besides = besides.then(async () => void results.push(await runStage(stage, true)));
  results.push(...(await runTogether(stages)));
}
await besides;
(await (server as Promise<PreparedPostgres> | null))?.stop();
if (!hasOldest && only === 'all')
  console.log(`Without PostgreSQL 15 in ${OLDEST}, nothing ran on the oldest version that a server may have.`);
console.log('');
for (const { name, passed, failed, seconds } of results) {
  console.log(`${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
}
const sum = (of: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[of], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
