import type { Page } from '@playwright/test';
import { correct, grantEntitlement } from '#people/ledger/server/actions.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { hydrated } from './hydrated.ts';
import { expectToast } from './toast.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const give = (site: TestSite, member: FixtureMember, credits: number) =>
  site.ctx.db.tx((tx) => correct(site.ctx, tx, member.profileId, { xp: 0, credits }, `gift:${newId(new Date())}`));

/** Goes through the test checkout that a page has opened. */
async function payIn(checkout: Page): Promise<void> {
  await expect(checkout.getByText('No money moves.')).toBeVisible();
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(checkout.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
}

test('a tier is bought in a new tab, shows on open pages at once, and is managed in settings', async ({
  page,
  open,
  site,
  axe,
}) => {
  const member = await site.member({ displayName: 'Nova Ray' });
  await site.signIn(page, member);
  await page.goto('/ranks');
  await hydrated(page);
  const settings = await open(member);
  await settings.goto('/settings/premium');
  await hydrated(settings);
  await expect(settings.getByText('Locked.').first()).toBeVisible();
  await expect(settings.getByRole('link', { name: 'See upgrades' }).first()).toHaveAttribute('href', '/upgrades');
  await expect(settings.getByText('No invoices yet.', { exact: false })).toBeVisible();

  const [checkout] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Subscribe to VIP' }).click(),
  ]);
  await checkout.waitForURL(/\/dev\/checkout\//);
  await expect(checkout.getByText('$5.00 a month')).toBeVisible();
  await checkout.getByRole('button', { name: 'Let the card be declined' }).click();
  await expect(checkout.getByText('The card was declined.')).toBeVisible();
  await checkout.getByRole('link', { name: 'Try again' }).click();
  await payIn(checkout);
  await expect(checkout.getByText('You now have VIP.', { exact: false })).toBeVisible();
  await axe(checkout);
  for (const [name, path] of [
    ['View Profile', '/profile'],
    ['View Ranks', '/ranks'],
    ['Home', '/'],
  ] as const)
    await expect(
      checkout.getByRole('navigation', { name: 'Continue' }).getByRole('link', { name, exact: true }),
    ).toHaveAttribute('href', path);

  await test.step('both open pages show it without a reload', async () => {
    await expect(page.getByText('VIP renews on', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change to Premium', exact: true })).toBeVisible();
    await expect(settings.getByText('Locked.')).toHaveCount(0);
    await expect(settings.getByRole('list', { name: 'Invoices' }).getByText('$5.00')).toBeVisible();
    await axe(page);
    await axe(settings);
  });

  await test.step('loading the result again shows the same', async () => {
    await checkout.reload();
    await expect(checkout.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
  });

  await test.step('a cancellation and its end reach the open pages', async () => {
    const [billing] = await Promise.all([
      settings.waitForEvent('popup'),
      settings.getByRole('button', { name: 'Manage subscription' }).click(),
    ]);
    await billing.getByRole('button', { name: 'Cancel at the end of the period' }).click();
    await expect(settings.getByText('VIP was canceled and goes on until', { exact: false })).toBeVisible();
    await billing.getByRole('button', { name: 'End the subscription now' }).click();
    await expect(settings.getByText('Locked.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subscribe to VIP' })).toBeVisible();
  });
});

test('the Ultimate Package is bought for money on /upgrades', async ({ page, site, axe }) => {
  const member = await site.member({ displayName: 'Nova Ray' });
  await site.signIn(page, member);
  await page.goto('/upgrades');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Upgrades' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview post' })).toBeVisible();
  await expect(page.getByText('Popular', { exact: true })).toBeVisible();
  await expect(page.getByText('$9.99')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How to Earn Credits' }).first()).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.waitForURL(/\/dev\/checkout\//);
  await payIn(page);
  await page.goto('/upgrades');
  await expect(page.getByText('Owned', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Owned' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Purchase' })).toHaveCount(0);
});

