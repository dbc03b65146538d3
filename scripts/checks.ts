import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { largeFolders, leftOutTests, machineMarks, missingFeatureFiles, rawColours } from './checks/files.ts';
import { type Import, importsOf } from './checks/imports.ts';
import { folderCycles, importCycles, importRuleOf } from './checks/import-rules.ts';
import { layers } from './checks/layers.ts';
import { newerThanBrowsers } from './bundle/browsers.ts';

process.chdir(packageRoot());
const list = (pattern: string): string[] =>
  globSync(pattern)
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
const sources = list(`{${layers.join(',')},scripts,e2e,bench}/**/*.{ts,tsx}`).filter(
  (file) => !file.endsWith('.gen.ts'),
);
const faults: string[] = [];

/** Who imports whom, and in circles. */
function checkImports(): void {
  const graph = new Map<string, readonly Import[]>(sources.map((file) => [file, importsOf(file)]));
  for (const [file, imports] of graph) {
    for (const found of imports) {
      const rule = importRuleOf(file, found);
      if (rule !== null) faults.push(`${file} imports ${found.target}: ${rule}.`);
    }
  }
  for (const cycle of [...importCycles(graph), ...folderCycles(graph)])
    faults.push(`Import cycle: ${cycle.join(' → ')}`);
}

/** What stands in files. */
function checkTexts(): void {
  for (const file of [...sources, ...list(`{${layers.join(',')}}/**/*.{css,svg,html}`)]) {
    const text = readFileSync(file, 'utf8');
    for (const colour of rawColours(file, text))
      faults.push(`${file} names the colour ${colour}: use a token of platform/web/styles.`);
    if (/\/(web|contract)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      for (const what of newerThanBrowsers(text))
        faults.push(`${file} uses ${what}: the oldest browsers lack it (scripts/bundle/browsers.ts).`);
    if (/\.(test|spec)\.tsx?$/.test(file))
      for (const mark of leftOutTests(text)) faults.push(`${file} has ${mark}: every test runs.`);
  }
  const others = list(`{*.*,.ci/*,docs/**/*.md,{${layers.join(',')},scripts,e2e,bench}/**/*}`);
  for (const file of others.filter(
    (name) => /\.(ts|tsx|css|json|md|sql|txt|tsv|ya?ml)$|^\.ci\//.test(name) && !name.startsWith('scripts/checks/'),
  )) {
    for (const mark of machineMarks(readFileSync(file, 'utf8')))
      faults.push(`${file} names ${mark}: it is of one machine.`);
  }
}

function checkFolders(): void {
  for (const { folder, count } of largeFolders(sources))
    faults.push(`${folder} has ${count} files: give it sub-folders, at most 25 files each.`);
}

function checkFeatures(): void {
  for (const folder of list('{people,content,features}/*/server')) {
    const files = list(`${folder}/**/*`).map((file) => file.slice(folder.length + 1));
    for (const missing of missingFeatureFiles(folder.split('/')[1]!, files)) faults.push(`${folder} lacks ${missing}.`);
  }
}

/** Sums of the migrations that others may have applied; `npm run db:generate` adds each new one. */
const SUMS = 'site/migrations/meta/_sums.json';

/** A migration that others may have applied never changes. */
function checkMigrations(): void {
  const sums = JSON.parse(readFileSync(SUMS, 'utf8')) as Record<string, string>;
  const files = list('site/migrations/*.sql');
  for (const file of files) {
    const sum = sums[path.basename(file)];
    if (sum === undefined) faults.push(`${file} is not in ${SUMS}: npm run db:generate adds it.`);
    else if (sum !== createHash('sha256').update(readFileSync(file)).digest('hex'))
      faults.push(
        `${file} was changed after others may have applied it: write a further migration (one of your own that nobody has yet: its new sum into ${SUMS}).`,
      );
  }
  for (const name of Object.keys(sums)) {
    if (!files.some((file) => path.basename(file) === name))
      faults.push(`site/migrations/${name} is gone: others have applied it.`);
  }
}

checkImports();
checkTexts();
checkFolders();
checkFeatures();
checkMigrations();
if (faults.length === 0) console.log(`${sources.length} files pass the checks.`);
else {
  for (const fault of faults) console.error(fault);
  console.error(`\n${faults.length} faults. The import rules are in ARCHITECTURE.md.`);
  process.exitCode = 1;
}
