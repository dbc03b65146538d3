import { z } from 'zod';
import { type Product, productNames, products } from '#people/ledger/contract/limits.ts';
import type {
  ProviderInvoice,
  ProviderPayment,
  ProviderSession,
  ProviderState,
  ProviderSubscription,
} from './provider.ts';

/**
 * The parts of Stripe's objects that this site reads. Its answers are checked: what does not fit is a failure of the
 * provider, and changes nothing.
 */

const seconds = z.int().transform((value) => new Date(value * 1000));
const metadata = z.record(z.string(), z.string()).nullish();

export const customerShape = z.object({ id: z.string().startsWith('cus_') });
export const sessionShape = z.object({
  id: z.string().startsWith('cs_'),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  url: z.url({ protocol: /^https?$/ }).nullish(),
});
export const portalShape = z.object({ url: z.url({ protocol: /^https?$/ }) });
export const priceShape = z.object({
  id: z.string(),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.int().nullable(),
  recurring: z.object({ interval: z.string(), interval_count: z.int() }).nullable(),
});
export const subscriptionShape = z.object({
  id: z.string().startsWith('sub_'),
  status: z.string(),
  cancel_at: seconds.nullable(),
  cancel_at_period_end: z.boolean(),
  ended_at: seconds.nullish(),
  metadata,
  items: z.object({
    data: z
      .array(
        z.object({
          id: z.string(),
          price: z.object({ id: z.string() }),
          current_period_start: seconds,
          current_period_end: seconds,
        }),
      )
      .min(1),
  }),
});
export const intentShape = z.object({
  id: z.string().startsWith('pi_'),
  status: z.string(),
  amount: z.int().min(0),
  currency: z.string(),
  created: seconds,
  metadata,
  latest_charge: z
    .object({
      id: z.string(),
      amount: z.int(),
      amount_refunded: z.int(),
      refunded: z.boolean(),
      disputed: z.boolean(),
      created: seconds,
    })
    .nullable(),
});
export const chargeShape = z.object({ customer: z.string().nullable() });
export const disputeShape = z.object({ status: z.string() });
export const invoiceShape = z.object({
  id: z.string().startsWith('in_'),
  number: z.string().nullish(),
  status: z.string().nullable(),
  total: z.int(),
  currency: z.string(),
  created: seconds,
  hosted_invoice_url: z.url({ protocol: /^https?$/ }).nullish(),
  total_taxes: z.array(z.object({ amount: z.int() })).nullish(),
  status_transitions: z.object({ paid_at: seconds.nullable() }),
  lines: z.object({ data: z.array(z.object({ description: z.string().nullish() })) }),
  parent: z.object({ subscription_details: z.object({ subscription: z.string() }).nullish() }).nullish(),
  payments: z
    .object({
      data: z.array(z.object({ payment: z.object({ payment_intent: z.string().nullish() }) })),
    })
    .nullish(),
});
export const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

type Subscription = z.output<typeof subscriptionShape>;
/** A payment with what became of its disputes: taken back while one is open or after it was lost. */
export type Intent = z.output<typeof intentShape> & { readonly isDisputed: boolean };
type Invoice = z.output<typeof invoiceShape>;

const asProduct = (name: string | undefined): Product | null => products.find((product) => product === name) ?? null;

/** A checkout in the terms of this site. */
export function sessionOf(session: z.output<typeof sessionShape>): ProviderSession {
  const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid';
  // Complete and unpaid: a slow way to pay, such as a bank transfer, that may still arrive. Nobody can pay it twice.
  const state = isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'open';
  return { id: session.id, state, url: session.url ?? null };
}

const statuses: Readonly<Record<string, ProviderSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  incomplete: 'incomplete',
};

