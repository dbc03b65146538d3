import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { distinctWords, makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { hydrated } from './hydrated.ts';
import { type TestSite, expect, test } from './world.ts';

const phone = { width: 360, height: 780 };

/** A forum and a feed with long names and titles; a member who reads them. */
async function filled(site: TestSite) {
  const mark = randomUUID().slice(0, 8);
  const author = await site.member({ displayName: 'Bartholomew Longname' });
  const post = await makePost(site.ctx, author, {
    content: `Anyone else using headphones for mastering ${mark}\n\nSome words about it that fill a line and a bit more: ${distinctWords()}`,
  });
  await makeReply(site.ctx, author, post);
  await makeUpload(site.ctx, author, {
    content: `Feedback on this loop please ${mark}\n\nIt goes round and round: ${distinctWords()}`,
  });
  return { author, post, mark };
}

test('with letters of twice the size on a phone no title breaks apart, and nothing scrolls sideways', async ({
  open,
  site,
}) => {
  const { author, post } = await filled(site);
  const sound = await makeSound(site.ctx, author);
  const track = await makeUpload(site.ctx, author, { content: 'A loop for the headphones', fileIds: [sound] });
  const [file] = await site.ctx.db.rows<{ track_id: string }>(
    sql`SELECT id AS track_id FROM upload_files WHERE upload_id = ${track}`,
  );
  await makeComment(site.ctx, author, track, {
    content: 'The first two bars could be shorter, or gone.',
    at: { trackId: file!.track_id, ms: 200 },
  });
  for (const reader of [null, author]) {
    const page = await open(reader, { viewport: phone });
    const all = ['/forum', '/', `/forum/post/${post}`, '/uploads', `/uploads/${track}`];
    for (const address of reader ? [...all, '/forum?compose=1'] : all) {
      await page.goto(address);
      await hydrated(page);
      // What comes later than the page.
      if (address.includes('compose')) await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
      if (reader && address.endsWith(track))
        await expect(page.getByRole('button', { name: 'Upload a new version' })).toBeVisible();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
      const found = await page.evaluate(() => {
        const root = document.documentElement;
        const broken: string[] = [];
        for (const title of document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)')) {
          const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              // What is cut off at the end of a short title is not seen.
              const end = node.parentElement!.getBoundingClientRect().bottom + 1;
              const boxes = [...range.getClientRects()].filter((box) => box.bottom <= end && box.width > 0);
              const lines = new Set(boxes.map((box) => Math.round(box.top)));
              if (lines.size > 1) broken.push(word);
            }
        }
        return { over: root.scrollWidth - root.clientWidth, broken };
      });
      expect.soft(found, `${address} for ${reader ? 'a member' : 'a visitor'}`).toEqual({ over: 0, broken: [] });
      if (address !== '/forum') continue;
      // What stands side by side does not lie over each other.
      const row = page.getByRole('region', { name: 'Posts' }).getByRole('listitem').first();
      const [title, replies] = [
        await row.getByRole('heading').boundingBox(),
        await row.locator('p').last().boundingBox(),
      ];
      const apart =
        title!.x + title!.width <= replies!.x + 1 ||
        title!.y >= replies!.y + replies!.height - 1 ||
        replies!.y >= title!.y + title!.height - 1;
      expect.soft(apart, 'title and replies stand apart').toBe(true);
      await expect.soft(row.getByRole('link', { name: 'Bartholomew Longname' }).last()).toBeVisible();
    }
  }
});

