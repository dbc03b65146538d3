import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { realtimePath } from '#platform/contract/event.ts';
import { findBrowser } from '#scripts/browser.ts';
import { weighPage } from '#scripts/page-weight.ts';
import type { Budgets } from './budgets.ts';
import { cpuSeconds, residentMb } from './processes.ts';
import { type Row, less, short } from './rows.ts';
import type { Seeded } from './seed.ts';
import { withSite } from './server.ts';
import { openListeners } from './sockets.ts';

/** Milliseconds after the first request until the memory is read. */
const REST_MS = 3000;
/** Longer than a heartbeat: a socket that nobody answers for is closed in it. */
const IDLE_SECONDS = 60;

/** Opens the pages of thousands of members on a fresh site, and leaves them alone. @throws when one of them is lost */
export async function holdSockets(seeded: Seeded, most: number): Promise<Row> {
  return await withSite(seeded, async (site) => {
    // The first request loads what every later one has: a page that the site has not rendered yet is not the sockets'.
    await fetch(`${site.address}/api/v1/forum/posts`, { headers: { cookie: seeded.cookies[0]! } });
    await sleep(REST_MS);
    const before = residentMb(site.pid);
    const pages = seeded.listeners.map(({ cookie, profileId }) => ({
      cookie,
      topics: [`viewer:${profileId}`, 'forum'],
    }));
    const listeners = await openListeners(site.address.replace('http', 'ws') + realtimePath, pages);
    try {
      const used = cpuSeconds(site.pid);
      await sleep(IDLE_SECONDS * 1000);
      const [after, cpu] = [residentMb(site.pid), less(cpuSeconds(site.pid), used)];
      const { closed } = await listeners.ask<{ closed: number }>({});
      if (closed > 0) throw new Error(`${closed} idle sockets were closed.`);
      const more = `${short(cpu === null ? null : (cpu * 1000) / IDLE_SECONDS)} ms of CPU a second`;
      return { what: `${pages.length} members with an open page`, value: less(after, before), unit: 'MB', most, more };
    } finally {
      listeners.close();
    }
  });
}

/** Opens a post in a fresh browser and adds up what comes over the network; nothing without a browser. */
export async function weighPostPage(seeded: Seeded, budgets: Budgets['page']): Promise<Row[]> {
  const executablePath = findBrowser();
  if (executablePath === null) return [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await withSite(seeded, async ({ address }) => {
      const { bytes, requests, kinds } = await weighPage(
        await browser.newPage(),
        `${address}/forum/post/${seeded.postIds[3]!}`,
      );
      const more = Object.entries(kinds).map(([kind, part]) => `${kind} ${part}`);
      return [
        { what: 'post page, cold', value: bytes, unit: 'bytes', most: budgets.bytes, more: more.join(', ') },
        { what: 'post page, cold', value: requests, unit: 'requests', most: budgets.requests },
      ];
    });
  } finally {
    await browser.close();
  }
}
