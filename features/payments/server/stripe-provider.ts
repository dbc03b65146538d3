import { Stripe } from 'stripe';
import { z } from 'zod';
import { type Product, products } from '#people/ledger/contract/limits.ts';
import { payments as limits } from '#features/payments/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { StripeSettings } from '#platform/server/payment-settings.ts';
import { BadEvent, type PaymentProvider, ProviderFailed } from './provider.ts';
import { isTier } from './rules.ts';
import {
  chargeShape,
  customerShape,
  disputeShape,
  eventShape,
  intentShape,
  invoiceShape,
  portalShape,
  priceProblem,
  priceShape,
  sessionOf,
  sessionShape,
  stateOf,
  subscriptionShape,
  takesBack,
} from './stripe-shapes.ts';

const TIMEOUT_MS = 15_000;
/** Objects of one list of a customer; who has more has the newest counted. */
const MOST = 300;

/** Where calls go: the provider's own address, or the stand-in of tests. */
function addressOf(standIn: string | null): Stripe.StripeConfig {
  if (standIn === null) return {};
  const { hostname, port } = new URL(standIn);
  return { host: hostname, port, protocol: 'http' };
}

/** Runs a call; whatever goes wrong is a failure of the provider, with its reason and without its keys. */
async function ask<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : '';
    throw new ProviderFailed(`Stripe failed to ${what}: ${reason}`, { cause: error });
  }
}

/** Turns "not found" into null. */
async function orMissing<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  }
}

/** A customer's payments, and whether each was disputed. */
async function intentsOf(stripe: Stripe, customer: string) {
  const listed = stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] });
  const intents = z.array(intentShape).parse(await listed.autoPagingToArray({ limit: MOST }));
  return await Promise.all(
    intents.map(async (intent) => {
      if (intent.latest_charge?.disputed !== true) return { ...intent, isDisputed: false };
      const disputes = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
      return {
        ...intent,
        isDisputed: z
          .array(disputeShape)
          .parse(disputes.data)
          .some((dispute) => takesBack(dispute.status)),
      };
    }),
  );
}

/** Customers and their checkouts. */
function checkoutCalls(
  stripe: Stripe,
  settings: StripeSettings,
  priceOf: (product: Product) => string,
): Pick<PaymentProvider, 'createCustomer' | 'createSession' | 'session' | 'expireSession'> {
  return {
    createCustomer: ({ profileId, email, name }) =>
      ask('create a customer', async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { profile_id: profileId } },
          { idempotencyKey: `customer-${profileId}` },
        );
        return customerShape.parse(customer).id;
      }),
    createSession: ({ reference, customerId, profileId, product, successUrl, cancelUrl }) =>
      ask('create a checkout', async () => {
        const metadata = { profile_id: profileId, product };
        const session = await stripe.checkout.sessions.create(
          {
            customer: customerId,
            client_reference_id: profileId,
            line_items: [{ price: priceOf(product), quantity: 1 }],
            success_url: successUrl,
            cancel_url: cancelUrl,
            metadata,
            ...(settings.tax && { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }),
            ...(isTier(product)
              ? { mode: 'subscription', subscription_data: { metadata } }
              : { mode: 'payment', payment_intent_data: { metadata }, invoice_creation: { enabled: true } }),
          },
          { idempotencyKey: `checkout-${reference}` },
        );
        return sessionOf(sessionShape.parse(session));
      }),
    session: (id) =>
      ask('read a checkout', async () => {
        const session = await orMissing(() => stripe.checkout.sessions.retrieve(id));
        return session && sessionOf(sessionShape.parse(session));
      }),
    expireSession: (id) =>
      ask('end a checkout', async () => {
        try {
          return sessionOf(sessionShape.parse(await stripe.checkout.sessions.expire(id)));
        } catch (error) {
          // It has been paid or has ended meanwhile: that is how it is.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          const session = await orMissing(() => stripe.checkout.sessions.retrieve(id));
          return session && sessionOf(sessionShape.parse(session));
        }
      }),
  };
}

