import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedDatabase } from '#server/platform/db/embedded/index.ts';
import { statementsSuffix } from '#server/testing/row-record.ts';
import { ensureTemplate } from './postgres/template.ts';

/**
 * Plans on the embedded engine every statement that the program ran on a PostgreSQL server during its integration tests:
 * a name, a type or a function that one engine has and the other one lacks fails here.
 * @returns how many there are, and a sentence for each that the embedded engine refuses
 */
async function planStatements(texts: ReadonlySet<string>): Promise<{ planned: number; faults: string[] }> {
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-statements-'));
  const database = await openEmbeddedDatabase({ dir: path.join(place, 'postgres'), template: await ensureTemplate() });
  const faults: string[] = [];
  let planned = 0;
  try {
    for (const text of texts) {
      // Others, such as SET LOCAL, have no plan.
      if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|VALUES|MERGE|\()/i.test(text)) continue;
      planned++;
      await database.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`).catch((error: Error) => {
        faults.push(`${error.message}, in the statement\n${text}`);
      });
    }
  } finally {
    await database.close();
    rmSync(place, { recursive: true, force: true });
  }
  return { planned, faults };
}

const [folder] = process.argv.slice(2);
if (!folder)
  throw new Error('Usage: node scripts/statements.ts <folder>, the ROW_RECORD of a run of all integration tests.');
const lines = readdirSync(folder)
  .filter((file) => file.endsWith(statementsSuffix))
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'));
const texts = new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string));
const { planned, faults } = await planStatements(texts);
console.log(`${planned} statements of the program have a plan on the embedded engine, ${faults.length} have none.`);
for (const fault of faults) console.error(fault);
process.exitCode = planned === 0 || faults.length > 0 ? 1 : 0;
