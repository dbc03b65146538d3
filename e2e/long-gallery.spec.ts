import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { drawPicture, makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { hydrated } from './hydrated.ts';
import { shiftsOn, watchShifts } from './layout-shifts.ts';
import { type TestSite, expect, test } from './world.ts';

const IMAGES = 5000;
/** Those that a word finds: twice what the page may have. Each page of twenty that is read on costs as much. */
const FOUND = 600;
const MOST_TILES = 300;
const shapes = [
  [60, 80],
  [80, 60],
  [60, 60],
  [40, 100],
  [100, 40],
] as const;

/** Some small pictures, each an image of the gallery. */
async function models(site: TestSite) {
  const owner = await site.member();
  const made = [];
  for (const [width, height] of shapes) {
    const id = await makeGalleryImage(site.ctx, owner, { picture: await drawPicture(width, height) });
    const [rendition] = (await filesOf(site.ctx.db, 'gallery_image', [id])).get(id)![0]!.renditions;
    const stored = await site.ctx.storage.read(rendition!.key);
    made.push({ id, contentType: rendition!.content_type, content: await buffer(stored!.body) });
  }
  return made;
}

/** Thousands of approved images, which are a handful of pictures under other names: rows and files, without transfers. */
async function fill(site: TestSite): Promise<void> {
  const there = await site.ctx.db.rows(sql`SELECT 1 FROM gallery_images`);
  if (there.length >= IMAGES) return; // The journeys of a file share their site.
  const some = await models(site);
  const copies = Array.from({ length: IMAGES - some.length }, (_, at) => {
    const id = newId(site.ctx.clock.now());
    return {
      id,
      at,
      title: at < FOUND ? `Lamp ${at}` : `Picture ${at}`,
      key: `gallery/${id}.webp`,
      model: some[(at * 7 + (at >> 3)) % some.length]!,
    };
  });
  // Nobody reads on to the others.
  await Promise.all(
    copies
      .slice(0, FOUND)
      .map(({ key, model }) => site.ctx.storage.put(key, model.content, { contentType: model.contentType })),
  );
  const list = JSON.stringify(copies.map(({ model, ...copy }) => ({ ...copy, of: model.id })));
  const named = sql`jsonb_to_recordset(${list}::jsonb) AS n(id uuid, at int, title text, key text, of uuid)`;
  await site.ctx.db.tx(async (tx) => {
    await tx.rows(sql`
      INSERT INTO gallery_images (id, state, submit_id, created_at, title, description, search_text, uploader_id, file_id,
        file_size, file_type, is_adult)
      SELECT n.id, g.state, n.id, g.created_at - n.at * interval '1 second', n.title, '', lower(n.title), g.uploader_id, n.id,
        g.file_size, g.file_type, false
      FROM ${named} JOIN gallery_images g ON g.id = n.of`);
    await tx.rows(sql`
      INSERT INTO file_renditions (file_id, name, key, content_type, bytes, width, height)
      SELECT n.id, r.name, n.key, r.content_type, r.bytes, r.width, r.height
      FROM ${named} JOIN gallery_images g ON g.id = n.of JOIN file_renditions r ON r.file_id = g.file_id`);
    await tx.rows(sql`
      INSERT INTO files SELECT (jsonb_populate_record(f,
        jsonb_build_object('id', n.id, 'content_id', n.id, 'key', n.key || '.original'))).*
      FROM ${named} JOIN gallery_images g ON g.id = n.of JOIN files f ON f.id = g.file_id`);
  });
}

interface Seen {
  /** The most tiles there were. */
  tiles: number;
}

/** Runs in the page. */
function watchTiles(): void {
  const seen: Seen = { tiles: 0 };
  Object.assign(window, { seen });
  new MutationObserver(() => {
    seen.tiles = Math.max(seen.tiles, document.querySelectorAll('.tile').length);
  }).observe(document, { childList: true, subtree: true });
}
const seenIn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
const tiles = (page: Page) => page.getByRole('list', { name: 'Images' }).getByRole('listitem');
/** Which images of the list are in the window, by their place from 1. */
const placesInView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-posinset]')]
      .filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })
      .map((cell) => Number(cell.getAttribute('aria-posinset'))),
  );

/** The same, once they are the same in two frames with a pause between them: a scroll that was asked for is over. */
async function settledPlaces(page: Page): Promise<number[]> {
  let [before, now]: [number[], number[]] = [[], []];
  do {
    before = now;
    await page.waitForTimeout(500);
    now = await placesInView(page);
  } while (now.length === 0 || now.join() !== before.join());
  return now;
}

