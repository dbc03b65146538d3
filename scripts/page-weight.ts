import type { Page } from '@playwright/test';

/** What a browser loads for a page with an empty cache. */
export interface PageWeight {
  /** Compressed, headers included. */
  readonly bytes: number;
  readonly requests: number;
  /** The bytes by kind of what was loaded. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Names of the scripts, without the hashes of what is in them. */
  readonly scripts: readonly string[];
}

/** What comes by itself comes within so many milliseconds after the network fell silent. */
const SETTLED_MS = 2500;

/** Opens an address and adds up what comes over the network, until nothing more comes by itself. */
export async function weighPage(page: Page, address: string): Promise<PageWeight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const kinds: Record<string, number> = {};
  const scripts: string[] = [];
  let bytes = 0;
  let requests = 0;
  // Some browsers ask for more by themselves, such as an icon for their tab: no element and no script names it.
  const own = new Set<string>();
  session.on('Network.requestWillBeSent', (event) => {
    if (event.type === 'Other' && event.initiator.type === 'other') return;
    own.add(event.requestId);
    if (event.request.url.startsWith('http')) requests++;
  });
  session.on('Network.responseReceived', (event) => {
    types.set(event.requestId, event.type);
    const script = /\/assets\/(.+)-[\w-]{7}\.js$/.exec(event.response.url)?.[1];
    if (script !== undefined) scripts.push(script);
  });
  session.on('Network.loadingFinished', (event) => {
    if (!own.has(event.requestId)) return;
    const kind = types.get(event.requestId) ?? 'Other';
    bytes += event.encodedDataLength;
    kinds[kind] = (kinds[kind] ?? 0) + event.encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  await session.detach();
  return { bytes, requests, kinds, scripts: scripts.toSorted() };
}
