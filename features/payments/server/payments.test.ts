import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, products, rewards } from '#people/ledger/contract/limits.ts';
import { sharingKinds } from '#content/core/contract/shared-kinds.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { approve } from '#content/core/server/review.ts';
import { correct, grantEntitlement } from '#people/ledger/server/actions.ts';
import { grantEndedJob } from '#people/ledger/server/rights.ts';
import { makeItem, sharedType } from '#features/sharing/server/fixtures.ts';
import { syncMember } from './sync.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date() });
});
afterAll(() => world.close());

const DAY = 86_400_000;
const mine = (member: FixtureMember) => world.ok('GET /payments/mine', {}, member);
const checkout = async (member: FixtureMember, product: Product): Promise<string> =>
  (await world.ok('POST /payments/checkout', { body: { product } }, member)).url;
const sessionIn = (url: string): string => /checkout\/(cs_test_\w+)$/.exec(url)![1]!;

/** Pays a test checkout and lets its event be worked on. @returns where the customer is sent */
async function pay(url: string): Promise<URL> {
  const answer = await world.request('POST', `/dev/checkout/${sessionIn(url)}/pay`);
  expect(answer.status).toBe(303);
  await world.settle();
  return new URL(String(answer.headers.location));
}
async function buy(member: FixtureMember, product: Product): Promise<string> {
  const url = await checkout(member, product);
  const to = await pay(url);
  expect(to.pathname).toBe('/payment-success');
  expect(to.searchParams.get('tier')).toBe(product);
  return to.searchParams.get('session_id')!;
}
/** Presses a button of the test billing page. */
async function bill(member: FixtureMember, action: string): Promise<void> {
  const { url } = await world.ok('POST /payments/portal', {}, member);
  const answer = await world.request('POST', `${new URL(url).pathname}/${action}`);
  expect(answer.status).toBe(303);
  await world.settle();
}
/** Lets the job run that closes what has ended; its own time is the database's. */
const end = (member: FixtureMember): Promise<void> =>
  grantEndedJob.run(world.ctx, { profileId: member.profileId, endsAt: world.clock!.now().toISOString() });
const roleOf = async (member: FixtureMember): Promise<string> =>
  (await world.ok('GET /session', {}, member)).viewer!.badge.key;

describe('a checkout', () => {
  test.each(products)('of %s gives what it opens once it is paid, and nothing before', async (product) => {
    const member = await world.member();
    const url = await checkout(member, product);
    expect(await mine(member)).toMatchObject({ owned: [], rights: [] });
    const shown = await world.get(new URL(url).pathname);
    expect(shown.body).toContain('No money moves.');
    await pay(url);
    const { owned, rights } = await mine(member);
    expect(owned).toEqual([product]);
    const isUpgrade = product === 'ultimate-package';
    const hasLarger = product !== 'vip' && !isUpgrade;
    expect(rights.includes('larger_uploads')).toBe(hasLarger);
    expect(rights).toEqual(
      expect.arrayContaining([
        'custom_banner',
        'pin_own_post',
        'name_glow',
        'role_badge_text',
        'animated_text',
        'listing_priority',
      ]),
    );
    const role = product === 'premium_lifetime' ? 'premium' : isUpgrade ? 'wanderer' : product;
    expect(await roleOf(member)).toBe(role);
    await world.refused('POST /payments/checkout', { body: { product } }, member, 'already_owned');
  });

  test('is one for all tabs, and another tier ends the open one', async () => {
    const member = await world.member();
    const [one, other] = await Promise.all([checkout(member, 'vip'), checkout(member, 'vip')]);
    expect(other).toBe(one);
    const premium = await checkout(member, 'premium');
    expect(premium).not.toBe(one);
    await world.request('POST', `/dev/checkout/${sessionIn(one)}/pay`);
    await world.settle();
    expect((await mine(member)).owned).toEqual([]);
    await pay(premium);
    expect((await mine(member)).owned).toEqual(['premium']);
  });

  test('takes products of the list alone, and no price or account of the caller', async () => {
    const member = await world.member();
    for (const body of [
      { product: 'owner' },
      { product: 'vip', price: 1 },
      { product: 'vip', priceId: 'price_1' },
      { product: 'vip', profileId: newId(new Date()) },
      { tier: 'vip' },
      {},
    ])
      expect((await world.call('POST /payments/checkout', { body }, member)).body).toMatchObject({ code: 'invalid' });
    await world.refused('POST /payments/checkout', { body: { product: 'vip' } }, null, 'sign_in_required');
  });

  test('whose card is declined gives nothing and can be paid afterwards', async () => {
    const member = await world.member();
    const url = await checkout(member, 'vip');
    const declined = await world.request('POST', `/dev/checkout/${sessionIn(url)}/decline`);
    expect(declined.body).toContain('The card was declined.');
    await world.settle();
    expect((await mine(member)).owned).toEqual([]);
    expect(await checkout(member, 'vip')).toBe(url);
    await pay(url);
    expect((await mine(member)).owned).toEqual(['vip']);
  });
});

