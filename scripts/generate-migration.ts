import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { commandOf, runNode } from './tool.ts';

const migrations = path.join(packageRoot(), 'site/migrations');

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string }[];
}

/**
 * Compares the tables with the last snapshot in a folder, and writes what is new there.
 * @param options of the generator
 * @returns the number and the file of the new migration as the generator names it; null when nothing is new
 * @throws when the generator fails, or wants to be asked (a column that may have been renamed)
 */
async function generate(
  folder: string,
  name: string,
  options: readonly string[] = [],
): Promise<{ number: number; file: string } | null> {
  const last = (): Journal['entries'][number] | undefined => {
    const journal = path.join(folder, 'meta/_journal.json');
    return existsSync(journal) ? (JSON.parse(readFileSync(journal, 'utf8')) as Journal).entries.at(-1) : undefined;
  };
  const before = last();
  const { code, output } = await runNode(commandOf('drizzle-kit'), ['generate', `--name=${name}`, ...options], {
    // The generator puts `./` before every path, and ends well whatever went wrong: what it says has to be read.
    environment: { MIGRATIONS_OUT: path.relative(packageRoot(), folder) },
  });
  if (code !== 0 || !/No schema changes|Your SQL migration/.test(output)) throw new Error(output);
  const after = last();
  // The generator counts from 0, the migrations from 1.
  return after && after.idx !== before?.idx
    ? { number: after.idx + 1, file: path.join(folder, `${after.tag}.sql`) }
    : null;
}

/** Says whether the migrations make the tables as they are declared. */
async function check(): Promise<void> {
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-migrations-'));
  try {
    cpSync(path.join(migrations, 'meta'), path.join(place, 'meta'), { recursive: true });
    const missing = await generate(place, 'missing');
    if (missing === null) return;
    console.error(
      `The tables have changed without a migration (npm run db:generate -- name):\n${readFileSync(missing.file, 'utf8')}`,
    );
    process.exitCode = 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Only the last snapshot is compared with the tables; each has thousands of lines. */
function dropOldSnapshots(meta: string): void {
  const snapshots = readdirSync(meta).filter((name) => /^\d+_snapshot\.json$/.test(name));
  for (const name of snapshots.toSorted().slice(0, -1)) rmSync(path.join(meta, name));
}

/** Writes the next migration, `NNNN_name.sql`. @param isData true for one that changes no table: an empty file */
async function write(name: string, isData: boolean): Promise<void> {
  const made = await generate(migrations, name, isData ? ['--custom'] : []);
  if (made === null) {
    console.log('The migrations make the tables as they are: nothing to write.');
    return;
  }
  const file = path.join(migrations, `${String(made.number).padStart(4, '0')}_${name}.sql`);
  renameSync(made.file, file);
  dropOldSnapshots(path.join(migrations, 'meta'));
  // The checks compare every migration with its sum.
  const sumsFile = path.join(migrations, 'meta/_sums.json');
  const sums = JSON.parse(readFileSync(sumsFile, 'utf8')) as Record<string, string>;
  sums[path.basename(file)] = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(sumsFile, `${JSON.stringify(sums, null, 2)}\n`);
  console.log(`Wrote ${path.relative(packageRoot(), file)}. Read it before you commit it.`);
}

const [name = '', kind] = process.argv.slice(2);
if (name === '--check') await check();
else if (/^[a-z0-9_]+$/.test(name)) await write(name, kind === '--data');
else {
  console.error('Say what the migration does: npm run db:generate -- add_reply_marks [--data]');
  process.exitCode = 1;
}