/** An event, once its signature was checked. @throws {BadEvent} */
function readEvent(
  stripe: Stripe,
  secret: string,
  bytes: Parameters<PaymentProvider['readEvent']>[0],
  signature: Parameters<PaymentProvider['readEvent']>[1],
  now: Date,
): ReturnType<PaymentProvider['readEvent']> {
  try {
    const event = stripe.webhooks.constructEvent(
      bytes,
      signature,
      secret,
      limits.eventMaxAgeSeconds,
      undefined,
      now.getTime(),
    );
    // The library refuses old ones alone: one stamped ahead would be good for longer than it should.
    const stamped = Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1]);
    if (!(stamped * 1000 <= now.getTime() + limits.eventMaxAgeSeconds * 1000)) throw new Error('stamped in the future');
    const { id, type, data } = eventShape.parse(event);
    const object: unknown = data.object['object'];
    const customer = object === 'customer' ? data.object['id'] : data.object['customer'];
    const customerId = typeof customer === 'string' ? customer : null;
    const { charge } = data.object;
    return { id, type, customerId, chargeId: customerId === null && typeof charge === 'string' ? charge : null };
  } catch (error) {
    throw new BadEvent(error instanceof Error ? error.message : 'unreadable', { cause: error });
  }
}

/** Problems of the configured prices, in sentences. */
async function priceProblems(
  stripe: Stripe,
  settings: StripeSettings,
  ctx: Pick<Context, 'config'>,
): Promise<string[]> {
  const sentences: string[] = [];
  for (const product of products) {
    const price = settings.prices[product];
    if (price === undefined) continue;
    try {
      const stored = await orMissing(() => stripe.prices.retrieve(price));
      const problem = stored
        ? priceProblem(priceShape.parse(stored), product, ctx.config.payments.cents[product], isTier(product))
        : `the price ${price} of ${product} does not exist at the provider.`;
      if (problem !== null) sentences.push(problem);
    } catch (error) {
      sentences.push(
        `the price ${price} of ${product} could not be read: ${error instanceof Error ? error.message : ''}`,
      );
    }
  }
  return sentences;
}

/** Stripe by its own library. */
export function stripeProvider(settings: StripeSettings, ctx: Pick<Context, 'config'>): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.standInUrl),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const productOfPrice = new Map(
    (Object.entries(settings.prices) as [Product, string][]).map(([product, price]) => [price, product]),
  );
  const priceOf = (product: Product): string => {
    const price = settings.prices[product];
    if (price === undefined) throw new ProviderFailed(`STRIPE_PRICES names no price for ${product}.`);
    return price;
  };

  return {
    name: 'stripe',
    sells: (product) => settings.prices[product] !== undefined,
    ...checkoutCalls(stripe, settings, priceOf),
    state: (customer) =>
      ask('read a customer', async () => {
        const [subscriptions, intents, invoices] = await Promise.all([
          stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray({ limit: MOST }),
          intentsOf(stripe, customer),
          stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }).autoPagingToArray({ limit: MOST }),
        ]);
        return stateOf(
          {
            subscriptions: z.array(subscriptionShape).parse(subscriptions),
            intents,
            invoices: z.array(invoiceShape).parse(invoices),
          },
          productOfPrice,
        );
      }),
    portalUrl: ({ id, returnUrl, change }) =>
      ask('open the customer portal', async () => {
        const flow = change && (await changeFlow(stripe, change.subscriptionId, priceOf(change.product)));
        const session = await stripe.billingPortal.sessions.create({
          customer: id,
          return_url: returnUrl,
          ...(flow && { flow_data: flow }),
        });
        return portalShape.parse(session).url;
      }),
    endSubscription: (id, unused) =>
      ask('end a subscription', async () => {
        // The invoice that is made at once has the unused days as a credit, which goes to the customer's balance.
        const credit = unused === 'credited' ? { prorate: true, invoice_now: true } : {};
        await orMissing(() => stripe.subscriptions.cancel(id, credit));
      }),
    readEvent: (bytes, signature, now) => readEvent(stripe, settings.webhookSecret, bytes, signature, now),
    customerOfCharge: (id) =>
      ask('read a charge', async () => {
        const charge = await orMissing(() => stripe.charges.retrieve(id));
        return charge && chargeShape.parse(charge).customer;
      }),
    check: () => priceProblems(stripe, settings, ctx),
  };
}

/** The portal's page that changes a subscription to a price, with what it costs today. */
async function changeFlow(
  stripe: Stripe,
  subscription: string,
  price: string,
): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData> {
  const { items } = subscriptionShape.parse(await stripe.subscriptions.retrieve(subscription));
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription, items: [{ id: items.data[0]!.id, price, quantity: 1 }] },
  };
}
