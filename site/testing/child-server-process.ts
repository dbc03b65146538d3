import { pino } from 'pino';
import { openChildServer } from '#platform/server/db/child/child-server.ts';

/** As a process of its own: takes a folder as a site does, says its address, and stays until it is killed. */
const [dir] = process.argv.slice(2);
if (!dir) throw new Error('Usage: node site/testing/child-server-process.ts <folder>');
const { url } = await openChildServer({
  dir,
  role: 'site',
  user: '',
  connections: 4,
  log: pino({ level: 'silent' }),
  onLost: () => process.exit(1),
});
process.stdout.write(`${url}\n`);
setInterval(() => {}, 2 ** 30);
