import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { withOperatingTables } from './checks/operating-tables.ts';

/** Writes the tables of settings, metrics and commands in docs/operating.md again, from what the code has. */
const file = path.join(packageRoot(), 'docs/operating.md');
writeFileSync(file, withOperatingTables(readFileSync(file, 'utf8')));
console.log(`Wrote the tables of settings, metrics and commands into ${file}`);
