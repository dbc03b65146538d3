import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { packageRoot } from '#server/config.ts';
import { leftOutTests, machineMarks, missingFeatureFiles, rawColours } from './laws/files.ts';
import { type Import, importsOf } from './laws/imports.ts';
import { circles, wallOf } from './laws/walls.ts';

process.chdir(packageRoot());
const list = (pattern: string): string[] =>
  globSync(pattern)
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
const sources = list('{contract,server,web,scripts,e2e,bench}/**/*.{ts,tsx}').filter(
  (file) => !file.endsWith('.gen.ts'),
);
const faults: string[] = [];

/** Who imports whom, and in circles. */
function checkImports(): void {
  const graph = new Map<string, readonly Import[]>(sources.map((file) => [file, importsOf(file)]));
  for (const [file, imports] of graph) {
    for (const found of imports) {
      const wall = wallOf(file, found);
      if (wall !== null) faults.push(`${file} imports ${found.target}: ${wall}.`);
    }
  }
  for (const circle of circles(graph)) faults.push(`Circle: ${circle.join(' → ')}`);
}

/** What stands in files. */
function checkTexts(): void {
  for (const file of [...sources, ...list('web/**/*.{css,svg,html}')]) {
    const text = readFileSync(file, 'utf8');
    for (const colour of rawColours(file, text))
      faults.push(`${file} names the colour ${colour}: use a token of web/styles.`);
    if (/\.(test|spec)\.tsx?$/.test(file))
      for (const mark of leftOutTests(text)) faults.push(`${file} has ${mark}: every test runs.`);
  }
  const others = list('{*.*,.ci/*,docs/**/*.md,contract/**/*,server/**/*,web/**/*,scripts/**/*,e2e/**/*,bench/**/*}');
  for (const file of others.filter(
    (name) => /\.(ts|tsx|css|json|md|sql|txt|tsv|ya?ml)$|^\.ci\//.test(name) && !name.startsWith('scripts/laws/'),
  )) {
    for (const mark of machineMarks(readFileSync(file, 'utf8')))
      faults.push(`${file} names ${mark}: it is of one machine.`);
  }
}

function checkFeatures(): void {
  for (const entry of readdirSync('server/features', { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const files = list(`server/features/${entry.name}/**/*`).map((file) => file.split('/').slice(3).join('/'));
    for (const missing of missingFeatureFiles(entry.name, files))
      faults.push(`server/features/${entry.name} lacks ${missing}.`);
  }
}

/** Seconds after which a commit counts as taken over by others: longer than any working session. */
const SETTLED_SECONDS = 4 * 3600;

/** A migration that others may have applied never changes: it is compared with the last commit of an earlier session. */
function checkMigrations(): void {
  const git = (...parameters: string[]): string =>
    execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let base: string;
  let settled: string[];
  try {
    const head = Number(git('log', '-1', '--format=%ct').trim());
    base = git('rev-list', '-1', `--before=${head - SETTLED_SECONDS}`, 'HEAD').trim();
    settled = base === '' ? [] : git('ls-tree', '--name-only', base, 'server/migrations/').split('\n');
  } catch {
    return; // No repository, or no commit yet: nothing can have been applied from it.
  }
  for (const file of settled.filter((name) => name.endsWith('.sql'))) {
    const now = list(file).length === 0 ? null : readFileSync(file, 'utf8');
    if (now !== git('show', `${base}:${file}`))
      faults.push(`${file} was changed after others may have applied it: write a further migration.`);
  }
}

checkImports();
checkTexts();
checkFeatures();
checkMigrations();
if (faults.length === 0) console.log(`${sources.length} files keep the laws.`);
else {
  for (const fault of faults) console.error(fault);
  console.error(`\n${faults.length} faults. The laws stand in ARCHITECTURE.md.`);
  process.exitCode = 1;
}
