import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { entitlements, products, tiers, upgrade } from '#people/ledger/contract/limits.ts';
import { tips } from './limits.ts';
import { cursor, id, pageOf, timestamp } from '#platform/contract/shapes.ts';

const product = z.enum(products);
const tier = z.enum(tiers.map((choice) => choice.key));

/** Something that can be bought. `available`: with the provider of this site, now. */
const offer = z.object({ product, name: z.string(), cents: z.int(), available: z.boolean() });

/** What is sold, at the operator's prices. */
export const offers = z.object({
  /** The test checkout takes the payments: no money moves. */
  isTest: z.boolean(),
  /** By the month. */
  tiers: z.array(offer),
  lifetime: offer,
  /** `credits`: its price in credits; null where it is sold for money alone. */
  upgrade: offer.extend({ credits: z.int().nullable() }),
});
export type Offers = z.infer<typeof offers>;

/** A subscription as its member sees it. */
export const ownSubscription = z.object({
  product: tier,
  /**
   * `active` renews; `ending` was cancelled and goes on until `until`; `grace`: the renewal fails, and it goes on until
   * `until`; `covered` by Premium for life: the site is ending it, and its unused days are credited.
   */
  state: z.enum(['active', 'ending', 'grace', 'covered']),
  until: timestamp,
});

/** What a member has bought, and what it opens. */
export const ownPayments = z.object({
  credits: z.int(),
  /** Ids of what the member owns: tiers and upgrades. */
  owned: z.array(product),
  subscription: ownSubscription.nullable(),
  rights: z.array(z.enum(entitlements)),
  /** Everything that the upgrade opens is open already, such as by a tier: it is not offered. */
  isUpgradeOpened: z.boolean(),
  /** There is something to manage at the provider. */
  canManage: z.boolean(),
});
export type OwnPayments = z.infer<typeof ownPayments>;

/** One invoice; of the provider, which also has its document. */
export const invoice = z.object({
  id,
  number: z.string().nullable(),
  title: z.string(),
  status: z.enum(['open', 'paid', 'void', 'refunded']),
  totalCents: z.int(),
  taxCents: z.int(),
  refundedCents: z.int(),
  currency: z.string(),
  url: z.string().nullable(),
  at: timestamp,
});
export type Invoice = z.infer<typeof invoice>;

/** The contents whose authors can be tipped; posts of the forum have an endpoint of their own. */
export const tippedKinds = ['upload', 'song', 'drumkit', 'editing_pack', 'leak', 'self_promotion_post', 'set'] as const;

export const payments = defineEndpoints({
  'GET /payments/offers': {
    access: 'public',
    limit: 'read',
    summary: 'What is sold, and at which prices.',
    reply: offers,
    errors: [],
  },
  'GET /payments/mine': {
    access: 'session',
    limit: 'read',
    summary: 'What the member owns, the state of their subscription, and the rights that follow.',
    reply: ownPayments,
    errors: [],
  },
  'POST /payments/checkout': {
    access: 'member',
    limit: 'checkout',
    failure: 'Failed to create checkout session',
    summary:
      'Begins a checkout, or the change of a running subscription, and answers the address to go to. The price is the site’s own.',
    body: z.strictObject({ product }),
    reply: z.object({ url: z.string() }),
    errors: ['already_owned', 'upgrade_opened', 'checkout_failed'],
  },
  'POST /payments/verify': {
    access: 'session',
    limit: 'checkout',
    failure: 'Failed to verify payment',
    summary: 'Asks the provider for a checkout of the member. Safe to call any number of times.',
    body: z.strictObject({ sessionId: z.string().min(1).max(300) }),
    reply: z.object({ success: z.boolean(), message: z.string(), product: product.nullable() }),
    errors: ['provider_failed'],
  },
  'POST /payments/portal': {
    access: 'session',
    limit: 'checkout',
    failure: 'Failed to open your subscription',
    summary: 'The address where the member manages their subscription at the provider.',
    reply: z.object({ url: z.string() }),
    errors: ['nothing_to_manage', 'provider_failed'],
  },
  'POST /payments/upgrades/:product': {
    access: 'member',
    limit: 'pay',
    failure: { title: 'Purchase Failed', text: 'Something went wrong with your purchase' },
    summary: 'Buys an upgrade with credits.',
    params: z.object({ product: z.literal(upgrade.key) }),
    reply: z.object({ credits: z.int() }),
    errors: ['already_owned', 'upgrade_opened', 'insufficient_credits', 'credits_resting', 'not_for_credits'],
  },
  'GET /payments/invoices': {
    access: 'session',
    limit: 'read',
    summary: 'The member’s invoices, newest first.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(invoice),
    errors: [],
  },
  'POST /tips/:kind/:contentId': {
    access: 'member',
    limit: 'pay',
    failure: 'Failed to send the tip',
    summary: 'Tips the author of a content. The same submit again pays nothing more.',
    params: z.object({ kind: z.enum(tippedKinds), contentId: id }),
    body: z.strictObject({ submitId: id, credits: z.int().min(tips.min).max(tips.max).default(tips.default) }),
    reply: z.object({ credits: z.int() }),
    errors: [
      'content_not_found',
      ...tippedKinds.map((kind) => `${kind}_not_found` as const),
      'adults_only',
      'own_content_tip',
      'author_gone',
      'credits_short',
      'credits_resting',
    ],
  },
});
