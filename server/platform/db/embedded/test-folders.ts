import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { holdEngine } from '#server/testing/engine.ts';
import { makeTemplate } from './index.ts';

/** A place for the databases of one test file, with a template to start them fast. */
export type TestFolders = { readonly template: string; dir(name: string): string; remove(): void };

/** Makes the place, and a template whose database has the extensions and one table `stored(id int primary key)`. */
export async function makeTestFolders(): Promise<TestFolders> {
  await holdEngine();
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'looproom-embedded-'));
  const template = path.join(place, 'template.zst');
  await makeTemplate(template, async (pool) => {
    await pool.query('CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE TABLE kept (id int PRIMARY KEY)');
  });
  return {
    template,
    dir: (name) => path.join(place, name),
    remove: () => fs.rmSync(place, { recursive: true, force: true }),
  };
}
