import { expect, test } from './world.ts';

test('a member without a connection gets a notice, and has the page by itself when it is back', async ({
  open,
  site,
  allow,
}) => {
  // The address that cannot be reached.
  allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/);
  const page = await open(await site.member(), { serviceWorkers: 'allow' });
  await page.goto('/forum');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  await page.goto('/uploads');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('What you have written is kept on this device.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible();
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
