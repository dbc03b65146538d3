import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#platform/server/config.ts';
import { withOperatingTables } from './checks/operating-tables.ts';
import { commands } from './commands/all.ts';
import { describeCommand } from './commands/help/help.ts';

/** Writes the tables of settings, metrics and commands in docs/operating.md again, from what the code has. */
const file = path.join(packageRoot(), 'docs/operating.md');
writeFileSync(file, withOperatingTables(readFileSync(file, 'utf8')));
console.log(`Wrote the tables of settings, metrics and commands into ${file}`);
/** The command line answers for help from these, without loading the commands. */
const described = path.join(packageRoot(), 'scripts/commands/help/described.json');
writeFileSync(described, `${JSON.stringify(commands.map(describeCommand), null, 2)}\n`);
console.log(`Wrote the descriptions of the commands into ${described}`);
