import { makePost } from '#features/forum/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test('a member without a connection gets the frame with a notice, and has the page by itself when it is back', async ({
  open,
  site,
  allow,
  axe,
}) => {
  // The address that cannot be reached.
  allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/);
  const page = await open(await site.member(), { serviceWorkers: 'allow' });
  // As an earlier release has left it; this document starts no worker.
  await page.goto('/offline');
  await page.evaluate(async () => await (await caches.open('offline')).put('/offline', new Response('Old')));
  await page.goto('/forum');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/notifications');
  await page.context().setOffline(true);
  await page.goto('/uploads');
  const notice = page.getByRole('heading', { name: 'You are offline' });
  await expect(notice).toBeVisible();
  await expect(page).toHaveTitle('You are offline · Looproom');
  await expect(page.getByText('What you have written is kept on this device.')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Announcements',
    'Community',
    'Forum',
    'Listening Parties',
    'Self Promotion',
    'Gallery',
    'Uploads',
  ]);
  // The mark is there without a connection too.
  await expect.poll(() => page.locator('header img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(192);
  await axe(page);
  // A network that does not reach the site: the page asks, and does not reload.
  const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await page.evaluate(() => {
    document.body.dataset['same'] = 'yes';
    dispatchEvent(new Event('online'));
  });
  await asked;
  await expect(page.locator('body')).toHaveAttribute('data-same', 'yes');
  // Another page, and the same again: no page of a member is stored.
  await menu.getByRole('link', { name: 'Gallery' }).click();
  await expect(page).toHaveURL('/gallery');
  await expect(notice).toBeVisible();
  await page.goto('/notifications');
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(notice).toBeVisible();
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
  });
  expect(stored.names).toEqual([expect.stringMatching(/^shell-[0-9a-f]{12}$/)]);
  expect(stored.paths).toEqual(['/offline', '/icon-192.png']);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link')).toHaveCount(5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await axe(page);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
});

test('a guarded page whose rights are slow to be had says Loading...', async ({ open, site }) => {
  const page = await open(await site.member({ moderator: true }));
  await page.goto('/forum');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/v1/staff/counts*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page says that its network is dead, and takes it back', async ({ open, site, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|WebSocket|500/);
  const page = await open(await site.member());
  const post = await makePost(site.ctx, await site.member());
  await page.goto(`/forum/post/${post}`);
  await hydrated(page);
  const notice = page.getByText('No connection. Trying again…');
  const bookmark = page.getByRole('button', { name: 'Bookmark', exact: true }).first();
  await test.step('that the browser knows of', async () => {
    await page.context().setOffline(true);
    await expect(notice).toBeVisible();
    await page.context().setOffline(false);
    await expect(notice).toBeHidden();
  });
  await test.step('that only requests notice', async () => {
    await page.route('**/*', (route) => route.abort());
    await bookmark.click();
    await expect(notice).toBeVisible();
    await page.unroute('**/*');
    await expect(notice).toBeHidden();
  });
  await test.step('and shows the toast of what was pressed for a gateway’s answer', async () => {
    await page.route('**/bookmark', (route) => route.fulfill({ status: 500, json: {} }));
    await bookmark.click();
    await expectToast(page, 'Error', 'Failed to save the bookmark');
  });
});
