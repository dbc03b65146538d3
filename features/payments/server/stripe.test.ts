import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { realtimePath } from '#platform/contract/event.ts';
import type { Product } from '#people/ledger/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { grantEndedJob } from '#people/ledger/server/rights.ts';
import { lastRepairs } from './store.ts';
import { providerOf } from './providers.ts';
import { reconcileJob } from './jobs.ts';
import { syncMember } from './sync.ts';
import { type StripeStandIn, startStripeStandIn } from './testing/stripe-stand-in.ts';

let stripe: StripeStandIn;
let world: World;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  world = await openWorld({ clock: new Date(), environment: stripe.environment });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await world.close();
  await stripe.close();
});
afterEach(() => {
  stripe.failure = null;
});

const mine = (member: FixtureMember) => world.ok('GET /payments/mine', {}, member);

/** Begins a checkout. @returns the provider's id of it */
async function begin(member: FixtureMember, product: Product): Promise<string> {
  const { url } = await world.ok('POST /payments/checkout', { body: { product } }, member);
  expect(url).toMatch(new RegExp(`^${stripe.url}/pay/`));
  return url.split('/').at(-1)!;
}
/** Sends bytes as the provider does. */
async function deliver(event: { bytes: string; signature: string }): Promise<number> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/payments/events',
    headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
    payload: event.bytes,
  });
  return answer.statusCode;
}
const aboutCustomer = (customer: string, type = 'customer.subscription.updated', id?: string) =>
  stripe.event({ ...(id && { id }), type, object: { object: 'subscription', customer }, at: world.clock!.now() });

/** A member who has bought something, and their customer id. */
async function payer(product: Product): Promise<{ member: FixtureMember; customer: string }> {
  const member = await world.member();
  const customer = stripe.pay(await begin(member, product), world.clock!.now());
  expect(await deliver(aboutCustomer(customer, 'checkout.session.completed'))).toBe(200);
  await world.settle();
  return { member, customer };
}

