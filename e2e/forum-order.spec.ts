import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

const orders = (page: Page) => page.getByRole('navigation', { name: 'Order' });
const rows = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('heading', { level: 2 });

test('members read the forum by activity or what is unread, and the order is remembered', async ({
  page,
  open,
  site,
  axe,
}) => {
  const [author, reader] = [await site.member(), await site.member()];
  const mark = randomUUID().slice(0, 8);
  const old = await makePost(site.ctx, author, { content: `Old one ${mark}\n\nText.`, category: 'marketplace' });
  await makePost(site.ctx, author, { content: `Young one ${mark}\n\nText.`, category: 'marketplace' });
  await makeReply(site.ctx, author, old);
  const shown = (place: Page) => rows(place).filter({ hasText: mark });

  const visitor = await open();
  await visitor.goto('/forum?category=marketplace');
  await expect(shown(visitor).first()).toContainText('Young one');
  await expect(orders(visitor)).toHaveCount(0);

  await site.signIn(page, reader);
  await page.goto('/forum?category=marketplace');
  await hydrated(page);
  await expect(shown(page).first()).toContainText('Young one');
  await expect(orders(page).getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current', 'page');
  const remembered = page.waitForResponse('**/api/v1/forum/order');
  await orders(page).getByRole('link', { name: 'Active' }).click();
  await expect(shown(page).first()).toContainText('Old one');
  await remembered;
  await axe(page);

  await page.goto('/forum?category=marketplace');
  await expect(orders(page).getByRole('link', { name: 'Active' })).toHaveAttribute('aria-current', 'page');
  await expect(shown(page).first()).toContainText('Old one');

  await hydrated(page);
  await orders(page).getByRole('link', { name: 'Unread' }).click();
  await expect(shown(page)).toHaveCount(2);
  const read = page.waitForResponse('**/read');
  await shown(page).filter({ hasText: 'Old one' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Old one');
  await read;
  await page.goto('/forum?category=marketplace&order=unread');
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).toContainText('Young one');
});

test('similar posts are offered while a title is written', async ({ page, site, axe }) => {
  const word = `quizzical${randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}`;
  const other = await site.member();
  const id = await makePost(site.ctx, other, { content: `Tuning a ${word} snare drum\n\nHow I do it.` });
  await site.settle();
  await site.signIn(page, await site.member());
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/search?')) asked++;
  });
  await page.goto('/forum?compose=1');
  const text = page.getByRole('textbox', { name: /^Your post, in Markdown/ });
  const similar = page.getByRole('region', { name: 'Similar posts' });
  await text.fill(`How to tune a ${word} snare quickly?`);
  const link = similar.getByRole('link', { name: `Tuning a ${word} snare drum` });
  await expect(link).toHaveAttribute('href', `/forum/post/${id}`);
  // Once with all words, and once with each two of them.
  expect(asked).toBeLessThanOrEqual(4);
  await axe(page);
  await text.fill('Hm');
  await expect(similar).toBeHidden();
});
