import type { Page } from '@playwright/test';
import { correct, grantEntitlement } from '#server/features/ledger/actions.ts';
import { newId } from '#server/platform/ids.ts';
import { alive } from './alive.ts';
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
  await alive(page);
  const settings = await open(member);
  await settings.goto('/settings/premium');
  await alive(settings);
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
    await expect(settings.getByText('VIP was cancelled and goes on until', { exact: false })).toBeVisible();
    await billing.getByRole('button', { name: 'End the subscription now' }).click();
    await expect(settings.getByText('Locked.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subscribe to VIP' })).toBeVisible();
  });
});

test('the Ultimate Package is bought for money on /upgrades', async ({ page, site, axe }) => {
  const member = await site.member({ displayName: 'Nova Ray' });
  await site.signIn(page, member);
  await page.goto('/upgrades');
  await alive(page);
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
  await alive(page);
  await page.getByRole('button', { name: 'Use 999 credits' }).click();
  await expectToast(page, 'Insufficient Credits', 'You need 999 credits but only have 0');
  await give(site, member, 1000);
  const other = await open(member);
  await other.goto('/upgrades');
  await alive(other);
  await page.getByRole('button', { name: 'Use 999 credits' }).click();
  await expectToast(page, 'Purchase Successful!', 'You now own Ultimate Package!');
  await expect(page.getByRole('button', { name: 'Owned' })).toBeDisabled();
  await expect(other.getByRole('button', { name: 'Owned' })).toBeDisabled();
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
  await alive(page);
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

test('payments fit a telephone', async ({ open, site }) => {
  const member = await site.member();
  await site.ctx.db.tx((tx) => grantEntitlement(site.ctx, tx, member.profileId, 'premium_lifetime', 'operator', null));
  const phone = await open(member, { viewport: { width: 360, height: 740 } });
  for (const path of ['/upgrades', '/ranks', '/settings/premium', '/payment-success']) {
    await phone.goto(path);
    await alive(phone);
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, path).toBeLessThanOrEqual(0);
  }
});
