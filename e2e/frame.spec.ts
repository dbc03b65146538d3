import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type SharingKind, sharingKinds, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { distinctWords, makePost } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

test.describe.configure({ mode: 'parallel' });

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };

/** A thing of each shared type, published. */
async function itemsOf(site: TestSite): Promise<Record<SharingKind, string>> {
  const made: Partial<Record<SharingKind, string>> = {};
  for (const kind of sharingKinds) {
    made[kind] = await makeItem(site.ctx, kind, await site.member(), {
      tags: 'one, two',
      description: distinctWords(),
    });
    if (sharingTypes[kind].isApproved)
      await site.ctx.db.rows(sql`UPDATE self_promotion_posts SET state = 'published' WHERE id = ${made[kind]}`);
  }
  site.ctx.pages.drop();
  return made as Record<SharingKind, string>;
}

/** Addresses of the routes without a title at the common edge, each with its reason. */
const elsewhere: Readonly<Record<string, string>> = {
  '/': 'its title is for screen readers',
  '/auth': 'a form alone',
  '/welcome': 'a form alone',
  '/unsubscribe': 'a sentence alone',
  '/payment-success': 'a sentence alone',
  '/admin': 'leads on',
  '/settings': 'leads on',
  '/profile': 'leads on',
  '/forum/$postId': 'leads on',
  '/profile/$username': 'the name stands under the portrait',
  '/listening-party/$partyId': 'a room has a head of its own',
  '/s/$token': 'opened by its link alone',
  '/legal/accept': 'leads on where the terms are accepted',
  '/legal/takedown/confirm': 'opened by a mail',
  '/legal/takedown/court': 'opened by a mail',
  '/legal/complaints/$complaintId': 'opened by a mail',
  '/decisions/$decisionId': 'needs a decision',
};

