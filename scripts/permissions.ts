import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { features } from '#server/app.ts';
import { packageRoot } from '#server/config.ts';
import { permissionsPage } from '#server/testing/permissions.ts';

const file = path.join(packageRoot(), 'docs/permissions.md');
writeFileSync(file, permissionsPage(features));
console.log(`Wrote ${file}`);