/** Scrolls by half a window until the list is at its end. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isAtEnd = () => Number(document.querySelector('[aria-posinset]')?.getAttribute('aria-setsize') ?? -1) > 0;
    while (!isAtEnd()) {
      scrollBy({ top: innerHeight / 2, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
  });
}
const scrollTo = (page: Page, part: number) =>
  page.evaluate(
    (to) => window.scrollTo({ top: document.documentElement.scrollHeight * to, behavior: 'instant' }),
    part,
  );
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('a long gallery has at most 300 images in the page, and nothing moves while it is read', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000);
  await fill(site);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(watchTiles);
  await watchShifts(page);
  await page.goto('/gallery?search=lamp');
  await hydrated(page);
  await expect(tiles(page)).toHaveCount(20);
  await expect(tiles(page).first()).toHaveAttribute('aria-setsize', '-1');

  await readToTheEnd(page);
  await scrollTo(page, 1);
  await expect(tiles(page).last()).toHaveAttribute('aria-posinset', String(FOUND));
  await expect(tiles(page).last()).toHaveAttribute('aria-setsize', String(FOUND));
  const height = await heightOf(page);

  await test.step('what is left empty is as tall as its images', async () => {
    for (const part of [0.7, 0.31, 0.5]) {
      await scrollTo(page, part);
      await expect.poll(() => placesInView(page)).not.toEqual([]);
      const places = await placesInView(page);
      // A tall image is seen longer than the smaller ones after it; a grid without its images would miss dozens.
      const steps = places.slice(1).map((place, at) => place - places[at]!);
      expect(Math.max(...steps)).toBeLessThan(20);
      expect(places.length).toBeGreaterThan(10);
      expect(Math.abs(places[0]! / FOUND - part)).toBeLessThan(0.03);
      expect(await heightOf(page)).toBe(height);
    }
  });

  await test.step('the keyboard goes on where it was, also from far away', async () => {
    const [, place] = await placesInView(page);
    await page.locator(`[aria-posinset="${place}"] a`).focus();
    await scrollTo(page, 0);
    await expect(page.locator('[aria-posinset="1"]')).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.locator(`[aria-posinset="${place! + 1}"] a`)).toBeFocused();
    await expect(page.locator(`[aria-posinset="${place! + 1}"]`)).toBeInViewport();
    // As long as a hundred rows would take: nothing that is reached by the keyboard is missing.
    for (let steps = 0; steps < 100; steps++) await page.keyboard.press('Tab');
    await expect(page.locator(`[aria-posinset="${place! + 101}"] a`)).toBeFocused();
  });

  await test.step('a narrow window has fewer columns, and no more images', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await scrollTo(page, 0.4);
    await expect.poll(() => placesInView(page)).not.toEqual([]);
    const places = await placesInView(page);
    expect(Math.abs(places[0]! / FOUND - 0.4)).toBeLessThan(0.03);
  });

  const { tiles: most } = await seenIn(page);
  // The bar over the page is laid out again when the window becomes narrow; the list is what is tested here.
  expect((await shiftsOn(page)).filter(({ isInMain }) => isInMain)).toEqual([]);
  expect(most).toBeGreaterThan(60);
  expect(most).toBeLessThanOrEqual(MOST_TILES);
});

test('going back to the middle of a long gallery shows the same images', async ({ page, site }) => {
  test.setTimeout(180_000);
  await fill(site);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/gallery');
  await hydrated(page);
  await page.evaluate(async () => {
    const isFar = () => [...document.querySelectorAll('[aria-posinset="300"]')].length > 0;
    while (!isFar()) {
      scrollBy({ top: innerHeight / 2, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
  });
  const before = await settledPlaces(page);
  const height = await heightOf(page);
  const members = page.getByRole('link', { name: 'Members', exact: true });
  const heading = page.getByRole('heading', { level: 1, name: 'Members' });

  await test.step('while the other page is still loading', async () => {
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/members/, async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined); // It may be given up by then.
    });
    await members.click();
    await expect(heading).toBeVisible();
    await page.goBack();
    await expect(tiles(page)).not.toHaveCount(0);
    held.resolve();
    await page.unroute(/\/api\/v1\/members/);
    await expect.poll(() => placesInView(page)).toEqual(before);
    expect(await heightOf(page)).toBe(height);
  });

  await test.step('from the other page', async () => {
    await members.click();
    await expect(heading).toBeVisible();
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible();
    await page.goBack();
    await expect.poll(() => placesInView(page)).toEqual(before);
    expect(await heightOf(page)).toBe(height);
  });
});
