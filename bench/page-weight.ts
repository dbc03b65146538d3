import { chromium } from '@playwright/test';
import { findBrowser } from '#scripts/browser.ts';
import type { Seeded } from './seed.ts';
import { startSite } from './server.ts';

/** What a browser loads for a page that it has never seen. */
export interface PageWeight {
  /** Compressed, headers included. */
  readonly bytes: number;
  readonly requests: number;
  /** The bytes by kind of what was loaded. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** Opens a post in a fresh browser and adds up what comes over the network; null without a browser. */
export async function weighPostPage(seeded: Seeded): Promise<PageWeight | null> {
  const executablePath = findBrowser();
  if (executablePath === null) return null;
  const site = await startSite(seeded);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const types = new Map<string, string>();
    const kinds: Record<string, number> = {};
    let bytes = 0;
    let requests = 0;
    session.on('Network.requestWillBeSent', (event) => {
      if (event.request.url.startsWith('http')) requests++;
    });
    session.on('Network.responseReceived', (event) => types.set(event.requestId, event.type));
    session.on('Network.loadingFinished', (event) => {
      const kind = types.get(event.requestId) ?? 'Other';
      bytes += event.encodedDataLength;
      kinds[kind] = (kinds[kind] ?? 0) + event.encodedDataLength;
    });
    await page.goto(`${site.address}/forum/post/${seeded.postIds[3]!}`, { waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    return { bytes, requests, kinds };
  } finally {
    await browser.close();
    await site.stop();
  }
}