test('the Ultimate Package is bought with credits, in the words of the specification', async ({
  page,
  open,
  site,
  allow,
}) => {
  allow(/status of 40[29]/);
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/upgrades');
  await hydrated(page);
  await page.getByRole('button', { name: 'Use 999 credits' }).click();
  await expectToast(page, 'Insufficient Credits', 'You need 999 credits but only have 0');
  await give(site, member, 1000);
  const other = await open(member);
  await other.goto('/upgrades');
  await hydrated(other);
  // A page that hears of nothing, and one whose purchase takes its time.
  const deaf = await open(member);
  await deaf.routeWebSocket(/\/realtime/, () => {});
  await deaf.goto('/upgrades');
  await hydrated(deaf);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/v1/payments/**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Use 999 credits' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  release();
  await expectToast(page, 'Purchase Successful!', 'You now own Ultimate Package!');
  await expect(page.getByRole('button', { name: 'Owned' })).toBeDisabled();
  await expect(other.getByRole('button', { name: 'Owned' })).toBeDisabled();
  await deaf.getByRole('button', { name: 'Use 999 credits' }).click();
  await expectToast(deaf, 'Already Owned', 'You already own this upgrade!');
  await page.goto('/ranks/statement?of=credits');
  const line = page.getByRole('list', { name: 'Entries' }).getByRole('listitem').filter({ hasText: 'Upgrade bought' });
  await expect(line).toContainText('−999');
});

test('a result that is not the reader’s own fails in the words of the specification', async ({
  page,
  open,
  site,
  axe,
}) => {
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/payment-success?tier=vip&session_id=cs_made_up');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/ranks');
  await expectToast(page, 'Payment Verification Failed');
  await axe(page);
  const visitor = await open();
  await visitor.goto('/payment-success?tier=vip&session_id=cs_made_up');
  await expect(visitor.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await visitor.goto('/upgrades');
  await expect(visitor).toHaveURL(/\/auth/);
});

test('each right that is locked says so where it would be used, and leads to the upgrades', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 403/);
  const member = await site.member();
  const [own, other] = [await makePost(site.ctx, member), await makePost(site.ctx, member)];
  await site.signIn(page, member);

  await test.step('in settings, with all rights', async () => {
    await page.goto('/settings/premium');
    await expect(page.getByText('(locked)')).toHaveCount(7);
    await expect(page.getByText('Listing priority (locked)')).toBeVisible();
  });

  await test.step('in the composer', async () => {
    await page.goto('/forum?compose=1');
    await page.getByRole('button', { name: 'Banner', exact: true }).click();
    const banner = page.getByRole('region', { name: 'Banner' });
    await expect(banner).toContainText('Locked. Custom forum post banners come with the Ultimate Package or any tier.');
    await expect(banner.getByRole('link', { name: 'See upgrades' })).toHaveAttribute('href', '/upgrades');
  });

  const menu = async (id: string): Promise<void> => {
    await page.goto(`/forum/post/${id}`);
    await hydrated(page);
    await page.getByRole('button', { name: 'More about this post' }).click();
  };
  await test.step('in the menu of an own post', async () => {
    await menu(own);
    const item = page.getByRole('menuitem', { name: 'Pin: comes with an upgrade' });
    await expect(item).toHaveAttribute('href', '/upgrades');
  });

  await test.step('when the right has just ended', async () => {
    await site.ctx.db.tx((tx) => grantEntitlement(site.ctx, tx, member.profileId, 'vip', 'operator', null));
    await menu(own);
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    await expect(page.getByLabel('Pinned')).toBeVisible();
    await menu(other);
    await expect(page.getByRole('menuitem', { name: 'Pin', exact: true })).toBeVisible();
    await site.ctx.db.rows(sql`DELETE FROM entitlements WHERE profile_id = ${member.profileId}`);
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    const refused = page.locator('.toast').filter({
      hasText: 'Pinning your own post comes with the Ultimate Package or any tier.',
    });
    await refused.getByText('See upgrades').click();
    await expect(page).toHaveURL('/upgrades');
  });

  await test.step('and the own post can be unpinned', async () => {
    await menu(own);
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect(page.getByLabel('Pinned')).toHaveCount(0);
  });
});

test('pages of payments say what failed, and are there again after a retry', async ({ page, site, allow }) => {
  allow(/ERR_FAILED|CallError: network/);
  const member = await site.member();
  await site.signIn(page, member);
  const broken = new Set<string>();
  await page.route('**/api/v1/**', (route) =>
    [...broken].some((part) => route.request().url().includes(part)) ? route.abort('failed') : route.fallback(),
  );
  const follow = (to: string) =>
    page.evaluate((path) => {
      const link = Object.assign(document.createElement('a'), { href: path });
      history.pushState(null, '', link.href);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
  const retry = page.getByRole('button', { name: 'Retry' });

  await test.step('the upgrades', async () => {
    await page.goto('/members');
    await hydrated(page);
    broken.add('/payments/');
    await follow('/upgrades');
    await expect(page.getByText('The upgrades could not be loaded.')).toBeVisible();
    broken.clear();
    await retry.click();
    await expect(page.getByRole('button', { name: 'Purchase', exact: true })).toBeVisible();
    broken.add('/payments/');
    await page.getByRole('button', { name: 'Purchase', exact: true }).click();
    await expectToast(page, 'Error', 'Failed to create checkout session');
    await page.getByRole('button', { name: 'Use 999 credits' }).click();
    await expectToast(page, 'Purchase Failed', 'Something went wrong with your purchase');
    broken.clear();
  });

  await test.step('the invoices', async () => {
    await page.goto('/members');
    await hydrated(page);
    broken.add('/payments/invoices');
    await follow('/settings/premium');
    await expect(page.getByText('Your invoices could not be loaded.')).toBeVisible();
    broken.clear();
    await retry.first().click();
    await expect(page.getByText('No invoices yet.', { exact: false })).toBeVisible();
  });

  await test.step('the statement', async () => {
    await page.goto('/members');
    await hydrated(page);
    broken.add('/ledger');
    await follow('/ranks/statement');
    await expect(page.getByText('The statement could not be loaded.')).toBeVisible();
    broken.clear();
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  });

  await test.step('the result of a payment, while it is asked for and when nobody answers', async () => {
    let answer = (): void => {};
    const asked = new Promise<void>((done) => (answer = done));
    await page.route('**/api/v1/payments/verify', async (route) => {
      await asked;
      await route.abort('failed');
    });
    await page.goto('/payment-success?tier=ultimate-package&session_id=cs_test_slow');
    await expect(page.getByRole('heading', { name: 'Verifying your payment...' })).toBeVisible();
    answer();
    await expectToast(page, 'Error', 'Failed to verify payment');
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/upgrades');
  });
});

