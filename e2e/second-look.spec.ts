import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { banWord } from '#content/moderation/server/words/words.ts';
import { hydrated } from './hydrated.ts';
import { listens } from './listens.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test('the menu counts requests for friendship, and counts them down when one is answered', async ({
  open,
  site,
  axe,
}) => {
  const [asked, asking] = [await site.member(), await site.member({ displayName: 'Ari Request' })];
  const page = await open(asked);
  await page.goto('/ranks');
  await hydrated(page);
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Friends/ });
  await expect(entry).toHaveAccessibleName('Friends');
  const other = await open(asking);
  await other.goto(`/profile/${asked.username}`);
  await other.getByRole('button', { name: 'Add Friend' }).click();
  await expect(entry).toHaveAccessibleName('Friends 1 request');
  await axe(page);
  await page.goto('/friends?tab=pending');
  await expect(entry).toHaveAccessibleName('Friends 1 request');
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await expect(entry).toHaveAccessibleName('Friends');
});

test('the home page lists the newest twelve members', async ({ page, site }) => {
  const made: string[] = [];
  for (let at = 0; at < 13; at++) made.push((await site.member({ displayName: `Newcomer ${at}` })).username);
  site.ctx.pages.drop();
  await page.goto('/');
  const members = page.getByRole('region', { name: 'Community' }).or(page.getByRole('complementary'));
  await expect(members.getByRole('link', { name: /^Newcomer \d+$/ })).toHaveCount(12);
  await expect(members.getByRole('link', { name: 'Newcomer 12', exact: true })).toBeVisible();
  await expect(members.getByRole('link', { name: 'Newcomer 0', exact: true })).toHaveCount(0);
});

test('a password cannot be changed without a session, in the specified words', async ({ page, site, allow }) => {
  allow('status of 401');
  const member = await site.member();
  await site.signIn(page, member);
  // A socket that opens without the cookie would end the page's session before the form does.
  const heard = listens(page, `viewer:${member.profileId}`);
  await page.goto('/settings/account');
  await heard;
  await page.context().clearCookies();
  const form = page.locator('form:has([name=current])');
  await form.getByLabel('Current password').fill('a wrong old one');
  await form.getByLabel('New password').fill('three words apart');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Auth session missing!', { exact: true }).first()).toBeVisible();
});

test('an image with a banned word is blocked in the specified words', async ({ page, site, allow }) => {
  allow('status of 403');
  await banWord(site.ctx, null, { word: 'zwackelmann', action: 'refuse' });
  await site.signIn(page, await site.member());
  await page.goto('/gallery');
  await page.getByRole('button', { name: 'Upload Image' }).click();
  const form = page.getByRole('dialog', { name: 'Upload Image' });
  const picture = { name: 'desk.png', mimeType: 'image/png', buffer: await drawPicture(64, 48) };
  await form.getByTestId('image-input').setInputFiles(picture);
  await form.getByRole('textbox', { name: 'Title' }).fill('The zwackelmann');
  await expect(form.getByText('Ready')).toBeVisible();
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
  await expectToast(page, 'Content Blocked', 'Your content was flagged by our spam filter');
});

test('on a phone a toast leaves the bars free', async ({ open, site }) => {
  const page = await open(await site.member(), { viewport: { width: 360, height: 740 } });
  await page.goto('/forum?compose=1');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const toast = page.locator('.toast').first();
  await expect(toast).toBeVisible();
  const box = (await toast.boundingBox())!;
  const top = (await page.getByRole('banner').boundingBox())!;
  const bottom = (await page.getByRole('navigation', { name: 'Quick' }).boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  expect(box.y).toBeGreaterThanOrEqual(top.y + top.height);
  expect(box.y + box.height).toBeLessThanOrEqual(bottom.y);
});
