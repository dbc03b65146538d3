import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { hydrated } from './hydrated.ts';
import { expectToast } from './toast.ts';
import { type TestSite, expect, test } from './world.ts';

const artistId = (): string => randomBytes(20).toString('hex').slice(0, 22);
const rows = (page: Page) => page.getByRole('list', { name: 'Artists by followers' }).getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** Connects an artist as the browser of the member does. */
async function connect(site: TestSite, page: Page, numbers: { followers: number; monthlyListeners: number }) {
  const artist = artistId();
  const name = `Artist ${randomUUID().slice(0, 8)}`;
  site.spotify.artists.set(artist, { name });
  await page.goto('/robots.txt');
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/v1/showcases/mine', { method: 'PUT', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    { artist: `https://open.spotify.com/artist/${artist}`, ...numbers },
  );
  await site.settle();
  return name;
}

test('an empty leaderboard says so; an artist is connected, gets name and picture, is updated and removed', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  allow(/status of 400/);
  const visitor = await open();
  await visitor.goto('/spotify-showcase');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Artist Leaderboard' })).toBeVisible();
  await expect(
    visitor.getByText('No artists showcased yet. Be the first to connect your Spotify!', { exact: true }),
  ).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Connect Spotify Artist' })).toHaveCount(0);

  const member = await site.member({ displayName: 'Nova Ray' });
  const artist = artistId();
  const name = `NOVA ${randomUUID().slice(0, 6)}`;
  site.spotify.artists.set(artist, { name, picture: await drawPicture(320, 320) });
  await site.signIn(page, member);
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Spotify Showcase' }).click();
  await expect(page).toHaveURL('/spotify-showcase');
  await page.getByRole('button', { name: 'Connect Spotify Artist' }).click();
  const form = page.getByRole('dialog', { name: 'Connect Spotify Artist' });

  await test.step('a wrong address is refused under its field', async () => {
    await form.getByLabel('Artist address').fill(`https://open.spotify.com/track/${artist}`);
    await form.getByLabel('Followers').fill('1234');
    await form.getByLabel('Monthly listeners').fill('2560000');
    await form.getByLabel('Top track').fill('Blue hour');
    await axe(page);
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectToast(
      page,
      'Error',
      'That is not the address of an artist. Copy it from the artist’s page: open.spotify.com/artist/…',
    );
    await expect(form.getByText('Paste the address of the artist at open.spotify.com/artist/.')).toBeVisible();
  });

  await test.step('the artist is there, and name and picture come without a reload', async () => {
    await form.getByLabel('Artist address').fill(`https://open.spotify.com/intl-de/artist/${artist}?si=x`);
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectToast(page, 'Artist connected', 'Name and picture follow from Spotify.');
    await expect(form).toBeHidden();
    const own = page.getByRole('region', { name: 'Your Spotify Showcase' });
    await expect(own.getByText(name)).toBeVisible();
    const line = row(page, name);
    await expect(line.locator('img')).toBeVisible();
    expect(await line.locator('img').getAttribute('src')).toMatch(/^\/files\//);
    await expect(line).toContainText('Nova Ray');
    await expect(line).toContainText(`@${member.username}`);
    await expect(line).toContainText('1.2K');
    await expect(line).toContainText('2.6M');
    await expect(line).toContainText('Blue hour');
    await expect(line.getByText('self-reported')).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Connect Spotify Artist' })).toHaveCount(0);
  });

  await test.step('typed numbers are updated', async () => {
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const update = page.getByRole('dialog', { name: 'Update Spotify Showcase' });
    await expect(update.getByLabel('Artist address')).toHaveValue(`https://open.spotify.com/artist/${artist}`);
    await update.getByLabel('Followers').fill('15000');
    await update.getByRole('button', { name: 'Update', exact: true }).click();
    await expectToast(page, 'Showcase updated', 'The leaderboard shows it.');
    await expect(row(page, name)).toContainText('15.0K');
  });

  await test.step('another member reports it', async () => {
    const other = await open(await site.member());
    await other.goto('/spotify-showcase');
    await row(other, name).getByRole('button', { name: 'More about the showcase of Nova Ray' }).click();
    await other.getByRole('menuitem', { name: 'Report' }).click();
    const report = other.getByRole('dialog', { name: 'Report this showcase' });
    await report.getByLabel('Something else').check();
    await report.getByRole('button', { name: 'Send report' }).click();
    await expectToast(other, 'Report sent', 'Staff will look at it.');
    // Its own member has no use for either.
    await expect(row(page, name).getByRole('button', { name: /^More about/ })).toHaveCount(0);
  });

  await test.step('a visitor complains about copyright, and the form knows what about', async () => {
    await visitor.reload();
    await row(visitor, name).getByRole('button', { name: 'More about the showcase of Nova Ray' }).click();
    await expect(visitor.getByRole('menuitem')).toHaveText(['Copyright complaint']);
    await visitor.getByRole('menuitem', { name: 'Copyright complaint' }).click();
    await expect(visitor).toHaveURL(/\/legal\/takedown\?kind=spotify_showcase&id=/);
    await expect(visitor.getByLabel('Address of the content')).toHaveValue(/\/spotify-showcase#showcase-[\da-f-]{36}$/);
  });

  await test.step('it is removed', async () => {
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove your Spotify showcase?' });
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expectToast(page, 'Showcase removed', 'You can connect an artist again.');
    await expect(row(page, name)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Connect Spotify Artist' })).toBeVisible();
  });
});

test('places 1, 2 and 3 have badges of gold, silver and bronze; the page fits a phone and both themes', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  // A browser without scripts asks for them all the same.
  allow(/request failed: GET .*\/assets\/.*\.js csp$/);
  const names: string[] = [];
  for (const followers of [999, 2_500_000, 1000, 40]) {
    const browser = await open(await site.member());
    names.push(await connect(site, browser, { followers, monthlyListeners: followers * 2 }));
  }
  await page.goto('/spotify-showcase');
  const order = [names[1]!, names[2]!, names[0]!, names[3]!];
  const metals = ['gold', 'silver', 'bronze', null];
  for (const [index, name] of order.entries()) {
    const line = rows(page).nth(index);
    await expect(line).toContainText(name);
    const badge = line.locator('[data-badge]');
    if (metals[index] === null) await expect(badge).toHaveCount(0);
    else {
      await expect(badge).toHaveAttribute('data-badge', metals[index]!);
      await expect(badge).toHaveText(String(index + 1));
    }
  }
  await expect(rows(page).nth(0)).toContainText('2.5M');
  await expect(rows(page).nth(0)).toContainText('5.0M');
  await expect(rows(page).nth(1)).toContainText('1.0K');
  await expect(rows(page).nth(2)).toContainText('999');
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    if (width !== 768) await axe(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `pixels over the edge at ${width}`).toBeLessThanOrEqual(0);
  }

  await test.step('a further page without scripts goes on counting', async () => {
    const members: string[] = [];
    for (let made = 0; made < 20; made++) members.push((await site.member()).userId);
    await site.ctx.db.rows(sql`
      INSERT INTO spotify_showcases (id, user_id, artist_id, artist_name, followers_count, monthly_listeners, typed_followers, created_at, updated_at)
      SELECT gen_random_uuid(), m.user_id, s.artist_id, 'One of many', 1, 0, 1, s.created_at, s.updated_at
      FROM (SELECT artist_id, created_at, updated_at FROM spotify_showcases LIMIT 1) s, unnest(${members}::uuid[]) AS m (user_id)`);
    site.ctx.pages.drop();
    const plain = await open(null, { javaScriptEnabled: false });
    await plain.goto('/spotify-showcase');
    await expect(rows(plain)).toHaveCount(20);
    await expect(rows(plain).last().getByText('20', { exact: true })).toBeVisible();
    await plain.getByRole('link', { name: 'Load more' }).click();
    await expect(rows(plain)).toHaveCount(4);
    await expect(rows(plain).first().getByText('21', { exact: true })).toBeVisible();
    await expect(plain.locator('[data-badge]')).toHaveCount(0);
  });
});

test('while the leaderboard loads there are five skeletons, and a failure can be tried again', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 500/);
  await site.signIn(page, await site.member());
  await page.goto('/');
  await hydrated(page);
  let isBroken = true;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/v1/showcases', async (route) => {
    await held;
    if (!isBroken) return await route.continue();
    const problem = { type: 'about:blank', status: 500, code: 'internal', title: 'Error', detail: 'It broke.' };
    await route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Spotify Showcase' }).click();
  const loading = page.getByRole('status').filter({ hasText: 'Loading the leaderboard' });
  await expect(loading).toBeVisible();
  await expect(loading.locator(':scope > div')).toHaveCount(5);
  release();
  await expect(page.getByText('The leaderboard could not be loaded.')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Artist Leaderboard' })).toBeVisible();
  await expect(page.getByText('The leaderboard could not be loaded.')).toHaveCount(0);
});