test('text effects stand still for readers who want less motion', async ({ open, site }) => {
  const member = await site.member({ displayName: 'Nova Ray' });
  await site.ctx.db.tx((tx) => grantEntitlement(site.ctx, tx, member.profileId, 'vip', 'operator', null));
  const running = async (reducedMotion: 'reduce' | 'no-preference'): Promise<number> => {
    const page = await open(member, { reducedMotion });
    await page.goto('/upgrades');
    await hydrated(page);
    await expect(page.getByRole('region', { name: 'Preview post' })).toBeVisible();
    return await page.evaluate(
      () =>
        document.getAnimations().filter((one) => {
          const target = (one.effect as KeyframeEffect | null)?.target;
          return target?.closest('section[aria-label="Preview post"]') != null && one.playState === 'running';
        }).length,
    );
  };
  expect(await running('no-preference')).toBeGreaterThan(0);
  expect(await running('reduce')).toBe(0);
});

test('payments fit a telephone', async ({ open, site }) => {
  const member = await site.member();
  await site.ctx.db.tx((tx) => grantEntitlement(site.ctx, tx, member.profileId, 'premium_lifetime', 'operator', null));
  const phone = await open(member, { viewport: { width: 360, height: 740 } });
  for (const path of ['/upgrades', '/ranks', '/settings/premium', '/payment-success']) {
    await phone.goto(path);
    await hydrated(phone);
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, path).toBeLessThanOrEqual(0);
  }
});
