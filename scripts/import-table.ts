import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { withImportTable } from './checks/import-rules.ts';

/** Writes the table of imports in ARCHITECTURE.md again, from the rules that `npm run checks` applies. */
const file = path.join(packageRoot(), 'ARCHITECTURE.md');
writeFileSync(file, withImportTable(readFileSync(file, 'utf8')));
console.log(`Wrote the table of imports into ${file}`);
