import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { statementsSuffix } from '#site/testing/row-record.ts';
import { startPrepared } from './postgres/prepared-postgres.ts';

/**
 * Plans on the PostgreSQL of `TEST_POSTGRES` every statement that the program ran during its integration tests: a name, a
 * type or a function that an older version lacks fails here.
 * @returns how many there are, and a sentence for each that is refused
 */
async function planStatements(texts: ReadonlySet<string>): Promise<{ planned: number; faults: string[] }> {
  const postgres = await startPrepared();
  const url = new URL(postgres.url);
  url.pathname = `/${postgres.template}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // Version 15 has no EXPLAIN (GENERIC_PLAN): a prepared statement is planned for whatever values it may get.
  await client.query('SET plan_cache_mode = force_generic_plan');
  const faults: string[] = [];
  let planned = 0;
  try {
    for (const text of texts) {
      // Others, such as SET LOCAL, have no plan.
      if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|VALUES|MERGE|\()/i.test(text)) continue;
      planned++;
      const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join(', ')})`;
      try {
        await client.query(`PREPARE planned AS ${text}`);
        await client.query(`EXPLAIN EXECUTE planned${values}`);
        await client.query('DEALLOCATE planned');
      } catch (error) {
        faults.push(`${(error as Error).message}, in the statement\n${text}`);
        await client.query('DEALLOCATE ALL');
      }
    }
    return { planned, faults };
  } finally {
    await client.end();
    postgres.stop();
  }
}

const [folder] = process.argv.slice(2);
if (!folder)
  throw new Error('Usage: node scripts/statements.ts <folder>, the ROW_RECORD of a run of all integration tests.');
const lines = readdirSync(folder)
  .filter((file) => file.endsWith(statementsSuffix))
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'));
const texts = new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string));
const { planned, faults } = await planStatements(texts);
console.log(`${planned} statements of the program have a plan there, ${faults.length} have none.`);
for (const fault of faults) console.error(fault);
process.exitCode = planned === 0 || faults.length > 0 ? 1 : 0;