/** Whether a dispute takes the payment back: from its beginning until it is won. */
export const takesBack = (status: string): boolean =>
  !['won', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'].includes(status);

function subscriptionOf(
  subscription: Subscription,
  productOfPrice: ReadonlyMap<string, Product>,
  invoices: readonly Invoice[],
  intents: ReadonlyMap<string, Intent>,
): ProviderSubscription {
  const [item] = subscription.items.data;
  const periodEnd = item!.current_period_end;
  const ended = subscription.ended_at ?? null;
  const paid = invoices
    .filter(
      (invoice) => invoice.parent?.subscription_details?.subscription === subscription.id && invoice.status === 'paid',
    )
    .toSorted((first, second) => second.created.getTime() - first.created.getTime())
    .map((invoice) => intentsOf(invoice, intents));
  const newest = paid.find((payments) => payments.length > 0) ?? [];
  return {
    id: subscription.id,
    // A price that is no longer sold: what was bought stands in the subscription itself.
    product: productOfPrice.get(item!.price.id) ?? asProduct(subscription.metadata?.['product']),
    status: statuses[subscription.status] ?? 'ended',
    periodStart: item!.current_period_start,
    periodEnd,
    endsAt: ended ?? subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null),
    isReversed:
      paid.flat().some((intent) => intent.isDisputed) ||
      (newest.length > 0 && newest.every((intent) => intent.latest_charge?.refunded === true)),
  };
}

const intentsOf = (invoice: Invoice, intents: ReadonlyMap<string, Intent>): Intent[] =>
  (invoice.payments?.data ?? []).flatMap(({ payment }) => intents.get(payment.payment_intent ?? '') ?? []);

function invoiceOf(invoice: Invoice, intents: ReadonlyMap<string, Intent>): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number ?? null,
    title: (invoice.lines.data.at(-1)?.description ?? 'Payment').slice(0, 300),
    status: invoice.status === 'paid' ? 'paid' : invoice.status === 'open' ? 'open' : 'void',
    totalCents: invoice.total,
    taxCents: (invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0),
    refundedCents: intentsOf(invoice, intents).reduce(
      (sum, intent) => sum + (intent.latest_charge?.amount_refunded ?? 0),
      0,
    ),
    currency: invoice.currency,
    url: invoice.hosted_invoice_url ?? null,
    createdAt: invoice.created,
    paidAt: invoice.status_transitions.paid_at,
  };
}

function paymentOf(intent: Intent): ProviderPayment | null {
  const product = asProduct(intent.metadata?.['product']);
  // Payments of subscriptions have no product of their own.
  if (product === null || intent.status !== 'succeeded') return null;
  return {
    id: intent.id,
    product,
    cents: intent.amount,
    currency: intent.currency,
    state: intent.isDisputed ? 'disputed' : intent.latest_charge?.refunded === true ? 'refunded' : 'paid',
    paidAt: intent.latest_charge?.created ?? intent.created,
  };
}

/** What Stripe knows of a customer, in the terms of this site. Drafts are no invoices yet. */
export function stateOf(
  fetched: { subscriptions: readonly Subscription[]; intents: readonly Intent[]; invoices: readonly Invoice[] },
  productOfPrice: ReadonlyMap<string, Product>,
): ProviderState {
  const intents = new Map(fetched.intents.map((intent) => [intent.id, intent]));
  return {
    subscriptions: fetched.subscriptions.map((subscription) =>
      subscriptionOf(subscription, productOfPrice, fetched.invoices, intents),
    ),
    payments: fetched.intents.flatMap((intent) => paymentOf(intent) ?? []),
    invoices: fetched.invoices
      .filter((invoice) => invoice.status !== 'draft' && invoice.status !== null)
      .map((invoice) => invoiceOf(invoice, intents)),
  };
}

/** Compares a price with what pages show. @returns a sentence where it does not fit */
export function priceProblem(
  price: z.output<typeof priceShape>,
  product: Product,
  cents: number,
  isMonthly: boolean,
): string | null {
  const name = `the price ${price.id} of ${productNames[product]}`;
  if (!price.active) return `${name} is archived at the provider: nobody can buy it.`;
  if (price.currency !== 'usd') return `${name} is in ${price.currency}, and pages show US dollars.`;
  if (price.unit_amount !== cents)
    return `${name} is ${price.unit_amount ?? 'no fixed number of'} cents at the provider, and pages show ${cents}: change PRICES or the price.`;
  const isMonth = price.recurring?.interval === 'month' && price.recurring.interval_count === 1;
  if (isMonthly && !isMonth) return `${name} must recur every month.`;
  if (!isMonthly && price.recurring !== null) return `${name} must be paid once, and it recurs.`;
  return null;
}
