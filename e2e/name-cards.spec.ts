import { makePost } from '#features/forum/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { callAs } from './share.ts';
import { expect, test } from './world.ts';

test('a name shows its card after 700 ms, keeps it while the pointer is in it, and gives it up 300 ms later', async ({
  page,
  site,
}) => {
  const author = await site.member({ displayName: 'Mina Cardholder' });
  const settings = await (
    await fetch(`${site.url}/api/v1/profile-settings`, { headers: { cookie: author.cookie } })
  ).json();
  await callAs(site, author, 'PUT', '/profile-settings/profile', {
    ...(settings as { profile: object }).profile,
    bio: 'Bass, mostly. '.repeat(12),
  });
  const id = await makePost(site.ctx, author, { content: 'A card to look at' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/profile-cards|name-card/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`/forum/post/${id}`);
  const name = page.getByRole('article').getByRole('link', { name: 'Mina Cardholder' }).first();
  const card = page.getByRole('article', { name: 'Mina Cardholder' });
  await expect(name).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked, 'nothing of it is loaded ahead').toEqual([]);

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await name.hover();
  await page.clock.runFor(200);
  await expect.poll(() => asked.some((url) => url.includes('profile-cards')), 'asked for while it waits').toBe(true);
  await page.clock.runFor(490);
  await expect(card).toBeHidden();
  await page.clock.runFor(20);
  // What was loaded is drawn in steps of the same clock.
  const after = async (ms: number) => {
    await page.clock.runFor(ms);
    return await card.isVisible();
  };
  await expect.poll(() => after(1)).toBe(true);
  await expect(card.getByText(`@${author.username}`)).toBeVisible();
  await expect(card.getByText('Bass, mostly.')).toBeVisible();
  await expect(card.getByText(/\d XP$/)).toBeVisible();
  await expect(card.getByText(/^Joined/)).toBeVisible();
  await expect(card.getByText('Wanderer')).toBeVisible();

  await card.getByRole('link', { name: 'View Profile' }).hover();
  await page.clock.runFor(1000);
  await expect(card).toBeVisible();
  await page.mouse.move(5, 700);
  await page.clock.runFor(280);
  await expect(card).toBeVisible();
  await expect.poll(() => after(25)).toBe(false);
});

test('who passes over a name sees no card; Escape closes it, and a click follows the link', async ({
  page,
  site,
  axe,
}) => {
  const author = await site.member({ displayName: 'Passed By' });
  const id = await makePost(site.ctx, author, { content: `Greetings\n\nSigned @${author.username}` });
  await page.goto(`/forum/post/${id}`);
  const mention = page.locator('.prose .mention');
  const card = page.getByRole('article', { name: 'Passed By' });
  await page.waitForLoadState('networkidle');
  await mention.hover();
  await page.waitForTimeout(300);
  await page.mouse.move(5, 700);
  await page.waitForTimeout(900);
  await expect(card).toBeHidden();

  await test.step('a mention inside a text has one too', async () => {
    await mention.hover();
    await expect(card).toBeVisible();
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  });

  await test.step('and so has a link that is reached with the keyboard', async () => {
    await page.mouse.move(5, 700);
    await mention.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(card).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(card).toBeHidden();
  });

  await mention.hover();
  await expect(card).toBeVisible();
  await card.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`/profile/${author.username}`);
  await expect(card).toBeHidden();
});

test('a member who is gone is not found, and fingers get no card', async ({ page, site, open, allow }) => {
  allow(/status of 404/);
  const author = await site.member({ displayName: 'Soon Gone' });
  const id = await makePost(site.ctx, author, { content: 'Still here' });
  await page.goto(`/forum/post/${id}`);
  await page.route('**/api/v1/profile-cards/**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/json',
      json: { code: 'profile_not_found', status: 404, title: 'Error', detail: 'Profile not found' },
    }),
  );
  await page.getByRole('article').getByRole('link', { name: 'Soon Gone' }).first().hover();
  await expect(page.getByText('Profile not found')).toBeVisible();

  const phone = await open(null, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  await phone.goto(`/forum/post/${id}`);
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url()));
  const name = phone.getByRole('article').getByRole('link', { name: 'Soon Gone' }).first();
  await hydrated(phone);
  await name.dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true });
  await phone.waitForTimeout(1000);
  expect(asked.filter((url) => url.includes('profile-cards'))).toEqual([]);
  await name.tap();
  await expect(phone).toHaveURL(`/profile/${author.username}`);
});
