import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { weighPage } from '#scripts/page-weight.ts';
import { picture, share, tone } from './share.ts';
import { expect, test } from './world.ts';

const budgets = JSON.parse(readFileSync(path.join(import.meta.dirname, '../bench/budgets.json'), 'utf8')) as {
  page: { bytes: number; memberBytes: number; requests: number };
};
/** What every page of the settings that edits the profile has. */
const sections = ['icons', 'lists', 'looks', 'sections', 'settings', 'settings-frame', 'shared'];
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
    '/': ['composer', 'content', 'feed', 'icons', 'lists', 'player', 'routes', 'shared'],
    '/uploads': ['composer', 'content', 'feed', 'icons', 'lists', 'player', 'shared', 'uploads.index'],
    '/forum': ['composer', 'content', 'forum', 'forum-lists', 'forum.index', 'icons', 'lists', 'pictures', 'shared'],
    '/forum/bookmarks': ['composer', 'content', 'forum', 'forum-lists', 'forum.bookmarks', 'icons', 'lists', 'shared'],
    [`/profile/${member.username}`]: [
      'composer',
      'content',
      'feed',
      'icons',
      'lists',
      'looks',
      'pictures',
      'player',
      'profile._username',
      'relation-menu',
      'shared',
    ],
    '/announcements': ['announcements', 'lists', 'shared'],
    '/community': ['community', 'icons', 'lists', 'people', 'shared'],
    '/members': ['icons', 'lists', 'members', 'people', 'shared'],
    '/leaderboards': ['leaderboards', 'lists', 'people', 'shared'],
    '/ranks': ['lists', 'people', 'ranks', 'ranks.index', 'shared'],
    '/ranks/statement': ['lists', 'people', 'ranks.statement', 'shared'],
    '/songs': ['content', 'grids', 'icons', 'lists', 'shared', 'sharing', 'songs.index'],
    '/self-promotion': ['content', 'grids', 'icons', 'lists', 'self-promotion.index', 'shared', 'sharing'],
    '/spotify-showcase': ['shared', 'spotify-showcase'],
    '/gallery': ['gallery', 'grids', 'icons', 'lists', 'pictures', 'shared', 'use-file-drop'],
    '/settings/profile': [...sections, 'account', 'settings.profile', 'text-area'],
    '/settings/links': [...sections, 'account', 'settings.links'],
    '/settings/colors': [...sections, 'settings.colors'],
    '/settings/font': [...sections, 'settings.font'],
    '/settings/layout': [...sections, 'account', 'settings.layout'],
    '/settings/premium': [...sections, 'account', 'settings.premium'],
    '/settings/decorations': [...sections, 'settings.decorations'],
    // No code of a profile's appearance or of what its settings sections share.
    '/settings/account': ['account', 'icons', 'lists', 'settings', 'settings-frame', 'settings.account', 'shared'],
    '/customize': ['customize', 'icons', 'lists', 'looks', 'sections', 'settings-frame', 'shared'],
    '/notifications': ['lists', 'notice-line', 'notifications', 'shared'],
  };
  // Most of the time a page is watched whether more comes: several are watched side by side.
  const waiting = Object.entries(own).values();
  const watch = async (): Promise<void> => {
    for (const [address, scripts] of waiting) {
      const page = await open(member);
      const weight = await weighPage(page, address);
      expect.soft(weight.scripts, address).toEqual([...frame, ...scripts].toSorted());
      await page.context().close();
    }
  };
  await Promise.all([watch(), watch(), watch(), watch()]);
});

test('home with twenty cards stays under 250 KB before media', async ({ open, site }) => {
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
    expect(weight.bytes - media, JSON.stringify(weight)).toBeLessThan(250_000);
  };
  await Promise.all([weigh(await open(null)), weigh(await open(await site.member()))]);
});