describe('by the library of the provider', () => {
  test('a checkout names its product, member and price, and its event grants', async () => {
    const { member } = await payer('vip');
    expect(stripe.lastCheckout).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_vip',
      'line_items[0][quantity]': '1',
      client_reference_id: member.profileId,
      'subscription_data[metadata][product]': 'vip',
      success_url: 'http://localhost:3999/payment-success?tier=vip&session_id={CHECKOUT_SESSION_ID}',
    });
    expect(await mine(member)).toMatchObject({ owned: ['vip'], subscription: { product: 'vip', state: 'active' } });
    const once = await payer('ultimate-package');
    expect(stripe.lastCheckout).toMatchObject({
      mode: 'payment',
      'payment_intent_data[metadata][product]': 'ultimate-package',
      'invoice_creation[enabled]': 'true',
    });
    expect((await mine(once.member)).owned).toEqual(['ultimate-package']);
    const [receipt] = await world.mails(once.member.email);
    expect(receipt!.text).toContain('You have paid $9.99');
  });

  test('two tabs and a repeated request get one checkout', async () => {
    const member = await world.member();
    const [one, other] = await Promise.all([begin(member, 'vip'), begin(member, 'vip')]);
    expect(other).toBe(one);
    expect(await begin(member, 'vip')).toBe(one);
  });

  test('the redirect before its event grants, and the event after it changes nothing more', async () => {
    const member = await world.member();
    const sessionId = await begin(member, 'premium_lifetime');
    const customer = stripe.pay(sessionId, world.clock!.now());
    const verified = await world.ok('POST /payments/verify', { body: { sessionId } }, member);
    expect(verified).toMatchObject({ success: true, product: 'premium_lifetime' });
    await deliver(aboutCustomer(customer, 'checkout.session.completed'));
    await world.settle();
    expect((await mine(member)).owned).toEqual(['premium_lifetime']);
    expect(await world.mails(member.email)).toHaveLength(1);
  });

  test.each([
    [2, 1],
    [4, 0],
  ])('of a payment that is %i days old when it is first read, %i receipts are mailed', async (days, receipts) => {
    const member = await world.member();
    const paidAt = new Date(world.clock!.now().getTime() - days * 86_400_000);
    const customer = stripe.pay(await begin(member, 'vip'), paidAt);
    await deliver(aboutCustomer(customer, 'checkout.session.completed'));
    await world.settle();
    expect((await mine(member)).subscription).toMatchObject({ product: 'vip' });
    const { items } = await world.ok('GET /payments/invoices', {}, member);
    expect(items).toMatchObject([{ status: 'paid' }]);
    const mails = (await world.mails(member.email)).filter(({ subject }) => subject.startsWith('Your receipt'));
    expect(mails).toHaveLength(receipts);
  });

  test('a change of plan opens the portal for it, and what the provider says afterwards counts', async () => {
    const { member, customer } = await payer('vip');
    const { url } = await world.ok('POST /payments/checkout', { body: { product: 'premium' } }, member);
    const query = new URL(url).searchParams;
    expect(query.get('flow_data[type]')).toBe('subscription_update_confirm');
    expect(query.get('flow_data[subscription_update_confirm][items][0][price]')).toBe('price_premium');
    stripe.subscription(customer, (one) => {
      const items = one['items'] as { data: { price: { id: string } }[] };
      items.data[0]!.price.id = 'price_premium';
      return {};
    });
    await deliver(aboutCustomer(customer));
    await world.settle();
    expect(await mine(member)).toMatchObject({ owned: ['premium'], subscription: { product: 'premium' } });
  });

  test('Premium for life ends the running subscription, with a credit for its unused days', async () => {
    const { member, customer } = await payer('premium');
    const sessionId = await begin(member, 'premium_lifetime');
    stripe.pay(sessionId, world.clock!.now());
    await deliver(aboutCustomer(customer, 'checkout.session.completed', `evt_${newId(new Date())}`));
    await world.settle();
    expect(stripe.asked.findLast((call) => call.startsWith('DELETE '))).toMatch(
      /^DELETE \/v1\/subscriptions\/sub_\w+\?prorate=true&invoice_now=true$/,
    );
    expect(await mine(member)).toMatchObject({ owned: ['premium_lifetime'], subscription: null });
  });

  test('refunds and disputes take away, a dispute that names a charge alone too, and a won one gives back', async () => {
    const { member, customer } = await payer('ultimate-package');
    const dispute = async (status: string): Promise<void> => {
      const charge = stripe.dispute(customer, status);
      const event = { type: 'charge.dispute.updated', object: { object: 'dispute', charge }, at: world.clock!.now() };
      expect(await deliver(stripe.event(event))).toBe(200);
      await world.settle();
    };
    await dispute('needs_response');
    expect(await mine(member)).toMatchObject({ owned: [], rights: [] });
    await dispute('won');
    expect((await mine(member)).owned).toEqual(['ultimate-package']);
    stripe.refund(customer);
    await deliver(aboutCustomer(customer, 'charge.refunded'));
    await world.settle();
    expect((await mine(member)).owned).toEqual([]);
  });
});

