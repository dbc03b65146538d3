import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { openSite } from '#site/server/site.ts';

/**
 * A site in a process of its own, from the environment and without pages: for tests that kill it. With LOG_LEVEL it starts
 * in full and logs to standard error.
 */
const level = process.env['LOG_LEVEL'];
const log = pino({ level: level ?? 'silent' }, pino.destination({ dest: 2, sync: true }));
const site = await openSite(readConfig(process.env), log, { pages: false, start: level !== undefined });
process.stdout.write(`${await site.listen()}\n`);
// It is never ended in order: what this start has compiled would be lost to the next one.
flushCompileCache();