/** Every address of a page, as its route file names it. */
const addresses = readdirSync(path.join(import.meta.dirname, '../site/web/routes'))
  .filter((file) => /^[a-z].*\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\.tsx$/, '').replaceAll('.', '/')}`.replace(/\/index$/, '') || '/')
  .toSorted();

/** Where the words of the page's title begin. */
const titleOf = (page: Page) =>
  page.locator('main h1').evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    const { left, top } = words.getBoundingClientRect();
    return { left: Math.round(left), top: Math.round(top) };
  });

test('the title of every page begins at one left edge, and stays where it is from one page of the menu to the next', async ({
  open,
  site,
}) => {
  test.setTimeout(420_000);
  const admin = await site.member({ admin: true, adult: true });
  await setSiteSetting(site.ctx, 'ownPages', 'about: About us');
  const items = await itemsOf(site);
  const ids: Readonly<Record<string, string>> = {
    '/forum/post/$postId': await makePost(site.ctx, admin),
    '/uploads/$uploadId': await share(site, admin, { files: [tone('loop.wav', 4)] }),
    '/admin/users/$profileId': admin.profileId,
    '/legal/$textKey': 'terms',
    '/pages/$pageKey': 'about',
    ...Object.fromEntries(sharingKinds.map((kind) => [`${sharingTypes[kind].path}/$itemId`, items[kind]])),
  };
  const expected = { 1440: 280, 1920: 392 };
  const waiting = [...new Set(addresses)].filter((address) => !(address in elsewhere)).values();
  const tops = new Map<string, number>();
  const measure = async (): Promise<void> => {
    const page = await open(admin);
    for (const address of waiting) {
      const to = address.includes('$') ? address.replace(/\$\w+$/, ids[address] ?? 'missing') : address;
      await page.goto(to);
      for (const [width, left] of Object.entries(expected)) {
        await page.setViewportSize({ width: Number(width), height: 900 });
        await expect.poll(async () => (await titleOf(page)).left, { message: `${to} at ${width} px` }).toBe(left);
      }
      tops.set(address, (await titleOf(page)).top);
    }
    await page.close();
  };
  await Promise.all([measure(), measure(), measure()]);
  // Pages of the menu: no way back stands above their title.
  const inMenu = [...tops].filter(([address]) => /^\/[\w-]+$/.test(address)).map(([, top]) => top);
  expect(inMenu.length).toBeGreaterThan(15);
  expect(Math.max(...inMenu) - Math.min(...inMenu)).toBeLessThanOrEqual(4);
});

/** Lists with their first card, and how far down a phone it may begin. */
const lists: readonly (readonly [address: string, card: string, most: number])[] = [
  ['/forum', '[aria-label="Posts"] li', 190],
  ['/uploads', '[aria-label="Uploads"] article', 330],
  ...sharingKinds.map((kind) => [sharingTypes[kind].path, 'main article', 290] as const),
  ['/gallery', 'main .tile', 220],
  ['/spotify-showcase', '[aria-label="Artists by followers"] li', 290],
  ['/members', '[aria-label="Members"] li', 330],
  ['/leaderboards', 'main ol li', 220],
  ['/search?q=loop', '[aria-label="Results"] li', 240],
];

/** Rows in which the controls of a list stand above its first card. */
const controlRows = (page: Page, card: string) =>
  page.evaluate((selector) => {
    const first = document.querySelector(selector)!.getBoundingClientRect().top;
    const controls = document.querySelectorAll(
      'main :is([role="search"] input, .chip, .fold-button, .drop-area, select, nav[aria-label="Order"] a)',
    );
    const boxes = [...controls]
      .filter((control) => control.closest('header, dialog') === null)
      .map((control) => control.getBoundingClientRect())
      .filter(({ height, bottom }) => height > 0 && bottom <= first + 1)
      .toSorted((one, other) => one.top - other.top);
    let rows = 0;
    let end = -Infinity;
    for (const { top, bottom } of boxes) {
      if (top >= end) rows++;
      end = Math.max(end, bottom);
    }
    return { rows, first: Math.round(first + scrollY) };
  }, card);

test('a phone shows one row of controls, then the first card of a list', async ({ page, site, axe }) => {
  test.setTimeout(240_000);
  const member = await site.member({ adult: true });
  await itemsOf(site);
  const author = await site.member();
  await makePost(site.ctx, author, { content: `A loop for the search ${randomUUID()}` });
  await share(site, author, { files: [tone('loop.wav', 4)] });
  await makeGalleryImage(site.ctx, author);
  await site.ctx.db.rows(sql`
    INSERT INTO spotify_showcases (id, user_id, artist_id, artist_name, followers_count, monthly_listeners, typed_followers, created_at, updated_at)
    VALUES (${randomUUID()}, ${author.userId}, '4Z8W4fKeB5YxbusRsdQVPb', 'Halfmoon', 10, 20, 10, now(), now())`);
  await site.settle();
  await site.signIn(page, member);
  await page.setViewportSize(phone);
  for (const [address, card, most] of lists) {
    await page.goto(address);
    await expect(page.locator(card).first(), address).toBeVisible();
    const { rows, first } = await controlRows(page, card);
    expect.soft(rows, `rows of controls at ${address}`).toBeLessThanOrEqual(1);
    expect.soft(first, `the first card at ${address}`).toBeLessThanOrEqual(most);
  }

  // What is folded away is one press away, and counted where it narrows the list.
  await page.goto('/songs?type=soundcloud');
  const filters = page.getByRole('button', { name: 'Filters (1)' });
  const types = page.getByRole('group', { name: 'Type' });
  await expect(types).toBeHidden();
  await filters.click();
  await expect(types).toBeVisible();
  await axe(page);
  await types.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL('/songs');
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toHaveAttribute('aria-expanded', 'true');
  await page.setViewportSize(desk);
  await expect(types).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden();
});

test('without scripts the filters of a list are there on a phone', async ({ open, site, allow }) => {
  allow(/csp$/);
  await itemsOf(site);
  const page = await open(null, { javaScriptEnabled: false, viewport: phone });
  await page.goto('/songs');
  await expect(page.getByRole('group', { name: 'Type' })).toBeVisible();
  await expect(page.locator('.fold-button')).toBeHidden();
});

const light = { enabled: true, file_id: null, glow_enabled: true, glow_color: '#00ffff', glow_intensity: 20 };

/** Posts as a lively forum has them: pinned, under a banner's light, locked, by names that glow, with long titles. */
async function livelyForum(site: TestSite): Promise<Record<'plain' | 'pinned' | 'banner' | 'name', string>> {
  const make = async (by: FixtureMember, title: string, isLocked = false) =>
    await makePost(site.ctx, by, {
      content: `${title} ${randomUUID()}\n\n${distinctWords()}`,
      isLocked,
    });
  const glowing = await site.member({ admin: true });
  await site.ctx.db.rows(sql`
    UPDATE profiles SET name_style = ${JSON.stringify({ glow_color: '#00ffff', glow_intensity: 20 })}::jsonb WHERE id = ${glowing.profileId}`);
  const ids = {
    plain: await make(await site.member(), 'A plain post'),
    pinned: await make(await site.member(), 'A pinned post'),
    banner: await make(await site.member(), 'A post with a light'),
    name: await make(glowing, 'A post by a name that glows'),
  };
  for (let made = 0; made < 8; made++)
    await make(await site.member(), `Number ${made} of the posts, with a title as long as titles are`, made === 3);
  await site.ctx.db.rows(sql`UPDATE forum_posts SET is_pinned = true WHERE id = ${ids.pinned}`);
  await site.ctx.db.rows(
    sql`UPDATE forum_posts SET custom_banner = ${JSON.stringify(light)}::jsonb WHERE id = ${ids.banner}`,
  );
  site.ctx.pages.drop();
  return ids;
}

test('nine posts of the forum stand on a screen of 1440 by 900, and none is louder than a pinned one', async ({
  page,
  site,
}) => {
  const ids = await livelyForum(site);
  await site.signIn(page, await site.member());
  await page.setViewportSize(desk);
  await page.goto('/forum');
  const rows = page.locator('[aria-label="Posts"] li');
  await expect(rows.nth(9)).toBeAttached();
  const whole = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(whole).toBeGreaterThanOrEqual(9);

  // What is left without words and pictures is light: how far it is from the list's own surface.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '[aria-label="Posts"] * { color: transparent !important; transition: none !important; } [aria-label="Posts"] :is(img, svg) { visibility: hidden; }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    const surface = await page
      .locator('[aria-label="Posts"]')
      .evaluate((list) => getComputedStyle(list).backgroundColor.match(/\d+/g)!.slice(0, 3).map(Number));
    const loudness = async (id: string): Promise<number> => {
      const row = rows.filter({ has: page.locator(`a[href="/forum/post/${id}"]`) });
      const { data, info } = await sharp(await row.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      let sum = 0;
      for (let at = 0; at < data.length; at++) sum += Math.abs(data[at]! - surface[at % info.channels]!);
      return sum / (info.width * info.height);
    };
    const plain = await loudness(ids.plain);
    const pinned = (await loudness(ids.pinned)) - plain;
    expect(pinned, theme).toBeGreaterThan(0);
    for (const id of [ids.banner, ids.name]) expect((await loudness(id)) - plain, theme).toBeLessThan(pinned);
    expect((await loudness(ids.banner)) - plain, theme).toBeGreaterThan(0.5);
  }
});