describe('an event', () => {
  test('is taken once, and in any order the state of the provider counts', async () => {
    const { member, customer } = await payer('vip');
    stripe.subscription(customer, () => ({ status: 'canceled', ended_at: Math.floor(Date.now() / 1000) }));
    const [late, early] = [aboutCustomer(customer, 'customer.subscription.deleted'), aboutCustomer(customer)];
    for (const event of [late, early, late, early]) expect(await deliver(event)).toBe(200);
    await world.settle();
    expect((await mine(member)).owned).toEqual([]);
    const id = (JSON.parse(late.bytes) as { id: string }).id;
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM payment_events WHERE id = ${id}`)).toHaveLength(1);
    const before = stripe.asked.length;
    await deliver(late);
    await world.settle();
    expect(stripe.asked.length).toBe(before);
  });

  test('that is forged, changed, too old, ahead of its time or no event at all is refused', async () => {
    const { customer } = await payer('vip');
    const now = world.clock!.now();
    const object = { object: 'subscription', customer };
    const good = aboutCustomer(customer);
    const old = (seconds: number) => stripe.event({ type: 'x', object, at: new Date(now.getTime() - seconds * 1000) });
    const bad = [
      stripe.event({ type: 'x', object, at: now, secret: 'whsec_other' }),
      { ...good, bytes: good.bytes.replace('updated', 'deleted') },
      { ...good, bytes: `${good.bytes} ` },
      { ...good, signature: '' },
      { ...good, signature: 't=0,v1=00' },
      old(301),
      old(-301),
      { ...old(301), signature: old(301).signature.replace(/t=\d+/, `t=${Math.floor(now.getTime() / 1000)}`) },
      { bytes: 'no json', signature: good.signature },
    ];
    for (const event of bad) expect(await deliver(event)).toBe(400);
    expect(await deliver(old(299))).toBe(200);
    expect(await deliver(old(-299))).toBe(200);
    expect(await deliver({ bytes: 'x'.repeat(600_000), signature: 'x' })).toBe(413);
    await world.settle();
  });

  test('of a provider whose clock is ahead is taken, and an end by a clock that is behind comes at its time', async () => {
    const { member, customer } = await payer('vip');
    const now = world.clock!.now();
    const object = { object: 'subscription', customer };
    expect(await deliver(stripe.event({ type: 'x', object, at: new Date(now.getTime() + 240_000) }))).toBe(200);
    await world.settle();
    expect((await mine(member)).owned).toEqual(['vip']);
    // The job of an end that this clock has not reached: it changes nothing, and is enqueued once more.
    const endsAt = new Date(now.getTime() + 3_600_000).toISOString();
    await grantEndedJob.run(world.ctx, { profileId: member.profileId, endsAt });
    expect((await mine(member)).owned).toEqual(['vip']);
    const waiting = await world.ctx.db.rows<{ at: Date }>(sql`
      SELECT start_after AS at FROM pgboss.job WHERE name = 'ledger.grant-ended' AND data->>'endsAt' = ${endsAt}`);
    expect(waiting.map((job) => job.at.toISOString())).toEqual([endsAt]);
  });

  test('about nobody here is taken and changes nothing', async () => {
    expect(await deliver(aboutCustomer('cus_unknown'))).toBe(200);
    expect(
      await deliver(stripe.event({ type: 'payout.paid', object: { object: 'payout' }, at: world.clock!.now() })),
    ).toBe(200);
    await world.settle();
  });
});

describe('a provider that', () => {
  test('is down or answers nonsense fails in the words of the specification, and changes nothing', async () => {
    const { member } = await payer('vip');
    const other = await world.member();
    for (const failure of ['down', 'nonsense'] as const) {
      stripe.failure = failure;
      // At once: the library asks a second time after half a second.
      const [answer] = await Promise.all([
        world.call('POST /payments/checkout', { body: { product: 'vip' } }, other),
        expect(syncMember(world.ctx, member.profileId, 'event')).rejects.toThrow('Stripe failed'),
      ]);
      expect(answer.body).toMatchObject({ title: 'Error', detail: 'Failed to create checkout session' });
      expect((await mine(member)).owned).toEqual(['vip']);
    }
    stripe.failure = null;
    await begin(other, 'vip');
  });

  test('answers slowly holds no transaction', async () => {
    const { member } = await payer('vip');
    stripe.failure = 'slow';
    const sync = syncMember(world.ctx, member.profileId, 'event');
    await vi.waitFor(() => expect(stripe.asked.at(-1)).toMatch(/invoices|payment_intents|subscriptions/));
    // It would wait for a transaction.
    expect((await mine(member)).owned).toEqual(['vip']);
    stripe.failure = null;
    await sync;
  });

  test('has other prices than the pages is reported at the start', async () => {
    const provider = (await providerOf(world.ctx))!;
    expect(await provider.check()).toEqual([]);
    stripe.prices.set('price_vip', { ...stripe.prices.get('price_vip'), unit_amount: 700 });
    stripe.prices.delete('price_lifetime');
    const sentences = await provider.check();
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toContain('700 cents at the provider, and pages show 500');
    expect(sentences[1]).toContain('does not exist');
  });
});

test('the reconciliation finds what no event brought, repairs and reports it', async () => {
  const member = await world.member();
  stripe.pay(await begin(member, 'ultimate-package'), world.clock!.now());
  await reconcileJob.run(world.ctx, {});
  await world.settle();
  expect((await mine(member)).owned).toEqual(['ultimate-package']);
  expect((await lastRepairs(world.ctx.db, 1))[0]!.profile_id).toBe(member.profileId);
  await reconcileJob.run(world.ctx, {});
  await world.settle();
  const repairs = await lastRepairs(world.ctx.db, 100);
  expect(repairs.filter((row) => row.profile_id === member.profileId)).toHaveLength(1);
});

test('of two reads at once the one that began later counts', async () => {
  const { member, customer } = await payer('vip');
  const provider = (await providerOf(world.ctx))!;
  const first = provider.state.bind(provider);
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  const spy = vi.spyOn(provider, 'state').mockImplementationOnce(async (id) => {
    const state = await first(id);
    await held;
    return state;
  });
  const older = syncMember(world.ctx, member.profileId, 'event');
  await vi.waitFor(() => expect(spy).toHaveBeenCalledOnce());
  stripe.subscription(customer, () => ({ status: 'canceled', ended_at: Math.floor(Date.now() / 1000) }));
  await syncMember(world.ctx, member.profileId, 'event');
  release();
  await older;
  spy.mockRestore();
  expect((await mine(member)).owned).toEqual([]);
});

test('an event reaches an open page of its member without waiting for the poll of jobs', async () => {
  const { member, customer } = await payer('vip');
  const { port } = world.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${realtimePath}`, { headers: { cookie: member.cookie } });
  const heard: { kind: string; type?: string }[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as { kind: string }));
  const isHeard = (what: object) => vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining(what)));
  await isHeard({ kind: 'hello' });
  for (const frame of [{ kind: 'subscribe', topic: `viewer:${member.profileId}` }, { kind: 'ping' }])
    socket.send(JSON.stringify(frame));
  await isHeard({ kind: 'pong' });
  const took: number[] = [];
  for (let turn = 0; turn < 8; turn++) {
    const ends = turn % 2 === 0;
    stripe.subscription(customer, () =>
      ends ? { status: 'canceled', ended_at: 1 } : { status: 'active', ended_at: null },
    );
    const { bytes, signature } = aboutCustomer(customer);
    heard.length = 0;
    const since = performance.now();
    await fetch(`http://127.0.0.1:${port}/api/v1/payments/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: bytes,
    });
    await vi.waitFor(() => expect(heard.map((one) => one.type)).toContain('rights_changed'), {
      timeout: 60_000,
      interval: 2,
    });
    // What the page reads then is what the event was about.
    expect((await mine(member)).owned).toEqual(ends ? [] : ['vip']);
    took.push(performance.now() - since);
  }
  socket.close();
  took.sort((one, other) => one - other);
  if (process.env['PAYMENT_FIGURES']) process.stdout.write(`${took.map((ms) => Math.round(ms)).join(' ')}\n`);
  // The poll comes every five seconds. Events that waited for it would arrive evenly over that time: two of eight below
  // half of it, by chance, and not four.
  expect(took[3]).toBeLessThan(2500);
});

test('a payment of a member who was deleted meanwhile grants nothing, and its subscription is ended', async () => {
  const member = await world.member();
  const sessionId = await begin(member, 'vip');
  const { ctx } = world;
  const customer = stripe.pay(sessionId, world.clock!.now());
  await ctx.db.tx(async (tx) => {
    for (const data of ctx.personal) await data.erase(ctx, tx, member.profileId);
  });
  await deliver(aboutCustomer(customer, 'checkout.session.completed', `evt_${newId(new Date())}`));
  await world.settle();
  expect(stripe.asked.some((call) => call.startsWith('DELETE /v1/subscriptions/sub_'))).toBe(true);
  expect(await ctx.db.rows(sql`SELECT 1 FROM entitlements WHERE profile_id = ${member.profileId}`)).toEqual([]);
});
