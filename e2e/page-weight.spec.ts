import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { weighPage } from '#scripts/page-weight.ts';
import { picture, share, tone } from './share.ts';
import { expect, test } from './world.ts';

const budgets = JSON.parse(readFileSync(path.join(import.meta.dirname, '../bench/budgets.json'), 'utf8')) as {
  page: { bytes: number; memberBytes: number; requests: number };
};
/** What every page of the settings that edits the profile has. */
const sections = ['looks', 'rest', 'sections', 'settings', 'settings-frame'];
/** Files of one page, by the names of the routes, and those that a family of pages shares. */
const routes = readdirSync(path.join(import.meta.dirname, '../site/web/routes'))
  .map((file) => file.replace(/\.tsx$/, '').replaceAll('$', '_'))
  .filter((name) => name !== '__root');
const families =
  'account composer feed forum forum-lists looks player ranks rest sections settings-frame sharing staff'.split(' ');
const foreign = new Set([...routes, ...families]);
/** What every page starts with. */
const frame = ['entry-client', 'framework', 'rolldown-runtime'];

test('a post that the browser has never seen stays within the budget, and loads nothing ahead', async ({
  open,
  site,
}) => {
  const author = await site.member();
  const id = await makePost(site.ctx, author);
  for (let count = 0; count < 5; count++) await makeReply(site.ctx, author, id);
  const scripts = [...frame, 'content', 'forum', 'forum.post._postId', 'shared'].toSorted();
  for (const reader of [null, await site.member()]) {
    const weight = await weighPage(await open(reader), `/forum/post/${id}`);
    // What only members have (their notifications, what they may do) comes on top.
    const { bytes, memberBytes } = budgets.page;
    expect(weight.bytes, JSON.stringify(weight)).toBeLessThan(reader ? memberBytes : bytes);
    expect(weight.requests, JSON.stringify(weight)).toBeLessThanOrEqual(budgets.page.requests);
    expect(weight.scripts).toEqual(scripts);
  }
});

test('a page loads no script of another page', async ({ open, site }) => {
  test.setTimeout(360_000);
  const member = await site.member();
  const own = {
    '/': ['composer', 'feed', 'player', 'routes'],
    '/uploads': ['composer', 'feed', 'player', 'uploads.index'],
    '/forum': ['composer', 'forum', 'forum-lists', 'forum.index'],
    '/forum/bookmarks': ['composer', 'forum', 'forum-lists', 'forum.bookmarks'],
    [`/profile/${member.username}`]: [
      'composer',
      'feed',
      'looks',
      'player',
      'profile._username',
      'relation-menu',
      'rest',
    ],
    '/announcements': ['announcements'],
    '/community': ['community'],
    '/members': ['members'],
    '/leaderboards': ['leaderboards'],
    '/ranks': ['ranks', 'ranks.index', 'rest'],
    '/ranks/statement': ['ranks.statement', 'rest'],
    '/songs': ['sharing', 'songs.index'],
    '/sets': ['sets.index', 'sharing'],
    '/self-promotion': ['self-promotion.index', 'sharing'],
    '/spotify-showcase': ['spotify-showcase'],
    '/gallery': ['gallery', 'use-file-drop'],
    '/settings/profile': [...sections, 'account', 'settings.profile', 'text-area'],
    '/settings/links': [...sections, 'account', 'settings.links'],
    '/settings/colors': [...sections, 'settings.colors'],
    '/settings/font': [...sections, 'settings.font'],
    '/settings/layout': [...sections, 'account', 'settings.layout'],
    '/settings/premium': [...sections, 'account', 'settings.premium'],
    '/settings/decorations': [...sections, 'settings.decorations'],
    // No code of a profile's appearance or of what its settings sections share.
    '/settings/account': ['account', 'rest', 'settings', 'settings-frame', 'settings.account'],
    '/customize': ['customize', 'looks', 'rest', 'sections', 'settings-frame'],
    '/notifications': ['notice-line', 'notifications', 'rest'],
  };
  // Most of the time a page is watched whether more comes: several are watched side by side.
  const waiting = Object.entries(own).values();
  // What the browser has from the page before is named all the same, and costs less to load.
  const watch = async (): Promise<void> => {
    const page = await open(member);
    for (const [address, scripts] of waiting) {
      const weight = await weighPage(page, address);
      expect.soft(weight.scripts, address).toEqual(expect.arrayContaining(frame));
      const others = weight.scripts.filter((name) => foreign.has(name) && !scripts.includes(name));
      expect.soft(others, address).toEqual([]);
    }
    await page.close();
  };
  await Promise.all([watch(), watch(), watch(), watch()]);
});

test('home with twenty cards stays under 260 KB before media', async ({ open, site }) => {
  test.setTimeout(240_000);
  const author = await site.member();
  const covers = await Promise.all([1, 2].map((at) => picture(`cover-${at}.png`, 900, 700)));
  for (let made = 0; made < 20; made++) {
    const files = made % 2 === 0 ? [tone(`loop-${made}.wav`, 6)] : covers;
    await share(site, author, { content: `Card ${made}\n\n${'Words about a loop. '.repeat(12)}`, files });
  }
  const weigh = async (page: Page): Promise<void> => {
    const weight = await weighPage(page, '/');
    await expect(page.getByRole('list', { name: 'Uploads' }).getByRole('article')).toHaveCount(20);
    const media = (weight.kinds['Image'] ?? 0) + (weight.kinds['Media'] ?? 0);
    expect(weight.bytes - media, JSON.stringify(weight)).toBeLessThan(260_000);
  };
  await Promise.all([weigh(await open(null)), weigh(await open(await site.member()))]);
});
