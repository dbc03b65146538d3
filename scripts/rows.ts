import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { type SeenFact, statementsSuffix } from '#site/testing/row-record.ts';
import { compareRows } from './checks/rows/compare.ts';
import { readRowsCalls } from './checks/rows/shapes.ts';

/** Calls that no test runs, by the beginning of their place. */
const unseenAllowed: Readonly<Record<string, string>> = {
  'bench/': 'benchmarks run by hand',
  'e2e/': 'journeys run on the built site, in a process of its own',
  'scripts/screens/': 'screenshots are made by hand',
};

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/rows.ts <folder>, the ROW_RECORD of a run of all integration tests.');
const facts = readdirSync(folder)
  .filter((file) => !file.endsWith(statementsSuffix))
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as SeenFact);
const { faults, typed, unseen } = compareRows(readRowsCalls(packageRoot(), 'platform/server/db/database.ts'), facts);
const missing = unseen.filter(({ place }) => !Object.keys(unseenAllowed).some((start) => place.startsWith(start)));
console.log(
  `${typed.length - unseen.length} of ${typed.length} calls of rows<T> were run by a test and compared with their types; ${unseen.length - missing.length} are excused.`,
);
for (const fault of faults) console.error(fault);
for (const { place } of missing)
  console.error(`${place}: no integration test runs this query: add one, or excuse it in scripts/rows.ts.`);
process.exitCode = faults.length + missing.length === 0 ? 0 : 1;
