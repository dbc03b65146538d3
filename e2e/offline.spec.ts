import { expect, test } from './world.ts';

test('a member without a connection is told so, and has the page by itself when it is back', async ({
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
