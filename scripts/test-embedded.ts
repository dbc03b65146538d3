import { packageRoot } from '#server/config.ts';
import { migrationsFolder, migrationsHash } from '#server/platform/db/migrate.ts';
import { madeTemplate } from '#server/platform/db/template.ts';

/** Runs once before tests on the embedded engine: makes the template of which each test file has a copy. */
export default async function setup(): Promise<void> {
  const root = packageRoot();
  // The whole program is loaded to make one: a second for a single test file.
  if (!madeTemplate(root, migrationsHash(migrationsFolder({ root }))))
    await (await import('./postgres/template.ts')).ensureTemplate();
}
