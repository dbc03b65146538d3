import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#server/config.ts';
import { makeTemplate } from '#server/platform/db/embedded/index.ts';
import { migrate, migrationsHash } from '#server/platform/db/migrate.ts';
import { migrationsFolder } from '#server/platform/db/open.ts';
import { templateFile } from '#server/platform/db/template.ts';

/**
 * Makes the database template of the present migrations in `dist/`, and removes those of older ones.
 * @param again makes it anew even if it is there: the engine may have changed.
 * @returns its file.
 */
export async function ensureTemplate(again = false): Promise<string> {
  const root = packageRoot();
  const migrations = migrationsFolder({ root });
  const file = templateFile(root, migrationsHash(migrations));
  if (again || !existsSync(file)) {
    await makeTemplate(file, async (pool) => {
      await migrate(pool, migrations);
    });
  }
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (/^database-template-\w+\.tar$/.test(name) && name !== path.basename(file)) rmSync(path.join(folder, name));
  }
  return file;
}
