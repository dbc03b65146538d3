import { z } from 'zod';
import { type Product, productNames, products } from '#people/ledger/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { BadEvent, type PaymentProvider, ProviderFailed, type ProviderState } from './provider.ts';
import { isTier } from './rules.ts';

const MONTH_MS = 30 * 86_400_000;

const product = z.enum(products);
const accountShape = z.object({
  profileId: z.uuid(),
  sessions: z.array(
    z.object({
      id: z.string(),
      product,
      state: z.enum(['open', 'paid', 'expired']),
      successUrl: z.string(),
      cancelUrl: z.string(),
    }),
  ),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      product,
      status: z.enum(['active', 'past_due', 'incomplete', 'ended']),
      periodStart: z.coerce.date(),
      periodEnd: z.coerce.date(),
      endsAt: z.coerce.date().nullable(),
      isReversed: z.boolean(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      product,
      cents: z.int(),
      currency: z.string(),
      state: z.enum(['paid', 'refunded', 'disputed']),
      paidAt: z.coerce.date(),
    }),
  ),
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      title: z.string(),
      status: z.enum(['open', 'paid', 'void']),
      totalCents: z.int(),
      taxCents: z.int(),
      refundedCents: z.int(),
      currency: z.string(),
      url: z.null(),
      createdAt: z.coerce.date(),
      paidAt: z.coerce.date().nullable(),
    }),
  ),
});

/** What the test checkout knows of a customer. */
export type TestAccount = z.infer<typeof accountShape>;

/** A customer of the test checkout; null where there is none. @param lock keeps it until the transaction ends */
export async function testAccount(db: Executor, customerId: string, lock = false): Promise<TestAccount | null> {
  const [row] = await db.rows<{ account: unknown }>(
    sql`SELECT account FROM test_payments WHERE customer_id = ${customerId} ${lock ? sql`FOR UPDATE` : sql``}`,
  );
  return row ? accountShape.parse(row.account) : null;
}

/** Stores a customer of the test checkout. */
export async function writeTestAccount(tx: Tx, customerId: string, account: TestAccount): Promise<void> {
  await tx.rows(
    sql`UPDATE test_payments SET account = ${JSON.stringify(account)}::jsonb WHERE customer_id = ${customerId}`,
  );
}

/** The customer that a session's id names. */
export const customerOfSession = (sessionId: string): string =>
  sessionId.replace(/^cs_test_/, 'cus_test_').replace(/_[^_]+$/, '');

/** The state of a subscription at a time: one that renews has continued, a cancelled one has ended. */
function atTime(subscription: TestAccount['subscriptions'][number], now: Date): TestAccount['subscriptions'][number] {
  if (subscription.status === 'ended') return subscription;
  if (subscription.endsAt !== null && subscription.endsAt <= now) return { ...subscription, status: 'ended' };
  if (subscription.status !== 'active' || subscription.endsAt !== null || subscription.periodEnd > now)
    return subscription;
  const periods = Math.floor((now.getTime() - subscription.periodStart.getTime()) / MONTH_MS);
  const periodStart = new Date(subscription.periodStart.getTime() + periods * MONTH_MS);
  return { ...subscription, periodStart, periodEnd: new Date(periodStart.getTime() + MONTH_MS) };
}

/** Takes the payment of a test checkout: what a provider does once a card was charged. No money moves. */
export function payTestSession(account: TestAccount, sessionId: string, cents: number, now: Date): TestAccount | null {
  const session = account.sessions.find((candidate) => candidate.id === sessionId);
  if (session?.state !== 'open') return null;
  const id = newId(now).replaceAll('-', '');
  const { product: bought } = session;
  const invoice = {
    id: `in_test_${id}`,
    number: `TEST-${id.slice(-8).toUpperCase()}`,
    title: productNames[bought],
    status: 'paid' as const,
    totalCents: cents,
    taxCents: 0,
    refundedCents: 0,
    currency: 'usd',
    url: null,
    createdAt: now,
    paidAt: now,
  };
  return {
    ...account,
    sessions: account.sessions.map((candidate) =>
      candidate === session ? { ...candidate, state: 'paid' } : candidate,
    ),
    invoices: [...account.invoices, invoice],
    ...(isTier(bought)
      ? {
          subscriptions: [
            ...account.subscriptions,
            {
              id: `sub_test_${id}`,
              product: bought,
              status: 'active',
              periodStart: now,
              periodEnd: new Date(now.getTime() + MONTH_MS),
              endsAt: null,
              isReversed: false,
            },
          ],
        }
      : {
          payments: [
            ...account.payments,
            { id: `pi_test_${id}`, product: bought, cents, currency: 'usd', state: 'paid', paidAt: now },
          ],
        }),
  };
}