describe('the result of a payment', () => {
  const verify = (member: FixtureMember, sessionId: string) =>
    world.ok('POST /payments/verify', { body: { sessionId } }, member);

  test('is the same however often it is asked for, and one receipt is mailed', async () => {
    const member = await world.member();
    const sessionId = await buy(member, 'ultimate-package');
    for (let time = 0; time < 3; time++)
      expect(await verify(member, sessionId)).toEqual({
        success: true,
        message: 'You now have Ultimate Package.',
        product: 'ultimate-package',
      });
    expect((await mine(member)).owned).toEqual(['ultimate-package']);
    const receipts = (await world.mails(member.email)).filter((mail) => mail.subject === 'Your receipt from Looproom');
    expect(receipts).toHaveLength(1);
    expect(receipts[0]!.text).toContain('You have paid $9.99 for Ultimate Package.');
    const { items } = await world.ok('GET /payments/invoices', {}, member);
    expect(items).toMatchObject([{ title: 'Ultimate Package', status: 'paid', totalCents: 999 }]);
  });

  test('of another member, of an unpaid and of a made-up session grants nothing', async () => {
    const [payer, other] = [await world.member(), await world.member()];
    const paid = await buy(payer, 'vip');
    const open = sessionIn(await checkout(other, 'vip'));
    const answers = [await verify(other, paid), await verify(other, 'cs_test_made_up')];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ success: false, product: null });
    expect(await verify(other, open)).toMatchObject({ success: false });
    expect((await mine(other)).owned).toEqual([]);
  });
});

