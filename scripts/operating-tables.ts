import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { withOperatingTables } from './checks/operating-tables.ts';

/** Writes the tables of settings and commands in docs/operating.md again, from the settings and commands themselves. */
const file = path.join(packageRoot(), 'docs/operating.md');
writeFileSync(file, withOperatingTables(readFileSync(file, 'utf8')));
console.log(`Wrote the tables of settings and commands into ${file}`);