/** Links and buttons whose area, with what a finger gets around them, is lower or narrower than 24 pixels. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const small: string[] = [];
    for (const target of document.querySelectorAll<HTMLElement>('a[href], button')) {
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = target.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isHit = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return hit !== null && (hit === target || target.contains(hit));
      };
      // Covered by a bar, or beyond the edge: not to be judged here.
      if (!isHit(0, 0)) continue;
      const isHigh = height >= 24 || (isHit(0, -11) && isHit(0, 11));
      const isWide = width >= 24 || (isHit(-11, 0) && isHit(11, 0));
      if (!isHigh || !isWide)
        small.push(
          `${(target.textContent ?? '').trim() || target.ariaLabel}: ${Math.round(width)} x ${Math.round(height)}`,
        );
    }
    return small;
  });

test('every link and button of the home page and the forum is at least 24 pixels high and wide', async ({
  open,
  site,
}) => {
  const { author } = await filled(site);
  for (const viewport of [phone, { width: 1440, height: 900 }])
    for (const reader of [null, author]) {
      const page = await open(reader, { viewport });
      for (const address of ['/', '/forum']) {
        await page.goto(address);
        await hydrated(page);
        expect.soft(await smallTargets(page), `${address} at ${viewport.width}`).toEqual([]);
      }
    }
});

test('the main text on a phone is 15 pixels or larger', async ({ open, site }) => {
  const { mark, post } = await filled(site);
  const page = await open(null, { viewport: phone });
  const sizeOf = (text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await page.goto('/forum');
  expect(await sizeOf(mark)).toBeGreaterThanOrEqual(15);
  expect(await sizeOf('Some words about it')).toBeGreaterThanOrEqual(15);
  await page.goto(`/forum/post/${post}`);
  expect(await sizeOf('Some words about it')).toBeGreaterThanOrEqual(15);
  await page.goto('/uploads');
  expect(await sizeOf('It goes round')).toBeGreaterThanOrEqual(15);
});

test('titles, texts and names in Hebrew begin at the right, beside English ones at the left', async ({
  open,
  site,
}) => {
  const author = await site.member({ displayName: 'דנה כהן' });
  const content = 'שאלה על תופים\n\nטקסט בעברית.\n\nEnglish words below.';
  const post = await makePost(site.ctx, author, { content });
  const page = await open(null, { viewport: { width: 1440, height: 900 } });
  await page.goto(`/forum/post/${post}`);
  /** Distance of a text from the left and from the right side of its block. */
  const sides = (text: string) =>
    page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
      let node = walker.nextNode();
      while (node && !node.textContent!.includes(wanted)) node = walker.nextNode();
      const range = document.createRange();
      range.selectNodeContents(node!);
      const [line, box] = [
        range.getBoundingClientRect(),
        node!.parentElement!.closest('h1, p')!.getBoundingClientRect(),
      ];
      return { left: Math.round(line.left - box.left), right: Math.round(box.right - line.right) };
    }, text);
  const title = await sides('שאלה');
  expect(title.right).toBeLessThan(title.left);
  const words = await sides('טקסט');
  expect(words.right).toBeLessThan(words.left);
  const english = await sides('English words');
  expect(english.left).toBeLessThan(english.right);
  // A name turns nothing around it.
  await expect(page.locator('main bdi').first()).toHaveText('דנה כהן');
});

test('in lists a Hebrew title and the words below it end at one side, and marks of lists stand beside their texts', async ({
  open,
  site,
}) => {
  const author = await site.member();
  const mark = randomUUID().slice(0, 8);
  const content = `שאלה ${mark}\n\nטקסט בעברית.\n\n- ראשון\n- Second\n\n> ציטוט`;
  const post = await makePost(site.ctx, author, { content });
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const page = await open(null, { viewport });
    await page.goto('/forum');
    const row = page.getByRole('region', { name: 'Posts' }).getByRole('listitem').filter({ hasText: mark });
    const ends = await row.evaluate((item) =>
      [item.querySelector('h2 a')!, item.querySelector('h2 + p')!].map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
    expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThanOrEqual(2);

    await page.goto(`/forum/post/${post}`);
    const text = page.locator('main .prose').first();
    await expect(text).toHaveCSS('direction', 'rtl');
    for (const words of ['ראשון', 'Second']) {
      const item = text.getByRole('listitem').filter({ hasText: words });
      const beside = await item.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
      });
      expect(beside, words).toBeLessThan(8);
    }
  }
});
