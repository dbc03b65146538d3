import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { features } from '#site/server/app.ts';
import { packageRoot } from '#platform/server/config.ts';
import { permissionsPage, withAccessTable } from '#site/testing/permissions.ts';

const file = path.join(packageRoot(), 'docs/permissions.md');
writeFileSync(file, permissionsPage(features));
for (const name of ['docs/api.md', 'ARCHITECTURE.md']) {
  const document = path.join(packageRoot(), name);
  writeFileSync(document, withAccessTable(readFileSync(document, 'utf8')));
}
console.log(`Wrote ${file} and the tables of access levels.`);
