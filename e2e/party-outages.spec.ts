import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import { type FixtureMember, makeMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { openSite } from '#site/server/site.ts';
import { startPostgres } from '#scripts/postgres/postgres.ts';
import { freePort } from '#platform/server/free-port.ts';
import { type Place, type SiteProcess, endSites, startSite } from './crash/site-process.ts';
import { tone } from './share.ts';
import { expect, test } from './world.ts';

/** Long enough that an outage lies within the first track, short enough that its end is seen too. */
const TRACK_SECONDS = 30;
/** Milliseconds that the site, or its database, is away. */
const AWAY_MS = 10_000;
/** Milliseconds in which pages have to be in step again. */
const RECOVER_MS = 60_000;

/** A party of two members with two tracks, on a site of its own that can be ended. */
interface PartySite {
  readonly place: Place;
  readonly url: string;
  readonly members: readonly [FixtureMember, FixtureMember];
  start(): Promise<SiteProcess>;
}

/** Makes the members and their tracks, and runs a scenario on them. */
async function withPartySite(
  databaseUrl: string,
  scenario: (partySite: PartySite, tracks: Track[]) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'looproom-party-'));
  const place: Place = { dataDir, databaseUrl };
  const port = await freePort();
  const url = `http://localhost:${port}`;
  try {
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0', SITE_URL: url });
    const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false, start: false });
    const members: FixtureMember[] = [];
    const tracks: Track[] = [];
    try {
      for (const displayName of ['Hana Reed', 'Bo Finch'])
        members.push(await makeMember(site.ctx, { displayName, createdAt: new Date('2020-01-01') }));
      for (const title of ['Low tide', 'High tide']) {
        const fileId = await makeSound(site.ctx, members[0]!, tone('loop.wav', TRACK_SECONDS));
        const uploadId = await makeUpload(site.ctx, members[0]!, { content: title, fileIds: [fileId] });
        const [row] = await site.ctx.db.rows<{ id: string }>(
          sql`SELECT id FROM upload_files WHERE upload_id = ${uploadId}`,
        );
        tracks.push({ title, uploadId, trackId: row!.id });
      }
    } finally {
      await site.close();
    }
    const settings = { PORT: String(port), SITE_URL: url, NODE_ENV: 'test' };
    await scenario(
      { place, url, members: [members[0]!, members[1]!], start: () => startSite(place, settings) },
      tracks,
    );
  } finally {
    await endSites(place);
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Track {
  readonly title: string;
  readonly uploadId: string;
  readonly trackId: string;
}

const stage = (page: Page) => page.getByRole('region', { name: 'Stage' });
const log = (page: Page) => page.getByRole('log');
const say = async (page: Page, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
};

/** Waits until a page sounds within 60 ms of where the room is. Nobody clicks anything. */
async function isInStep(page: Page): Promise<void> {
  const shown = page.getByText('Difference', { exact: true }).locator('xpath=following-sibling::dd');
  await expect
    .poll(async () => Math.abs(Number.parseFloat((await shown.textContent()) ?? '')), { timeout: RECOVER_MS })
    .toBeLessThan(60);
}

/**
 * Two pages hear the first track; something fails for a while and is back. What was acknowledged before is there, what
 * was written meanwhile comes once, both pages are in step again by themselves, and the room goes on with its queue.
 */
async function survive(
  partySite: PartySite,
  tracks: readonly Track[],
  open: (member: FixtureMember) => Promise<Page>,
  fail: () => Promise<void>,
): Promise<void> {
  const { url, members } = partySite;
  const post = async (at: string, body: unknown = {}): Promise<{ id: string }> => {
    const headers = { cookie: members[0].cookie, 'content-type': 'application/json', origin: url };
    const answer = await fetch(`${url}/api/v1${at}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, at).toBe(200);
    return (await answer.json()) as { id: string };
  };
  const { id } = await post('/parties', { name: 'Tides', submitId: randomUUID() });
  for (const { uploadId, trackId } of tracks) await post(`/parties/${id}/queue`, { uploadId, trackId });
  const pages = [await open(members[0]), await open(members[1])] as const;
  const [host, guest] = pages;
  await host.goto(`/listening-party/${id}`);
  await guest.goto(`/listening-party/${id}`);
  await guest.getByRole('button', { name: 'Join Party' }).click();
  await host.getByRole('button', { name: 'Play for all' }).click();
  for (const page of pages) {
    await expect(stage(page).getByRole('slider', { name: 'Position in Low tide' })).toBeVisible();
    const blocked = stage(page).getByRole('button', { name: 'Turn the sound on' });
    if (await blocked.isVisible()) await blocked.click();
    await page.getByText(/^Sync/).click();
    await isInStep(page);
  }
  await say(guest, 'Acknowledged before');
  await expect(log(host).getByText('Acknowledged before')).toBeVisible();

  const failing = fail();
  await say(guest, 'Written meanwhile');
  await failing;

  await expect(log(host).getByText('Written meanwhile')).toBeVisible({ timeout: RECOVER_MS });
  await expect(guest.getByRole('list', { name: 'Messages that were not sent' })).toHaveCount(0);
  for (const page of pages) {
    await expect(log(page).getByRole('listitem')).toContainText(['Acknowledged before', 'Written meanwhile']);
    await expect(log(page).getByRole('listitem')).toHaveCount(2);
    // The next track comes by itself: the timer of its process may be gone, or its end fell into the outage.
    await expect(stage(page).getByRole('slider', { name: 'Position in High tide' })).toBeVisible({
      timeout: RECOVER_MS,
    });
    await isInStep(page);
  }
  // They would miss the site.
  for (const page of pages) await page.close();
}

test('a room survives that its site is killed in the middle of a track', async ({ open, allow }) => {
  test.setTimeout(300_000);
  allow(/status of 5\d\d|WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_FAILED/);
  await withPartySite('', async (partySite, tracks) => {
    let site = await partySite.start();
    const openAs = async (member: FixtureMember): Promise<Page> => openAt(open, partySite.url, member);
    await survive(partySite, tracks, openAs, async () => {
      await site.end('SIGKILL');
      await sleep(AWAY_MS / 5);
      site = await partySite.start();
    });
    await site.end('SIGTERM');
  });
});

test('a room survives that its database is away for ten seconds', async ({ open, allow }) => {
  test.setTimeout(300_000);
  allow(/status of 5\d\d|WebSocket/);
  const postgres = await startPostgres();
  try {
    await withPartySite(postgres.url, async (partySite, tracks) => {
      const site = await partySite.start();
      const openAs = async (member: FixtureMember): Promise<Page> => openAt(open, partySite.url, member);
      await survive(partySite, tracks, openAs, async () => {
        postgres.crash();
        await sleep(AWAY_MS);
        postgres.startAgain();
      });
      await site.end('SIGTERM');
    });
  } finally {
    postgres.stop();
  }
});

/** Opens a page of a member on another site than the worker's own. */
async function openAt(
  open: (member: null, options: { baseURL: string }) => Promise<Page>,
  url: string,
  { cookie }: FixtureMember,
): Promise<Page> {
  const page = await open(null, { baseURL: url });
  const equals = cookie.indexOf('=');
  const session = { name: cookie.slice(0, equals), value: cookie.slice(equals + 1) };
  await page.context().addCookies([{ ...session, url, httpOnly: true, sameSite: 'Lax' }]);
  return page;
}