describe('a subscription', () => {
  test('that is cancelled goes on to its end, then the role is that of the XP again', async () => {
    const member = await world.member();
    await buy(member, 'omega_premium');
    await bill(member, 'cancel');
    const { subscription } = await mine(member);
    expect(subscription).toMatchObject({ product: 'omega_premium', state: 'ending' });
    // A session lasts thirty days after its last use.
    world.clock!.advance(20 * DAY);
    expect((await mine(member)).owned).toEqual(['omega_premium']);
    world.clock!.set(new Date(subscription!.until));
    await end(member);
    expect(await mine(member)).toMatchObject({ owned: [], rights: [], subscription: null });
    expect(await roleOf(member)).toBe('wanderer');
  });

  test('whose renewal fails has the days of grace, and a mail says until when', async () => {
    const member = await world.member();
    await buy(member, 'vip');
    await bill(member, 'fail');
    const { subscription, owned } = await mine(member);
    expect(owned).toEqual(['vip']);
    expect(subscription!.state).toBe('grace');
    expect(new Date(subscription!.until).getTime()).toBe(world.clock!.now().getTime() + 7 * DAY);
    const [mail] = await world.mails(member.email);
    expect(mail!.subject).toBe('Your VIP subscription could not be renewed');
    world.clock!.advance(7 * DAY);
    await end(member);
    expect((await mine(member)).owned).toEqual([]);
    await bill(member, 'renew');
    expect((await mine(member)).owned).toEqual(['vip']);
  });

  test('is changed to another tier, not bought twice', async () => {
    const member = await world.member();
    await buy(member, 'vip');
    const url = new URL(await checkout(member, 'premium'));
    expect(url.pathname).toMatch(/^\/dev\/billing\//);
    await world.request('POST', `${url.pathname}/change-premium`);
    await world.settle();
    expect(await mine(member)).toMatchObject({ owned: ['premium'], subscription: { product: 'premium' } });
    expect(await roleOf(member)).toBe('premium');
  });

  test.each(['vip', 'premium'] as const)(
    'to %s ends when its member buys Premium for life, and is never shown beside it as renewing',
    async (tier) => {
      const member = await world.member();
      await buy(member, tier);
      const once = await checkout(member, 'premium_lifetime');
      await world.request('POST', `/dev/checkout/${sessionIn(once)}/pay`);
      await world.settle();
      expect(await mine(member)).toMatchObject({ owned: ['premium_lifetime'], subscription: null });
      const [row] = await world.ctx.db.rows<{ status: string }>(
        sql`SELECT status FROM subscriptions WHERE profile_id = ${member.profileId}`,
      );
      expect(row!.status).toBe('ended');
      for (const product of ['vip', 'premium'] as const)
        await world.refused('POST /payments/checkout', { body: { product } }, member, 'already_owned');
    },
  );

  test('to Omega Premium goes on beside Premium for life, which opens less', async () => {
    const member = await world.member();
    await buy(member, 'omega_premium');
    await buy(member, 'premium_lifetime');
    expect(await mine(member)).toMatchObject({
      owned: ['omega_premium', 'premium_lifetime'],
      subscription: { product: 'omega_premium', state: 'active' },
    });
  });

  test('beside Premium for life that the operator gave is shown as ending until the provider was asked', async () => {
    const member = await world.member();
    await buy(member, 'premium');
    const { ctx } = world;
    await ctx.db.tx((tx) => grantEntitlement(ctx, tx, member.profileId, 'premium_lifetime', 'operator', null));
    expect((await mine(member)).subscription).toMatchObject({ product: 'premium', state: 'covered' });
    await syncMember(ctx, member.profileId, 'reconciliation');
    expect(await mine(member)).toMatchObject({ owned: ['premium_lifetime'], subscription: null });
  });

  test('that is refunded or disputed opens nothing, and a dispute that was won opens it again', async () => {
    const member = await world.member();
    await buy(member, 'ultimate-package');
    await buy(member, 'vip');
    await bill(member, 'dispute');
    expect(await mine(member)).toMatchObject({ owned: [], rights: [] });
    await bill(member, 'win');
    expect((await mine(member)).owned).toEqual(['vip', 'ultimate-package']);
    await bill(member, 'refund');
    expect(await mine(member)).toMatchObject({ owned: [], rights: [] });
    const { items } = await world.ok('GET /payments/invoices', {}, member);
    expect(items.map((item) => item.status)).toEqual(['refunded', 'refunded']);
  });

  test('takes neither what the operator gave nor a role that staff assigned', async () => {
    const member = await world.member();
    const { ctx } = world;
    await ctx.db.tx((tx) => grantEntitlement(ctx, tx, member.profileId, 'custom_banner', 'operator', null));
    await ctx.db.rows(
      sql`UPDATE profiles SET custom_role = 'reaper', custom_role_source = 'staff' WHERE id = ${member.profileId}`,
    );
    await buy(member, 'vip');
    expect(await roleOf(member)).toBe('reaper');
    await bill(member, 'end');
    expect(await mine(member)).toMatchObject({ owned: [], rights: ['custom_banner'] });
    expect(await roleOf(member)).toBe('reaper');
  });
});

test.each(['vip', 'premium', 'omega_premium', 'premium_lifetime'] as const)(
  'the upgrade is not sold to whom %s has opened it',
  async (product) => {
    const member = await world.member();
    await buy(member, product);
    expect((await mine(member)).isUpgradeOpened).toBe(true);
    await world.ctx.db.tx((tx) =>
      correct(world.ctx, tx, member.profileId, { xp: 0, credits: 2000 }, `rich ${product}`),
    );
    await world.refused('POST /payments/checkout', { body: { product: 'ultimate-package' } }, member, 'upgrade_opened');
    const params = { product: 'ultimate-package' } as const;
    await world.refused('POST /payments/upgrades/:product', { params }, member, 'upgrade_opened');
    expect((await world.ok('GET /ledger', {}, member)).credits).toBe(2000);
    expect((await mine(await world.member())).isUpgradeOpened).toBe(false);
  },
);

describe('an upgrade for credits', () => {
  const buyIt = (member: FixtureMember) =>
    world.call('POST /payments/upgrades/:product', { params: { product: 'ultimate-package' } }, member);
  const give = (member: FixtureMember, credits: number) =>
    world.ctx.db.tx((tx) => correct(world.ctx, tx, member.profileId, { xp: 0, credits }, `gift:${newId(new Date())}`));

  test('costs its price once, however many tabs buy it at once', async () => {
    const member = await world.member();
    await give(member, 2500);
    const answers = await Promise.all(Array.from({ length: 12 }, () => buyIt(member)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.find((answer) => answer.status !== 200);
    expect(refused!.body).toMatchObject({
      code: 'already_owned',
      title: 'Already Owned',
      detail: 'You already own this upgrade!',
    });
    expect(await mine(member)).toMatchObject({ credits: 2500 - 999, owned: ['ultimate-package'] });
    const { items } = await world.ok('GET /ledger/entries', { query: { currency: 'credits' } }, member);
    expect(items).toContainEqual(expect.objectContaining({ title: 'Upgrade bought', amount: -999 }));
  });

  test('is refused in the words of the specification to who has too few', async () => {
    const member = await world.member();
    await give(member, 998);
    const answer = await buyIt(member);
    expect(answer.body).toMatchObject({
      title: 'Insufficient Credits',
      detail: 'You need 999 credits but only have 998',
    });
    expect(await mine(member)).toMatchObject({ credits: 998, owned: [] });
  });
});

describe('a tip for a track', () => {
  test('moves credits once for a submit, with a line on each side; not to oneself, and no odd amounts', async () => {
    const [author, fan] = [await world.member(), await world.member()];
    const contentId = await makeUpload(world.ctx, author);
    await world.ctx.db.tx((tx) => correct(world.ctx, tx, fan.profileId, { xp: 0, credits: 60 }, 'gift'));
    const submitId = newId(new Date());
    const params = { kind: 'upload' as const, contentId };
    const send = (body: unknown, as = fan) => world.call('POST /tips/:kind/:contentId', { params, body }, as);
    for (const credits of [-5, 0, 0.5, 10_001, 1e300, '10', null])
      expect((await send({ submitId, credits })).body).toMatchObject({ code: 'invalid' });
    expect((await send({ submitId, credits: 10 }, author)).body).toMatchObject({ code: 'own_content_tip' });
    await Promise.all(Array.from({ length: 5 }, () => send({ submitId, credits: 25 })));
    expect((await send({ submitId, credits: 25 })).body).toEqual({ credits: 35 });
    expect((await send({ submitId: newId(new Date()), credits: 50 })).body).toMatchObject({ code: 'credits_short' });
    const { items } = await world.ok('GET /ledger/entries', { query: { currency: 'credits' } }, fan);
    const about = expect.objectContaining({ url: `/uploads/${contentId}` }) as unknown;
    expect(items).toContainEqual(expect.objectContaining({ title: 'Tip sent', amount: -25, about }));
    const { credits } = await world.ok('GET /ledger', {}, author);
    expect(credits).toBe(25);
  });
});

test('a tip reaches the author of every type that members share, and whoever has too little reads what is missing', async () => {
  const [author, fan] = [await world.member(), await world.member()];
  await world.ctx.db.tx((tx) => correct(world.ctx, tx, fan.profileId, { xp: 0, credits: 65 }, 'gift'));
  for (const [index, kind] of sharingKinds.entries()) {
    const contentId = await makeItem(world.ctx, kind, author, { title: `Tipped ${kind}` });
    const send = () =>
      world.call(
        'POST /tips/:kind/:contentId',
        { params: { kind, contentId }, body: { submitId: newId(new Date()) } },
        fan,
      );
    if (kind === 'self_promotion_post') {
      expect((await send()).body).toMatchObject({ code: 'self_promotion_post_not_found' });
      await world.ctx.db.tx((tx) => approve(world.ctx, tx, null, sharedType(kind).item, contentId));
    }
    expect([kind, (await send()).body]).toEqual([kind, { credits: 55 - 10 * index }]);
    if (index === sharingKinds.length - 1)
      expect((await send()).body).toMatchObject({ title: 'Not enough credits', meta: { missing: 5 } });
  }
  expect((await world.ok('GET /ledger', {}, author)).credits).toBe(sharingKinds.length * 10 + rewards.song.credits);
});

test('a member who leaves leaves invoices without a name, and what runs is ended', async () => {
  const member = await world.member();
  await buy(member, 'vip');
  const { ctx } = world;
  await ctx.db.tx(async (tx) => {
    for (const data of ctx.personal) await data.erase(ctx, tx, member.profileId);
  });
  await world.settle();
  const [account] = await ctx.db.rows<{ status: string }>(sql`
    SELECT account->'subscriptions'->0->>'status' AS status FROM test_payments
    WHERE customer_id = ${`cus_test_${member.profileId.replaceAll('-', '')}`}`);
  expect(account!.status).toBe('ended');
  expect(await ctx.db.rows(sql`SELECT 1 FROM payment_invoices WHERE profile_id = ${member.profileId}`)).toEqual([]);
  expect(await ctx.db.rows(sql`SELECT 1 FROM entitlements WHERE profile_id = ${member.profileId}`)).toEqual([]);
});

test('in production without keys nothing can be bought, in the words of the specification', async () => {
  const production = { SITE_URL: 'https://loop.example', SMTP_URL: 'smtp://127.0.0.1:1', TRUSTED_PROXY: '10.9.9.9' };
  const live = await openWorld({ environment: production, work: false });
  try {
    const member = { ...(await live.member()), headers: { host: 'loop.example' } };
    const { tiers, isTest } = await live.ok('GET /payments/offers', {}, member);
    expect(isTest).toBe(false);
    expect(tiers.map((offer) => offer.available)).toEqual([false, false, false]);
    for (const product of products) {
      const answer = await live.call('POST /payments/checkout', { body: { product } }, member);
      expect(answer.body).toMatchObject({
        code: 'checkout_failed',
        title: 'Error',
        detail: 'Failed to create checkout session',
      });
    }
    expect((await live.get('/dev/checkout/cs_test_1', member)).status).toBe(404);
    expect((await live.request('POST', '/api/v1/payments/events', member)).status).toBe(404);
    expect(await live.ok('GET /payments/mine', {}, member)).toMatchObject({ owned: [], canManage: false });
  } finally {
    await live.close();
  }
});
