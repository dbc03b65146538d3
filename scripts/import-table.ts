import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { withImportTable } from './checks/import-rules.ts';

/** Writes the table of layers in ARCHITECTURE.md again, from the rules that `npm run checks` applies. */
const file = path.join(packageRoot(), 'ARCHITECTURE.md');
const folders = globSync('{people,content,features}/*', { cwd: packageRoot() }).toSorted();
writeFileSync(file, withImportTable(readFileSync(file, 'utf8'), folders));
console.log(`Wrote the table of layers into ${file}`);
