import { type Entitlement, type Product, productNames, tiers, upgrade } from '#people/ledger/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { rightsOf, spend } from '#people/ledger/server/actions.ts';
import { openedBy } from '#people/ledger/server/rules.ts';
import { grantsOf } from '#people/ledger/server/store.ts';
import type { Executor } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { type PaymentProvider, ProviderFailed } from './provider.ts';
import { providerOf } from './providers.ts';
import { isInLifetime, isTier, slotOf } from './rules.ts';
import {
  type SessionRow,
  addCustomer,
  addressOf,
  customerOf,
  endSession,
  nameCustomer,
  nameSession,
  reserveSession,
  sessionByProvider,
  subscriptionsOf,
} from './store.ts';
import { syncMember } from './sync.ts';

/** Milliseconds after which a checkout that the provider never named is given up. */
const UNNAMED_MS = 3_600_000;

/** Runs a call of the provider: failures are logged and answered as a refusal. @throws {Refusal} */
export async function askProvider<T>(
  ctx: Context,
  code: 'checkout_failed' | 'provider_failed',
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    ctx.log.error({ err: error }, 'the payment provider failed');
    throw new Refusal(code);
  }
}

/**
 * Begins a checkout, or goes on with the open one: one member has one open checkout for all tiers and one for each other
 * product, so that several tabs pay once. Who has another tier is sent to change it.
 * @returns the address to go to
 * @throws {Refusal} `already_owned`, `upgrade_opened`, `checkout_failed`
 */
export async function startCheckout(ctx: Context, viewer: Viewer, product: Product): Promise<string> {
  const provider = await providerOf(ctx);
  if (!provider?.sells(product)) throw new Refusal('checkout_failed');
  return await askProvider(ctx, 'checkout_failed', async () => {
    const customerId = await customerIdOf(ctx, provider, viewer);
    // A checkout that ends while it is looked at makes one more round; more than a few is a defect.
    for (let round = 0; round < 5; round++) {
      await refuseOwned(ctx, viewer.profileId, product);
      const change = await changeOf(ctx, provider, viewer.profileId, product);
      if (change !== null) {
        const returnUrl = `${ctx.siteUrl}/ranks`;
        return await provider.portalUrl({ id: customerId, returnUrl, change: { subscriptionId: change, product } });
      }
      const url = await openCheckout(ctx, provider, viewer.profileId, customerId, product);
      if (url !== null) return url;
    }
    throw new ProviderFailed('The checkouts of a member changed all the time.');
  });
}

/** @throws {Refusal} `already_owned`, `upgrade_opened` */
async function refuseOwned(ctx: Context, profileId: string, product: Product): Promise<void> {
  const owned = await grantsOf(ctx.db, profileId, ctx.clock.now());
  const isCovered = isInLifetime(product) && owned.has('premium_lifetime');
  if (owned.has(product) || isCovered) throw new Refusal('already_owned');
  if (product === upgrade.key) await refuseOpened(ctx, ctx.db, profileId);
}

/** Refuses an upgrade whose rights the member already has, such as by a tier. @throws {Refusal} `upgrade_opened` */
async function refuseOpened(ctx: Context, db: Executor, profileId: string): Promise<void> {
  if (opensAll(await rightsOf(ctx, db, profileId))) throw new Refusal('upgrade_opened');
}

const opensAll = (rights: ReadonlySet<Entitlement>): boolean =>
  openedBy(upgrade.key).every((right) => rights.has(right));

/** The running subscription that would change to this tier; null where a new one begins. */
async function changeOf(
  ctx: Context,
  provider: PaymentProvider,
  profileId: string,
  product: Product,
): Promise<string | null> {
  if (!isTier(product)) return null;
  const rows = await subscriptionsOf(ctx.db, profileId, provider.name);
  return rows.find((row) => row.status === 'active' || row.status === 'past_due')?.provider_id ?? null;
}

async function customerIdOf(ctx: Context, provider: PaymentProvider, viewer: Viewer): Promise<string> {
  const { profileId } = viewer;
  const known = await customerOf(ctx.db, profileId, provider.name);
  if (known?.provider_id) return known.provider_id;
  await addCustomer(ctx.db, profileId, provider.name, ctx.clock.now());
  const address = await addressOf(ctx.db, profileId);
  if (!address) throw new Refusal('sign_in_required');
  const id = await provider.createCustomer({ profileId, email: address.email, name: address.display_name });
  await nameCustomer(ctx.db, profileId, provider.name, id);
  return id;
}

/** @returns null where what was open has ended meanwhile: look again */
async function openCheckout(
  ctx: Context,
  provider: PaymentProvider,
  profileId: string,
  customerId: string,
  product: Product,
): Promise<string | null> {
  const at = ctx.clock.now();
  const row = await reserveSession(ctx.db, { profileId, provider: provider.name, product, slot: slotOf(product), at });
  if (row.provider_id !== null) return await continueCheckout(ctx, provider, row, product);
  const isOther = row.product !== product;
  if (isOther || at.getTime() - row.created_at.getTime() > UNNAMED_MS) {
    await endSession(ctx.db, row.id, 'expired');
    return null;
  }
  const session = await provider.createSession({
    reference: row.id,
    customerId,
    profileId,
    product,
    successUrl: `${ctx.siteUrl}/payment-success?tier=${product}&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${ctx.siteUrl}${product === upgrade.key ? '/upgrades' : '/ranks'}`,
  });
  if (session.url === null) throw new ProviderFailed('A new checkout has no address.');
  await nameSession(ctx.db, row.id, session.id, session.url);
  return session.url;
}

