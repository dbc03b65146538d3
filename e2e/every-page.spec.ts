import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { distinctWords, makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { tabGroups } from '#features/staff/web/tabs.ts';
import { sections } from '#features/customization/web/sections.ts';
import { expectStill, watchShifts } from './layout-shifts.ts';
import { callAs, picture, share, tone } from './share.ts';
import { everyFault, expect, test, type FixtureMember, type TestSite } from './world.ts';

/**
 * A page is loaded once at one of these widths, the next page at the next one. `EVERY_WIDTH=1` checks every page at
 * each.
 */
const widths = [360, 768, 1440, 1920];
const isThorough = process.env['EVERY_WIDTH'] !== undefined;

const missingId = '01a20432-d785-7fbf-bd23-525cdcafd4e6';

/** What is on the site while its pages are looked at. @returns the addresses of one thing of each kind */
async function fill(site: TestSite, author: FixtureMember): Promise<Record<string, string>> {
  const post = await makePost(site.ctx, author, { content: `Two takes of one loop\n\n${distinctWords()}` });
  for (let made = 0; made < 4; made++) await makeReply(site.ctx, author, post);
  const other = await site.member({ displayName: 'Olga Fern', adult: true });
  await makePost(site.ctx, other, { category: 'nsfw' });
  const image = await makeGalleryImage(site.ctx, other, { title: 'Desk at night', description: 'Two lamps.' });
  await makeGalleryImage(site.ctx, other, { approved: false, title: 'Waiting' });
  const upload = await share(site, author, { files: [await picture('one.png', 900, 700), tone('loop.wav', 4)] });
  const kinds = {
    songs: 'song',
    drumkits: 'drumkit',
    'editing-packs': 'editing_pack',
    leaks: 'leak',
    sets: 'set',
  } as const;
  const items: Record<string, string> = {};
  for (const [path, kind] of Object.entries(kinds)) items[path] = `/${path}/${await makeItem(site.ctx, kind, author)}`;
  await makeItem(site.ctx, 'self_promotion_post', other);
  const party = await callAs(site, author, 'POST', '/parties', { name: 'Night session', submitId: randomUUID() });
  await site.settle();
  return {
    post: `/forum/post/${post}`,
    image: `/gallery?image=${image}`,
    upload: `/uploads/${upload}`,
    party: `/listening-party/${party.id}`,
    profile: `/profile/${author.username}`,
    ...items,
  };
}

const lists = [
  '/',
  '/uploads',
  '/community',
  '/members',
  '/leaderboards',
  '/spotify-showcase',
  '/ranks',
  '/forum',
  '/forum?category=image-board',
  '/gallery',
  '/songs',
  '/drumkits',
  '/editing-packs',
  '/leaks',
  '/self-promotion',
  '/sets',
  '/listening-parties',
  '/search?q=loop',
  '/announcements',
  '/upgrades',
  '/legal/terms',
  '/legal/privacy',
  '/legal/rules',
  '/legal/takedown',
  '/legal/transparency',
];

const ofMembers = [
  '/',
  '/uploads',
  '/forum?compose=1',
  '/forum/bookmarks',
  '/friends',
  '/notifications',
  '/secret-links',
  '/decisions',
  '/ranks/statement',
  '/settings',
  ...sections.map(({ key }) => `/settings/${key}`),
  '/settings/account',
  '/songs',
  '/sets',
  '/self-promotion',
  '/listening-parties',
  '/search?q=loop',
  '/welcome',
];

const ofStaff = tabGroups.flatMap(({ tabs }) => tabs.map(({ key }) => `/admin/${key}`));

interface Measured {
  readonly title: string;
  readonly main: number;
  readonly twiceCurrent: readonly string[];
}

const measure = (page: Page): Promise<Measured> =>
  page.evaluate(() => ({
    title: document.title,
    main: document.querySelectorAll('h1').length,
    twiceCurrent: [...document.querySelectorAll('nav, [role=tablist]')]
      .filter((list) => list.querySelectorAll('[aria-current]').length > 1)
      .map((list) => `${list.getAttribute('aria-label')}: ${list.querySelectorAll('[aria-current]').length}`),
  }));

/** How far a page reaches over the right edge of a phone on which letters have twice their size. */
async function overEnlarged(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  const over = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const far = [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}.${element.getAttribute('class')?.slice(0, 60)}`);
    return [`${scrollWidth - clientWidth} pixels`, ...far.slice(-3)];
  });
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return over;
}

for (const who of ['a visitor', 'a member', 'an admin'] as const) {
  test(`every page for ${who} is in order, at any width and with letters of twice their size`, async ({
    page,
    site,
    allow,
  }) => {
    test.setTimeout(isThorough ? 1_800_000 : 600_000);
    allow(/was preloaded using link preload but not used/);
    const author = await site.member({ displayName: 'Ada Lind', admin: who === 'an admin', adult: true });
    const one = await fill(site, author);
    if (who !== 'a visitor') await site.signIn(page, author);
    const things = Object.values(one);
    const addresses =
      who === 'a visitor' ? [...lists, ...things, '/auth'] : who === 'a member' ? [...ofMembers, ...things] : ofStaff;
    await watchShifts(page);
    for (const [index, address] of addresses.entries()) {
      for (const width of isThorough ? widths : [widths[index % widths.length]!]) {
        await test.step(`${address} at ${width}`, async () => {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(address, { waitUntil: 'networkidle' });
          await page.evaluate(() => document.fonts.ready);
          const { title, main, twiceCurrent } = await measure(page);
          const where = `${address} at ${width} for ${who}`;
          await expectStill(page, where);
          expect.soft(title, `${where}: title`).toMatch(/^(Looproom|.+ · Looproom)/);
          expect.soft(main, `${where}: main headings`).toBe(1);
          expect.soft(twiceCurrent, `${where}: current twice`).toEqual([]);
          // A fixed bar covers a part of what it stands over until the page is scrolled.
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height: Math.min(height + 200, 6000) });
          expect.soft(await everyFault(page), where).toEqual([]);
          const over = await overEnlarged(page);
          expect.soft(over, `${where}: over the edge`).toEqual([]);
        });
      }
    }
  });
}

test('the title of a page that is not there says what is missing', async ({ page, site, allow }) => {
  test.setTimeout(180_000);
  allow(/status of 404/);
  await site.signIn(page, await site.member({ admin: true }));
  for (const [address, missing] of [
    ['/no/such/page', 'Page not found'],
    ['/legal/nothing', 'Page not found'],
    ['/pages/Not-A-Key', 'Page not found'],
    [`/forum/post/${missingId}`, 'Post not found'],
    [`/uploads/${missingId}`, /^(Upload|Post) not found/],
    ['/profile/nobody_at_all', /^(Profile|User|Member) not found/],
    [`/listening-party/${missingId}`, /^(Listening p|P)arty not found/],
    [`/gallery?image=${missingId}`, 'Image not found'],
    [`/songs/${missingId}`, 'Song not found'],
    [`/drumkits/${missingId}`, 'Drumkit not found'],
    [`/editing-packs/${missingId}`, 'Editing pack not found'],
    [`/leaks/${missingId}`, 'Leak not found'],
    [`/self-promotion/${missingId}`, /^(Self-promotion p|P)ost not found/],
    [`/sets/${missingId}`, 'Set not found'],
    [`/decisions/${missingId}`, 'Page not found'],
    [`/legal/complaints/${missingId}`, 'Page not found'],
    ['/admin/no-such-tab', 'Page not found'],
    [`/admin/users/${missingId}`, 'User not found'],
    ['/admin/users/nobody', 'User not found'],
    ['/s/nosuchtoken', /^Link not found/],
  ] as const) {
    await page.goto(address);
    await expect.soft(page, address).toHaveTitle(typeof missing === 'string' ? `${missing} · Looproom` : missing, {
      timeout: 2000,
    });
    await expect.soft(page.getByRole('heading', { level: 1 }), address).toHaveCount(1, { timeout: 2000 });
  }
});
