import { productNames, tiers } from '#people/ledger/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { DocumentReply, WebDocument } from '#platform/server/http/route.ts';
import { operatorPage, plainPagePolicy } from '#platform/server/http/operator-pages.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { countCall } from '#platform/server/http/run-route.ts';
import { escapeHtml } from '#platform/server/mail/render.ts';
import { newId } from '#platform/server/ids.ts';
import { providerName } from './providers.ts';
import { moneyText } from './rules.ts';
import { type TestAccount, customerOfSession, payTestSession, testAccount, writeTestAccount } from './test-provider.ts';
import { takeProviderEvent } from './webhook.ts';

const notice = '<p><strong>No money moves.</strong> This is the test checkout of a site that is not in production.</p>';

const html = (title: string, body: string): DocumentReply => ({
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': plainPagePolicy, 'cache-control': 'no-store' },
  body: operatorPage(title, body),
});
const goTo = (url: string): DocumentReply => ({
  status: 303,
  contentType: 'text/plain; charset=utf-8',
  headers: { location: url, 'cache-control': 'no-store' },
  body: '',
});
const button = (action: string, label: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><p><button type="submit">${escapeHtml(label)}</button></p></form>`;

/** Changes a customer of the test checkout and sends the event that a provider would send. */
async function change(
  ctx: Context,
  customerId: string,
  type: string,
  how: (before: TestAccount) => TestAccount | null,
): Promise<boolean> {
  const isChanged = await ctx.db.tx(async (tx) => {
    const before = await testAccount(tx, customerId, true);
    const after = before && how(before);
    if (after) await writeTestAccount(tx, customerId, after);
    return after !== null;
  });
  const event = { id: `evt_test_${newId(ctx.clock.now())}`, type, customerId, chargeId: null };
  if (isChanged) await takeProviderEvent(ctx, 'test', event);
  return isChanged;
}

/** @throws {Refusal} `not_found` where the test checkout is not this site's provider, or does not know them */
async function accountOf(ctx: Context, customerId: string): Promise<TestAccount> {
  const account = providerName(ctx) === 'test' ? await testAccount(ctx.db, customerId) : null;
  if (!account) throw new Refusal('not_found');
  return account;
}

async function sessionOf(ctx: Context, sessionId: string) {
  const account = await accountOf(ctx, customerOfSession(sessionId));
  const session = account.sessions.find((candidate) => candidate.id === sessionId);
  if (!session) throw new Refusal('not_found');
  return session;
}

const checkoutPage: WebDocument = {
  method: 'GET',
  path: '/dev/checkout/:sessionId',
  access: 'public',
  summary: 'The test checkout, outside production.',
  async handle(ctx, { params }) {
    const session = await sessionOf(ctx, params['sessionId']!);
    const here = `/dev/checkout/${session.id}`;
    const price = moneyText(ctx.config.payments.cents[session.product], 'usd');
    const monthly = tiers.some((tier) => tier.key === session.product) ? ' a month' : '';
    const what = `<article><h2>${escapeHtml(productNames[session.product])}</h2><p>${price}${monthly}</p></article>`;
    const back = `<p><a href="${escapeHtml(session.cancelUrl)}">Back to the site</a></p>`;
    if (session.state !== 'open') {
      const ended = session.state === 'paid' ? 'This checkout has been paid.' : 'This checkout has ended.';
      return html('Test checkout', `${notice}${what}<p>${ended}</p>${back}`);
    }
    return html(
      'Test checkout',
      `${notice}${what}${button(`${here}/pay`, 'Pay')}${button(`${here}/decline`, 'Let the card be declined')}${back}`,
    );
  },
};

const checkoutAction: WebDocument = {
  method: 'POST',
  path: '/dev/checkout/:sessionId/:action',
  access: 'public',
  summary: 'Pays a test checkout, or lets the card be declined.',
  takesForm: true,
  async handle(ctx, { caller, params }) {
    countCall(ctx, 'write', caller);
    const { id, product, successUrl } = await sessionOf(ctx, params['sessionId']!);
    if (params['action'] === 'decline')
      return html(
        'Test checkout',
        `${notice}<p>The card was declined.</p><p><a href="/dev/checkout/${id}">Try again</a></p>`,
      );
    if (params['action'] !== 'pay') throw new Refusal('not_found');
    const cents = ctx.config.payments.cents[product];
    await change(ctx, customerOfSession(id), 'checkout.session.completed', (before) =>
      payTestSession(before, id, cents, ctx.clock.now()),
    );
    return goTo(successUrl);
  },
};

/** What a provider's dashboard and the customer's own portal can do, by the address of the button. */
const actions: Readonly<Record<string, { label: string; how(before: TestAccount, now: Date): TestAccount }>> = {
  cancel: {
    label: 'Cancel at the end of the period',
    how: (before) => withSubscription(before, (subscription) => ({ ...subscription, endsAt: subscription.periodEnd })),
  },
  resume: {
    label: 'Do not cancel',
    how: (before) => withSubscription(before, (subscription) => ({ ...subscription, endsAt: null })),
  },
  end: {
    label: 'End the subscription now',
    how: (before, now) =>
      withSubscription(before, (subscription) => ({ ...subscription, status: 'ended', endsAt: now })),
  },
  fail: {
    label: 'Let the renewal fail',
    how: (before, now) =>
      withSubscription(before, (subscription) => ({ ...subscription, status: 'past_due', periodStart: now })),
  },
  renew: {
    label: 'Let the renewal succeed',
    how: (before) => withSubscription(before, (subscription) => ({ ...subscription, status: 'active' })),
  },
  refund: {
    label: 'Pay everything back',
    how: (before) => ({
      ...withSubscription(before, (subscription) => ({ ...subscription, isReversed: true })),
      payments: before.payments.map((payment) => ({ ...payment, state: 'refunded' as const })),
      invoices: before.invoices.map((invoice) => ({ ...invoice, refundedCents: invoice.totalCents })),
    }),
  },
  dispute: {
    label: 'Dispute everything',
    how: (before) => ({
      ...withSubscription(before, (subscription) => ({ ...subscription, isReversed: true })),
      payments: before.payments.map((payment) =>
        payment.state === 'paid' ? { ...payment, state: 'disputed' as const } : payment,
      ),
    }),
  },
  win: {
    label: 'Win the disputes',
    how: (before) => ({
      ...withSubscription(before, (subscription) => ({ ...subscription, isReversed: false })),
      payments: before.payments.map((payment) =>
        payment.state === 'disputed' ? { ...payment, state: 'paid' as const } : payment,
      ),
    }),
  },
};

/** The subscriptions that run, changed. */
function withSubscription(
  before: TestAccount,
  how: (subscription: TestAccount['subscriptions'][number]) => TestAccount['subscriptions'][number],
): TestAccount {
  return {
    ...before,
    subscriptions: before.subscriptions.map((subscription) =>
      subscription.status === 'ended' ? subscription : how(subscription),
    ),
  };
}

const isTierKey = (key: string): key is (typeof tiers)[number]['key'] => tiers.some((tier) => tier.key === key);

const billingPage: WebDocument = {
  method: 'GET',
  path: '/dev/billing/:customerId',
  access: 'public',
  summary: 'What stands for the customer portal, outside production.',
  async handle(ctx, { params, url }) {
    const account = await accountOf(ctx, params['customerId']!);
    const here = `/dev/billing/${params['customerId']!}`;
    const wanted = url.searchParams.get('change') ?? '';
    const lines = account.subscriptions.map(
      (subscription) =>
        `<article><h2>${productNames[subscription.product]}</h2><p>${subscription.status}${subscription.endsAt ? `, ends ${subscription.endsAt.toUTCString()}` : ''}</p></article>`,
    );
    const offered = tiers.filter((tier) => wanted === '' || tier.key === wanted);
    const changes = offered.map((tier) => button(`${here}/change-${tier.key}`, `Change to ${tier.name}`));
    const others = Object.entries(actions).map(([key, { label }]) => button(`${here}/${key}`, label));
    return html(
      'Test billing',
      `${notice}${lines.join('') || '<p>No subscription.</p>'}${changes.join('')}${wanted === '' ? others.join('') : ''}<p><a href="/settings/premium">Back to the site</a></p>`,
    );
  },
};

const billingAction: WebDocument = {
  method: 'POST',
  path: '/dev/billing/:customerId/:action',
  access: 'public',
  summary: 'Changes a subscription of the test checkout, or pays back, or disputes.',
  takesForm: true,
  async handle(ctx, { caller, params }) {
    countCall(ctx, 'write', caller);
    const customerId = params['customerId']!;
    await accountOf(ctx, customerId);
    const action = params['action']!;
    const tier = action.replace(/^change-/, '');
    const isChange = action !== tier && isTierKey(tier);
    if (!isChange && !Object.hasOwn(actions, action)) throw new Refusal('not_found');
    await change(ctx, customerId, `test.${action}`, (before) =>
      isChange
        ? withSubscription(before, (subscription) => ({ ...subscription, product: tier }))
        : actions[action]!.how(before, ctx.clock.now()),
    );
    return goTo(`/dev/billing/${customerId}`);
  },
};

/** Pages of the test checkout; in production there is nothing at these addresses. */
export const testPages: readonly WebDocument[] = [checkoutPage, checkoutAction, billingPage, billingAction];
