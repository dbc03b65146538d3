import { chromium } from '@playwright/test';
import { findBrowser } from '#scripts/browser.ts';
import { type PageWeight, weighPage } from '#scripts/page-weight.ts';
import type { Seeded } from './seeded.ts';
import { startSite } from './server.ts';

/** Opens a post in a fresh browser and adds up what comes over the network; null without a browser. */
export async function weighPostPage(seeded: Seeded): Promise<PageWeight | null> {
  const executablePath = findBrowser();
  if (executablePath === null) return null;
  const site = await startSite(seeded);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await weighPage(await browser.newPage(), `${site.address}/forum/post/${seeded.postIds[3]!}`);
  } finally {
    await browser.close();
    await site.stop();
  }
}
