import { type Product, premiumLifetimeCents, products, tiers, upgrade } from '#people/ledger/contract/limits.ts';

/** Keys and prices at the payment provider. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Price ids of what is sold. */
  readonly prices: Readonly<Partial<Record<Product, string>>>;
  /** Taxes are computed by the provider. */
  readonly tax: boolean;
  /** Origin of a stand-in on this machine; never in production. */
  readonly standInUrl: string | null;
}

/** What can be bought, and where. */
export interface PaymentSettings {
  /** Null: no keys are set. */
  readonly stripe: StripeSettings | null;
  /** US cents, as pages show them. */
  readonly cents: Readonly<Record<Product, number>>;
  /** Credits for the Ultimate Package; null: it is sold for money alone. */
  readonly upgradeCredits: number | null;
  readonly graceDays: number;
}

/** Reads one setting, trimmed; its default where it is empty. */
type ReadPayments = (
  name:
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_PRICES'
    | 'STRIPE_TAX'
    | 'STRIPE_STAND_IN_URL'
    | 'PRICES'
    | 'UPGRADE_CREDITS'
    | 'PAYMENT_GRACE_DAYS',
) => string;

const builtIn: Readonly<Record<Product, number>> = {
  ...(Object.fromEntries(tiers.map((tier) => [tier.key, tier.centsPerMonth])) as Record<
    (typeof tiers)[number]['key'],
    number
  >),
  premium_lifetime: premiumLifetimeCents,
  [upgrade.key]: upgrade.cents,
};

/** The pairs of `product=value,…`. @throws where a product is unknown or named twice */
function pairsOf(name: string, value: string): Map<Product, string> {
  const pairs = new Map<Product, string>();
  for (const part of value
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)) {
    const [key = '', ...rest] = part.split('=');
    const product = products.find((known) => known === key.trim());
    const of = rest.join('=').trim();
    if (product === undefined || of === '' || pairs.has(product))
      throw new Error(
        `${name} lists each of ${products.join(', ')} at most once, with "=" and its value; not "${part}".`,
      );
    pairs.set(product, of);
  }
  return pairs;
}

function whole(name: string, value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}; it is "${value}".`);
  return number;
}

function readStripe(text: ReadPayments, production: boolean): StripeSettings | null {
  const secretKey = text('STRIPE_SECRET_KEY');
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET');
  const prices = pairsOf('STRIPE_PRICES', text('STRIPE_PRICES'));
  const standIn = text('STRIPE_STAND_IN_URL');
  const tax = text('STRIPE_TAX');
  if (tax !== 'on' && tax !== 'off') throw new Error(`STRIPE_TAX must be on or off; it is "${tax}".`);
  if (secretKey === '') {
    if (webhookSecret !== '' || prices.size > 0)
      throw new Error('STRIPE_WEBHOOK_SECRET or STRIPE_PRICES is set, but STRIPE_SECRET_KEY is not.');
    return null;
  }
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    throw new Error('STRIPE_SECRET_KEY must be a secret or restricted key: it begins with sk_ or rk_.');
  if (!webhookSecret.startsWith('whsec_'))
    throw new Error('STRIPE_WEBHOOK_SECRET must begin with whsec_: without it no payment would be noticed.');
  for (const [product, price] of prices)
    if (!/^price_\w+$/.test(price))
      throw new Error(`STRIPE_PRICES holds price ids, which begin with price_; not "${price}" for ${product}.`);
  if (standIn !== '' && (production || !/^http:\/\/127\.0\.0\.1:\d+$/.test(standIn)))
    throw new Error(
      `STRIPE_STAND_IN_URL is for tests: http://127.0.0.1 with a port, and refused in production; it is "${standIn}".`,
    );
  return {
    secretKey,
    webhookSecret,
    prices: Object.fromEntries(prices),
    tax: tax === 'on',
    standInUrl: standIn || null,
  };
}

/** Reads the settings of payments. @throws with a sentence that names the setting */
export function readPayments(text: ReadPayments, production: boolean): PaymentSettings {
  const cents = [...pairsOf('PRICES', text('PRICES'))].map(([product, value]) => [
    product,
    whole(`PRICES (${product})`, value, 50, 100_000_00),
  ]);
  const upgradeCredits = whole('UPGRADE_CREDITS', text('UPGRADE_CREDITS'), 0, 100_000_000);
  return {
    stripe: readStripe(text, production),
    cents: { ...builtIn, ...(Object.fromEntries(cents) as Partial<Record<Product, number>>) },
    upgradeCredits: upgradeCredits || null,
    graceDays: whole('PAYMENT_GRACE_DAYS', text('PAYMENT_GRACE_DAYS'), 0, 30),
  };
}
