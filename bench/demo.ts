import { pino } from 'pino';
import { runNode } from '#scripts/tool.ts';
import { readConfig } from '#server/config.ts';
import { openSite } from '#server/site.ts';

/** The demo community with all its files processed, in a folder of its own. */
export async function makeDemo(folder: string): Promise<void> {
  const { code } = await runNode('scripts/demo.ts', ['--make-only'], {
    live: true,
    environment: { DATA_DIR: folder },
  });
  if (code !== 0) throw new Error('The demo was not made.');
  const site = await openSite(readConfig({ DATA_DIR: folder }), pino({ level: 'error' }), { pages: false });
  await site.ctx.jobs.idle();
  await site.close();
}

/** The first address of a kind that a page links to. @throws when there is none */
export async function linkOn(address: string, page: string, pattern: RegExp): Promise<string> {
  const html = await (await fetch(`${address}${page}`)).text();
  const found = html.match(pattern);
  if (!found) throw new Error(`${page} has no link like ${pattern}.`);
  return found[1]!;
}