/**
 * The provider outside production: pages of this site (`test-pages.ts`) in which no money moves. All behind the adapter
 * is what runs with a real provider.
 */
export function testProvider(ctx: Context): PaymentProvider {
  const account = async (customerId: string): Promise<TestAccount> => {
    const stored = await testAccount(ctx.db, customerId);
    if (!stored) throw new ProviderFailed('The test checkout does not know this customer.');
    return stored;
  };
  const change = (customerId: string, how: (before: TestAccount) => TestAccount): Promise<void> =>
    ctx.db.tx(async (tx) => {
      const before = await testAccount(tx, customerId, true);
      if (before) await writeTestAccount(tx, customerId, how(before));
    });
  const urlOf = (sessionId: string): string => `${ctx.siteUrl}/dev/checkout/${sessionId}`;
  const session = async (id: string) => {
    const stored = await testAccount(ctx.db, customerOfSession(id));
    const known = stored?.sessions.find((candidate) => candidate.id === id);
    return known ? { id, state: known.state, url: known.state === 'open' ? urlOf(id) : null } : null;
  };
  return {
    name: 'test',
    sells: () => true,
    async createCustomer({ profileId }) {
      const id = `cus_test_${profileId.replaceAll('-', '')}`;
      const empty: TestAccount = { profileId, sessions: [], subscriptions: [], payments: [], invoices: [] };
      await ctx.db.rows(sql`
        INSERT INTO test_payments (customer_id, account) VALUES (${id}, ${JSON.stringify(empty)}::jsonb) ON CONFLICT DO NOTHING`);
      return id;
    },
    async createSession({ reference, customerId, product: wanted, successUrl, cancelUrl }) {
      const id = `${customerId.replace(/^cus_/, 'cs_')}_${reference.replaceAll('-', '')}`;
      await change(customerId, (before) =>
        before.sessions.some((candidate) => candidate.id === id)
          ? before
          : {
              ...before,
              sessions: [
                ...before.sessions,
                {
                  id,
                  product: wanted,
                  state: 'open',
                  successUrl: successUrl.replace('{CHECKOUT_SESSION_ID}', id),
                  cancelUrl,
                },
              ],
            },
      );
      return { id, state: 'open', url: urlOf(id) };
    },
    session,
    async expireSession(id) {
      await change(customerOfSession(id), (before) => ({
        ...before,
        sessions: before.sessions.map((candidate) =>
          candidate.id === id && candidate.state === 'open' ? { ...candidate, state: 'expired' as const } : candidate,
        ),
      }));
      return await session(id);
    },
    async state(customerId): Promise<ProviderState> {
      const { subscriptions, payments, invoices } = await account(customerId);
      const now = ctx.clock.now();
      return { subscriptions: subscriptions.map((subscription) => atTime(subscription, now)), payments, invoices };
    },
    async portalUrl({ id, change: to }) {
      const query = to === null ? '' : `?change=${to.product satisfies Product}`;
      return `${ctx.siteUrl}/dev/billing/${id}${query}`;
    },
    async endSubscription(id) {
      await ctx.db.rows(sql`
        UPDATE test_payments SET account = jsonb_set(account, '{subscriptions}', (
          SELECT jsonb_agg(CASE WHEN s->>'id' = ${id} THEN s || '{"status":"ended"}'::jsonb ELSE s END) FROM jsonb_array_elements(account->'subscriptions') s))
        WHERE account->'subscriptions' @> ${JSON.stringify([{ id }])}::jsonb`);
    },
    readEvent() {
      throw new BadEvent('The test checkout sends no events over the network.');
    },
    customerOfCharge: async () => null,
    check: async () => [],
  };
}
