import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { countStatistics } from '#people/community/server/store.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const give = (site: TestSite, member: Pick<FixtureMember, 'profileId'>, xp: number) =>
  site.ctx.db.tx((tx) => correct(site.ctx, tx, member.profileId, { xp, credits: 0 }, `for the test ${randomUUID()}`));

const phone = { width: 360, height: 740 };

async function fitsPhone(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize(phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.setViewportSize(size);
}

const menuLink = (page: Page, name: string) => page.locator('.shell-menu').getByRole('link', { name, exact: true });

test('the community page: its numbers, who is new, and the way in for visitors alone', async ({
  page,
  open,
  site,
  axe,
}) => {
  const author = await site.member({ displayName: 'Newest of All' });
  await makePost(site.ctx, author);
  await give(site, author, 12_345);
  await countStatistics(site.ctx.db, new Date());
  site.ctx.pages.drop();
  await page.goto('/');
  await menuLink(page, 'Community').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Join the Community' })).toBeVisible();
  await expect(page.getByRole('term')).toHaveText([
    'Community Members',
    'Forum Posts',
    'Active Parties',
    'Total XP Earned',
  ]);
  await expect(page.getByRole('definition').last()).toHaveText(/^[\d,]*\d{2},\d{3}$/);
  await expect(page.getByRole('heading', { name: 'Recent Members' })).toBeVisible();
  const newest = page.getByRole('list', { name: 'Recent members' }).getByRole('listitem').first();
  await expect(newest).toContainText('Newest of All');
  await expect(newest).toContainText(`@${author.username}`);
  await expect(newest).toContainText(/12,3\d\d XP/);
  await expect(newest).toContainText('Void Emperor');
  await expect(newest).toContainText(/Joined \w{3} \d/);
  await axe(page);
  await fitsPhone(page);
  await page.getByRole('link', { name: 'Join Discussions' }).click();
  await expect(page).toHaveURL('/forum');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Ready to Join?' })).toBeVisible();
  await page.getByRole('link', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/auth?mode=sign-up');
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Display name')).toBeFocused();

  const member = await open(author);
  await member.goto('/community');
  await expect(member.getByRole('heading', { level: 1, name: 'Join the Community' })).toBeVisible();
  await expect(member.getByText('Ready to Join?')).toHaveCount(0);
});

test('members are searched, filtered and read on, and lead to their profiles', async ({ page, open, site, axe }) => {
  // Begins with a letter: an address shows a number in quotes.
  const tag = `m${randomUUID().slice(0, 7)}`;
  const [mina, mod] = [
    await site.member({ displayName: `${tag} Mina` }),
    await site.member({ displayName: `${tag} Mod`, moderator: true }),
  ];
  await give(site, mina, 150);
  for (let made = 0; made < 25; made++) await site.member();
  await countStatistics(site.ctx.db, new Date());
  site.ctx.pages.drop();
  await page.goto('/');
  await menuLink(page, 'Members').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  await expect(page.getByRole('term')).toHaveText(['Total Members', 'Staff', 'Special Roles', 'Avg XP']);
  const cards = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(cards).toHaveCount(24);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(24);
  await axe(page);
  await fitsPhone(page);

  await test.step('a search finds while one types, by either name', async () => {
    await page.getByRole('searchbox', { name: 'Search members' }).fill(tag.toUpperCase());
    await expect(cards).toHaveCount(2);
    await expect(page).toHaveURL(`/members?q=${tag.toUpperCase()}`);
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    await expect(cards).toHaveCount(1);
    await expect(cards.first()).toContainText(`@${mod.username}`);
    await expect(cards.first()).toContainText('Void Emperor');
    await expect(cards.first()).toContainText('Mod');
    await page.getByRole('link', { name: 'Special Roles' }).click();
    await expect(cards.first()).toContainText('Explorer');
    await expect(page.getByRole('searchbox')).toHaveValue(tag.toUpperCase());
    await page.getByRole('searchbox').fill('nobody of this name');
    await expect(page.getByText('No members found')).toBeVisible();
    await page.getByRole('link', { name: 'Show all members' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.getByRole('link', { name: 'Newest', exact: true }).click();
    await expect(page).toHaveURL('/members?order=newest');
  });

  await page.getByRole('searchbox').fill(mina.username);
  await cards.getByRole('link', { name: `${tag} Mina` }).click();
  await expect(page).toHaveURL(`/profile/${mina.username}`);

  await test.step('a blocked member does not find who has blocked them', async () => {
    const other = await site.member();
    await blockMember(site.ctx, mina.profileId, other.profileId);
    const blocked = await open(other);
    await blocked.goto(`/members?q=${tag}`);
    const found = blocked.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(`${tag} Mod`);
  });
});

test('the leaderboards: a podium, the places below it, and the reader’s own', async ({ page, site, axe }) => {
  const members = [];
  for (let made = 0; made < 5; made++) {
    const member = await site.member({ displayName: `Board ${made}` });
    await give(site, member, 500_000 - made * 1000);
    members.push(member);
  }
  const reader = await site.member({ displayName: 'Board Reader' });
  await site.signIn(page, reader);
  await page.goto('/');
  await menuLink(page, 'Leaderboards').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboards' })).toBeVisible();
  const podium = page.getByRole('list', { name: 'Podium' }).getByRole('listitem');
  await expect(podium).toHaveCount(3);
  for (const [at, name] of ['Board 0', 'Board 1', 'Board 2'].entries())
    await expect(podium.nth(at)).toContainText(name);
  await expect(podium.first()).toContainText('500,000 XP');
  const below = page.getByRole('list', { name: 'Places from 4' }).getByRole('listitem');
  await expect(below.first()).toContainText('Board 3');
  await expect(below.first()).toContainText('497,000 XP');
  await axe(page);
  await fitsPhone(page);
  for (const [label, address] of [
    ['This month', '/leaderboards?period=month'],
    ['This week', '/leaderboards?period=week'],
  ] as const) {
    await page.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByText(/^Since \w{3} \d+, \d{4}, midnight UTC$/)).toBeVisible();
    await expect(podium.first()).toContainText('Board 0');
  }
  await site.signIn(page, members[4]!);
  await page.goto('/leaderboards?period=week');
  await expect(below.filter({ hasText: 'Board 4' })).toContainText('You');
  await below.filter({ hasText: 'Board 3' }).getByRole('link').click();
  await expect(page).toHaveURL(`/profile/${members[3]!.username}`);
});

test('the ranks page says what the ladder is, and shows a member the way', async ({ page, site, axe }) => {
  await page.goto('/');
  await menuLink(page, 'Ranks').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ranks' })).toBeVisible();
  for (const [tier, price] of [
    ['VIP', '$5'],
    ['Premium', '$10'],
    ['Omega Premium', '$15'],
  ] as const)
    await expect(
      page
        .getByRole('region', { name: 'Premium subscriptions' })
        .getByRole('listitem')
        .filter({ hasText: `${price} a month` }),
    ).toContainText(tier);
  await expect(page.getByRole('button', { name: /buy|subscribe|purchase/i })).toHaveCount(0);
  const ladder = page.getByRole('region', { name: 'The ladder' });
  await expect(ladder).toContainText('The ladder is honorary');
  await expect(ladder.getByRole('heading', { level: 3 })).toHaveText([
    'User',
    'VIP',
    'Premium',
    'Omega Premium',
    'Moderator',
    'Admin',
    'Owner',
  ]);
  await expect(ladder.getByRole('listitem').last()).toContainText('10,000 XP');
  const earning = page.getByRole('complementary', { name: 'Earning' });
  await expect(earning.getByRole('heading', { name: 'How to Earn XP' })).toBeVisible();
  for (const text of ['+10', 'Daily login', '+25', 'Forum post', '+50', 'Community event', '+2', '+5', '+1'])
    await expect(earning).toContainText(text);
  await expect(ladder.getByText('You are here')).toHaveCount(0);
  await axe(page);
  await fitsPhone(page);

  const member = await site.member({ displayName: 'On the Way' });
  await makePost(site.ctx, member, { content: `Which strings last longest? ${randomUUID()}` });
  await give(site, member, 555);
  await site.signIn(page, member);
  await page.goto('/ranks');
  const here = ladder.getByRole('listitem').filter({ hasText: 'You are here' });
  await expect(here).toContainText('Premium');
  await expect(here.getByRole('meter', { name: 'XP to Omega Premium' })).toBeVisible();
  await expect(earning).toContainText('1 of 8 today');
  await axe(page);

  await test.step('the statement lists where XP and credits came from', async () => {
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect(page).toHaveURL('/ranks/statement');
    const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await expect(entries.filter({ hasText: 'Correction by staff' })).toContainText('+555 XP');
    await expect(entries.filter({ hasText: '+5 credits' })).toContainText('Which strings last longest?');
    await axe(page);
    await fitsPhone(page);
    await page.getByRole('link', { name: 'Credits' }).click();
    await expect(entries).toHaveCount(1);
    await entries.getByRole('link', { name: /Which strings/ }).click();
    await expect(page).toHaveURL(/\/forum\/post\//);
  });
  await page.context().clearCookies();
  await page.goto('/ranks/statement');
  await expect(page).toHaveURL('/auth');
});

test('a new rank is celebrated once, in the visible tab, and can be closed', async ({ page, open, site, axe }) => {
  const member = await site.member({ displayName: 'Rising' });
  const visitor = await open();
  await site.signIn(page, member);
  await page.goto('/ranks');
  const celebration = page.getByRole('region', { name: 'New rank' });
  await visitor.goto('/ranks');
  // The socket opens once the page is idle, and the ladder has seven steps.
  await expect
    .poll(
      async () => {
        await give(site, member, 100);
        return celebration.isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await expect(celebration).toContainText('New rank');
  await expect(celebration).toContainText('You have reached');
  await axe(page);
  await fitsPhone(page);
  await expect(page.getByText('You are here')).toBeVisible();
  await celebration.getByRole('button', { name: 'Dismiss' }).click();
  await expect(celebration).toHaveCount(0);
  await expect(visitor.getByRole('region', { name: 'New rank' })).toHaveCount(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await give(site, member, 20_000);
  await expect(celebration).toContainText('Void Emperor');
  const longest = await celebration.evaluate((element) =>
    Math.max(
      0,
      ...element.getAnimations({ subtree: true }).map((one) => Number(one.effect?.getComputedTiming().duration)),
    ),
  );
  expect(longest).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await expect(celebration).toHaveCount(0);
});

test('a search for digits keeps its plain address, typed or opened', async ({ page, site }) => {
  await site.member({ displayName: '808 State' });
  for (const address of ['/members?q=808', '/uploads?tag=808', '/gallery?search=808', '/members?q=%22808%22&q=1e5']) {
    const answer = await fetch(site.url + address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')], address).toEqual([200, null]);
  }
  await page.goto('/members');
  await page.getByRole('searchbox').fill('808');
  await expect(page).toHaveURL('/members?q=808');
  await expect(page.getByRole('link', { name: '808 State' }).first()).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/members?q=808');
  await expect(page.getByRole('searchbox')).toHaveValue('808');
});