/** Resumes an open checkout; one for another product is ended first. */
async function continueCheckout(
  ctx: Context,
  provider: PaymentProvider,
  row: SessionRow,
  product: Product,
): Promise<string | null> {
  const id = row.provider_id!;
  const session = row.product === product ? await provider.session(id) : await provider.expireSession(id);
  if (session?.state === 'open') return session.url;
  if (session?.state === 'paid') await syncMember(ctx, row.profile_id, 'event');
  await endSession(ctx.db, row.id, session?.state === 'paid' ? 'paid' : 'expired');
  return null;
}

/** What `/payment-success` shows. */
interface Verified {
  readonly success: boolean;
  readonly message: string;
  readonly product: Product | null;
}

const unknownPayment: Verified = {
  success: false,
  message: 'We found no payment of yours under this address. If you were charged, it will show up within minutes.',
  product: null,
};

/**
 * Asks for a checkout of a member. Nothing is granted by asking: rights follow what the provider answers. A session of
 * somebody else is answered like one that does not exist.
 * @throws {Refusal} `provider_failed`
 */
export async function verifySession(ctx: Context, viewer: Viewer, sessionId: string): Promise<Verified> {
  const provider = await providerOf(ctx);
  if (!provider) return unknownPayment;
  const row = await sessionByProvider(ctx.db, provider.name, sessionId);
  if (row?.profile_id !== viewer.profileId) return unknownPayment;
  return await askProvider(ctx, 'provider_failed', async () => {
    const { product } = row;
    const owns = async (): Promise<boolean> => (await grantsOf(ctx.db, viewer.profileId, ctx.clock.now())).has(product);
    if (row.state !== 'paid' || !(await owns())) {
      const session = await provider.session(sessionId);
      if (session?.state !== 'paid')
        return { success: false, message: 'This payment was not completed, and nothing was charged for it.', product };
      await endSession(ctx.db, row.id, 'paid');
      await syncMember(ctx, viewer.profileId, 'event');
    }
    if (await owns()) return { success: true, message: `You now have ${productNames[product]}.`, product };
    return { success: false, message: 'This payment was taken back, or what it paid for has ended.', product };
  });
}

/** The address where a member manages their subscription. @throws {Refusal} `nothing_to_manage`, `provider_failed` */
export async function portalUrl(ctx: Context, viewer: Viewer): Promise<string> {
  const provider = await providerOf(ctx);
  if (!provider) throw new Refusal('nothing_to_manage');
  const customer = await customerOf(ctx.db, viewer.profileId, provider.name);
  const id = customer?.provider_id;
  if (id == null) throw new Refusal('nothing_to_manage');
  const returnUrl = `${ctx.siteUrl}/settings/premium`;
  return await askProvider(ctx, 'provider_failed', () => provider.portalUrl({ id, returnUrl, change: null }));
}

/**
 * Buys the upgrade with credits, once.
 * @returns what the member has left
 * @throws {Refusal} `already_owned`, `upgrade_opened`, `insufficient_credits`, `credits_resting`, `not_for_credits`
 */
export async function buyWithCredits(ctx: Context, viewer: Viewer): Promise<number> {
  const price = ctx.config.payments.upgradeCredits;
  if (price === null) throw new Refusal('not_for_credits');
  return await ctx.db.tx(async (tx) => {
    const at = ctx.clock.now();
    if (!(await grantsOf(tx, viewer.profileId, at)).has(upgrade.key)) await refuseOpened(ctx, tx, viewer.profileId);
    const bought = await spend(ctx, tx, viewer.profileId, {
      product: upgrade.key,
      credits: price,
      source: 'credits',
      cause: `upgrade:${upgrade.key}:${newId(at)}`,
    });
    if (bought.outcome === 'owned') throw new Refusal('already_owned');
    if (bought.outcome === 'resting') throw new Refusal('credits_resting');
    if (bought.outcome === 'short')
      throw new Refusal('insufficient_credits', { meta: { price, balance: bought.balance } });
    return bought.balance;
  });
}

const stateOf = (
  row: { status: string; ends_at: Date | null; product: Product | null },
  hasLifetime: boolean,
): 'active' | 'ending' | 'grace' | 'covered' => {
  if (hasLifetime && isInLifetime(row.product)) return 'covered';
  return row.status === 'past_due' ? 'grace' : row.ends_at === null ? 'active' : 'ending';
};

/** A member's purchases and the rights that they grant. */
export async function ownPayments(ctx: Context, viewer: Viewer) {
  const now = ctx.clock.now();
  const { profileId } = viewer;
  const provider = await providerOf(ctx);
  const [grants, rights, customer, rows] = await Promise.all([
    grantsOf(ctx.db, profileId, now),
    rightsOf(ctx, ctx.db, profileId),
    provider && customerOf(ctx.db, profileId, provider.name),
    provider ? subscriptionsOf(ctx.db, profileId, provider.name) : [],
  ]);
  const row = rows.find(
    (subscription) =>
      (subscription.status === 'active' || subscription.status === 'past_due') && !subscription.is_reversed,
  );
  const tier = tiers.find((candidate) => candidate.key === row?.product);
  const grace = ctx.config.payments.graceDays * 86_400_000;
  const until =
    row && (row.status === 'past_due' ? new Date(row.period_start.getTime() + grace) : (row.ends_at ?? row.period_end));
  return {
    credits: viewer.credits,
    owned: (Object.keys(productNames) as Product[]).filter((product) => grants.has(product)),
    subscription:
      row && tier && until && until > now
        ? { product: tier.key, state: stateOf(row, grants.has('premium_lifetime')), until: until.toISOString() }
        : null,
    rights: [...rights],
    isUpgradeOpened: opensAll(rights),
    canManage: customer?.provider_id != null,
  };
}
