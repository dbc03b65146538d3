import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { expect, test } from './world.ts';

for (const [where, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['on a phone', { width: 360, height: 740 }],
] as const)
  test(`toasts that stack are reached and put away by the keyboard, and read out once, ${where}`, async ({
    site,
    open,
    allow,
    axe,
  }) => {
    allow(/net::ERR_FAILED/);
    const id = await makePost(site.ctx, await site.member());
    await makeReply(site.ctx, await site.member(), id);
    const page = await open(await site.member(), { viewport });
    await page.goto(`/forum/post/${id}`);
    await page.route('**/api/v1/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    const post = page.getByRole('article').first();
    const toasts = page.getByRole('region', { name: 'Notifications' }).locator('.toast:not([data-limited])');
    const failed = ['Failed to save the bookmark', 'Failed to change watching', 'Failed to save your reaction'];
    await post.getByRole('button', { name: 'Bookmark', exact: true }).click();
    await post.getByRole('button', { name: 'Watch', exact: true }).click();
    await post.getByRole('button', { name: 'Fire', exact: true }).click();
    for (const text of failed) await expect(toasts.filter({ hasText: text })).toBeVisible();
    // Pointed at, they stay.
    await toasts.last().hover();
    await axe(page);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/toasts-${viewport.width}.png` });
    // Screen readers find them as well: nothing that takes the focus is hidden from them.
    for (const text of failed) await expect(page.getByRole('dialog').filter({ hasText: text })).toBeVisible();
    // Each is said at once by an alert beside it, and by that alone: the toast itself is not read out on its own.
    for (const text of failed) await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(1);
    for (const toast of await toasts.all()) await expect(toast).toHaveAttribute('aria-live', 'off');
    for (let left = failed.length; left > 0; left--) {
      await toasts.first().getByRole('button', { name: 'Dismiss' }).press('Enter');
      await expect(toasts).toHaveCount(left - 1);
    }
    // Over a dialog they stand beside it, not on its controls.
    await post.getByRole('button', { name: 'More about this post' }).click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report this post' });
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(toasts).toHaveCount(1);
    await toasts.hover();
    await expect
      .poll(async () => {
        const [toast, form] = [(await toasts.boundingBox())!, (await dialog.boundingBox())!];
        return (
          toast.y >= 0 &&
          (toast.y + toast.height <= form.y || toast.x >= form.x + form.width || toast.y >= form.y + form.height)
        );
      })
      .toBe(true);
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/toast-dialog-${viewport.width}.png` });
  });
