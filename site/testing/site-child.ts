import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { openSite } from '#site/server/site.ts';

/** A site in a process of its own, from the environment and without pages: for tests that kill it. */
const site = await openSite(readConfig(process.env), pino({ level: 'silent' }), { pages: false, start: false });
process.stdout.write(`${await site.listen()}\n`);
// It is never ended in order: what this start has compiled would be lost to the next one.
flushCompileCache();
