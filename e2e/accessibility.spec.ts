import type { Page } from '@playwright/test';
import { drawPicture, makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { distinctWords, makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { expectStill, watchShifts } from './layout-shifts.ts';
import { picture, share, tone } from './share.ts';
import { expect, test } from './world.ts';

const markdown = [
  'Everything that text can be',
  '',
  'Bold **three takes**, `code`, a [link](https://example.org), ||a spoiler|| and @nobody.',
  '',
  '> Quoted words',
  '',
  '- [x] drums',
  '- [ ] bass',
  '',
  '| take | length |',
  '|---|---|',
  '| 1 | 3:20 |',
  '',
  '```js',
  'const tempo = 128;',
  '```',
].join('\n');

/** The checks change the viewport while a page still loads: the browser then takes another width than it preloaded. */
const preloadedForAnotherSize = /\.webp was preloaded using link preload but not used/;

// Each checks many pages, on its own: none waits for the other.
test.describe.configure({ mode: 'parallel' });

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const both = [wide, phone];

/**
 * For pages and states that `every-page.spec.ts` does not visit, and that no journey of their own checks.
 *
 * Checks the page on a phone, where nothing may reach over the edge and what is wide scrolls, in both themes. On a wide
 * screen too where more than the frame is laid out in another way: the frame is the same around every page.
 */
async function checkPage(
  page: Page,
  axe: (page: Page) => Promise<void>,
  where: string,
  sizes: readonly (typeof wide)[] = [phone],
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await test.step(`${where}, ${size.width} pixels wide`, () => axe(page));
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(over, `${where}: pixels over the edge at 360`).toBe(0);
}

test.describe('nothing stands in the way of anybody', () => {
  test('for a visitor', async ({ page, site, axe, allow }) => {
    test.setTimeout(420_000);
    allow(/status of 404/);
    allow(preloadedForAnotherSize);
    const author = await site.member({ displayName: 'Ada Reader' });
    const id = await makePost(site.ctx, author, { content: `${markdown}\n\n${distinctWords()}` });
    await makeReply(site.ctx, await site.member({ moderator: true }), id, { content: 'Nice, and *staff* says so.' });
    await share(site, author, { files: [await picture('cover.png', 800, 600), tone('loop.wav', 4)] });
    const image = await makeGalleryImage(site.ctx, author, { title: 'Desk at night', description: 'Two lamps.' });
    await page.setViewportSize(phone);
    for (const address of [
      `/profile/${author.username}?tab=uploads`,
      '/forum?category=nsfw',
      '/gallery?search=nothing-like-it',
      '/no/such/page',
      '/api/docs',
      '/dev/outbox',
    ]) {
      await page.goto(address);
      await checkPage(page, axe, address);
    }
    // In columns where there is room.
    for (const address of [`/forum/post/${id}`, `/gallery?image=${image}`, `/profile/${author.username}`]) {
      await page.goto(address);
      await checkPage(page, axe, address, both);
    }
    await page.goto('/auth');
    for (const name of ['Sign In', 'Sign Up', 'Reset Password']) {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
      await checkPage(page, axe, `/auth, ${name}`);
    }
  });

  test('for a member', async ({ page, site, axe, allow }) => {
    test.setTimeout(420_000);
    allow(/status of 404/);
    allow(preloadedForAnotherSize);
    const member = await site.member({ displayName: 'Ada Writer', adult: true });
    const id = await makePost(site.ctx, member, { content: `${markdown}\n\n${distinctWords()}` });
    await makePost(site.ctx, await site.member({ adult: true }), { category: 'nsfw' });
    await makeReply(site.ctx, await site.member(), id);
    // Words without a break, such as addresses.
    const poll = { question: `Tape or ${'w'.repeat(60)}?`, options: ['Tape', 'D'.repeat(60)], days: 1 as const };
    const shared = await share(site, member, { content: `${markdown}\n\n${distinctWords()}`, poll });
    await share(site, member, { isAdult: true });
    const waiting = await makeGalleryImage(site.ctx, member, { approved: false, isAdult: true });
    await site.signIn(page, member);
    await page.setViewportSize(phone);
    for (const address of [`/gallery?image=${waiting}`, '/no/such/page']) {
      await page.goto(address);
      await checkPage(page, axe, `${address} as a member`);
    }
    // The preview stands beside what is written.
    await page.setViewportSize(wide);
    await page.goto('/forum?compose=1');
    await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill(markdown);
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('strong')).toBeVisible();
    await checkPage(page, axe, 'the composer', both);
    await page.goto(`/forum/post/${id}`);
    await page.getByRole('button', { name: 'Write a reply' }).click();
    await expect(page.getByRole('textbox', { name: 'Your reply, in Markdown' })).toBeVisible();
    await checkPage(page, axe, 'a post with a reply begun');
    await page.goto(`/uploads/${shared}`);
    await page.getByRole('button', { name: 'Write a comment' }).click();
    await expect(page.getByRole('textbox', { name: 'Your comment, in Markdown' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('textbox', { name: /^Edit the upload/ })).toBeVisible();
    await checkPage(page, axe, 'an upload in editing, with a comment begun');
  });
});

test('on a phone the bar at the bottom is big enough for a thumb', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  const links = await page.getByRole('navigation', { name: 'Quick' }).getByRole('link').all();
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const box = await link.boundingBox();
    expect(box!.width).toBeGreaterThanOrEqual(44);
    expect(box!.height).toBeGreaterThanOrEqual(44);
    expect(box!.y + box!.height).toBeLessThanOrEqual(phone.height);
  }
});

for (const [who, size] of [
  ['a visitor', wide],
  ['a visitor', phone],
  ['a member', wide],
  ['a member', phone],
  ['an admin', phone],
] as const) {
  test(`nothing jumps while a page loads, for ${who} at ${size.width}`, async ({ page, site }) => {
    test.setTimeout(240_000);
    // A random name may fill its line with one font and wrap with the other.
    const author = await site.member({ admin: who === 'an admin', displayName: 'Ada Lind' });
    const id = await makePost(site.ctx, author, { content: `${markdown}\n\n${distinctWords()}` });
    for (let made = 0; made < 5; made++) await makeReply(site.ctx, author, id);
    for (const [width, height] of [
      [300, 200],
      [200, 300],
      [240, 240],
    ])
      await makeGalleryImage(site.ctx, await site.member(), { picture: await drawPicture(width, height) });
    await makeGalleryImage(site.ctx, author, { approved: false });
    await watchShifts(page);
    const upload = await share(site, author, {
      content: markdown,
      files: [await picture('one.png', 900, 700), await picture('two.png', 500, 900), tone('loop.wav', 4)],
    });
    await share(site, author, { files: [await picture('alone.png', 1600, 700)] });
    const addresses = [
      '/',
      '/uploads',
      `/uploads/${upload}`,
      '/community',
      '/members',
      '/leaderboards',
      '/spotify-showcase',
      '/ranks',
      '/forum',
      '/forum?category=image-board',
      '/gallery',
      `/forum/post/${id}`,
      `/profile/${author.username}`,
    ];
    if (who === 'a visitor') addresses.push('/auth');
    else {
      await site.signIn(page, author);
      addresses.push('/ranks/statement', '/settings/profile', '/settings/layout', '/forum/bookmarks', '/notifications');
      addresses.push('/forum?compose=1');
    }
    await page.setViewportSize(size);
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.evaluate(() => document.fonts.ready);
      await expectStill(page, address);
    }
  });
}

test('the parts of a profile arrive in the order in which they stand on a phone', async ({ page, site }) => {
  const author = await site.member();
  await makePost(site.ctx, author);
  await page.setViewportSize(phone);
  await page.goto(`/profile/${author.username}`);
  // A part that arrives before one above it is drawn too high, and jumps.
  const tops = await page
    .locator('.profile-page > *')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
});
