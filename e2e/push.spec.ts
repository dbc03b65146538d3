import type { Page } from '@playwright/test';
import { expect, test } from './world.ts';

/**
 * A browser without a window has no push service and shows nothing: consent and subscription are made up, all else is
 * real.
 */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const text = (bytes: number): string => {
      const letters = btoa(String.fromCharCode(4, ...crypto.getRandomValues(new Uint8Array(bytes - 1))));
      return letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
    PushManager.prototype.getSubscription = () => Promise.resolve(null);
    PushManager.prototype.subscribe = () =>
      Promise.resolve({
        toJSON: () => ({
          endpoint: `https://fcm.googleapis.com/fcm/send/${text(12)}`,
          keys: { p256dh: text(65), auth: text(16) },
        }),
      } as unknown as PushSubscription);
  });
}

test('a browser turns on push notifications, is listed, chooses kinds, and stops', async ({ open, site, axe }) => {
  const member = await site.member();
  const page = await open(member, { serviceWorkers: 'allow' });
  await withPushService(page);
  await page.goto('/settings/account#notifications');
  const card = page.getByRole('region', { name: 'On your devices' });
  const replies = page.getByRole('checkbox', { name: 'Replies to you, on your devices' });
  await expect(replies).toBeDisabled();
  await card.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  await expect(card.getByText('Chrome on Linux (this one)')).toBeVisible();
  await replies.click();
  await expect(replies).not.toBeChecked();
  await axe(page);
  await page.reload();
  await expect(card.getByText('Chrome on Linux (this one)')).toBeVisible();
  await expect(replies).not.toBeChecked();
  await card.getByRole('button', { name: 'Turn off on Chrome on Linux' }).click();
  await expect(card.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible();
  await expect(replies).toBeDisabled();
});

test('a reader who has denied the permission sees where to change that', async ({ open, site }) => {
  const page = await open(await site.member(), { serviceWorkers: 'allow' });
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.goto('/settings/account#notifications');
  await expect(page.getByText('Notifications are blocked for this site.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeHidden();
});
