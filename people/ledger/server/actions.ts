import { rewards } from '#people/ledger/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { recordRank } from '#people/activity/server/store.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { firstXp } from './events.ts';
import { type RewardKind, cappedWith, rankChange, rewardOf, startOfUtcDay } from './rules.ts';
import {
  type LockedBalances,
  addEntries,
  addToPeriods,
  beforePaying,
  entriesOf,
  lockBalances,
  lockCredits,
  moveCredits,
  rewardsSince,
  setBalances,
  sumsOfEntries,
  takeResting,
} from './store.ts';

// What other features may use of the rights.
export { can, followGrants, grantEntitlement, holdsRight, revokeEntitlement, rightsOf, spend } from './rights.ts';

/** Announces the balance to the member's open pages, after the commit. */
function announceBalance(ctx: Context, tx: Tx, profileId: string): void {
  tx.afterCommit(() => ctx.realtime.announce(`viewer:${profileId}`, 'session', { event: 'user_updated' }));
}

async function change(
  ctx: Context,
  tx: Tx,
  profileId: string,
  before: LockedBalances,
  entry: { kind: string; cause: string; xp: number; credits: number },
): Promise<boolean> {
  const at = ctx.clock.now();
  const written = await addEntries(tx, {
    profileId,
    kind: entry.kind,
    cause: entry.cause,
    amounts: { xp: entry.xp, credits: entry.credits },
    at,
  });
  if (written.length === 0) return false;
  const xp = before.xp + (written.includes('xp') ? entry.xp : 0);
  const credits = before.credits + (written.includes('credits') ? entry.credits : 0);
  const rank = rankChange({ xp: before.xp, customRole: before.custom_role, source: before.custom_role_source }, xp);
  await setBalances(tx, profileId, { xp, credits, ...(rank && { rank: rank.rank }) });
  if (xp !== before.xp) await addToPeriods(tx, profileId, xp - before.xp, at);
  // XP alone (each day's first visit) is no reason for every open page to fetch its session again; another badge is.
  if (credits !== before.credits || rank) announceBalance(ctx, tx, profileId);
  if (before.xp === 0 && xp > 0) await emit(ctx, tx, firstXp, { profileId, xp });
  if (rank?.promoted) {
    const notified = await notify(ctx, tx, [profileId], {
      ...noticeText.rank(rank.name),
      url: '/ranks',
      cause: `rank:${rank.rank}`,
    });
    // A member who regains a rank has been notified of it before.
    await recordRank(tx, { profileId, rank: rank.rank, name: rank.name, at });
    if (notified > 0)
      tx.afterCommit(() => ctx.realtime.announce(`viewer:${profileId}`, 'rank_reached', { rank: rank.rank }));
  }
  return true;
}

/**
 * Pays a reward once for its cause, within the daily cap of its kind. Locks the profile's row until the transaction
 * ends.
 * @param cause idempotency key that names what is rewarded, such as `forum_post:{id}`
 * @returns whether it was paid now.
 */
export async function award(
  ctx: Context,
  tx: Tx,
  profileId: string,
  kind: RewardKind,
  cause: string,
): Promise<boolean> {
  const before = await lockBalances(tx, profileId);
  if (!before) return false;
  const capped = cappedWith[kind];
  if (capped && (await rewardsSince(tx, profileId, capped, startOfUtcDay(ctx.clock.now()))) >= rewards.perDay)
    return false;
  return await change(ctx, tx, profileId, before, { kind, cause, ...rewardOf[kind] });
}

/**
 * Takes a reward back, at most what the balance holds (decisions §3). Nothing happens when it was never paid, or is
 * taken back already.
 */
export async function takeBack(ctx: Context, tx: Tx, profileId: string, cause: string): Promise<boolean> {
  const before = await lockBalances(tx, profileId);
  if (!before) return false;
  const standing = await standingReward(tx, profileId, cause);
  if (standing.xp <= 0 && standing.credits <= 0) return false;
  return await change(ctx, tx, profileId, before, {
    kind: 'take_back',
    cause: `${cause}#${standing.changes}`,
    xp: -Math.min(standing.xp, before.xp),
    credits: -Math.min(standing.credits, before.credits),
  });
}

/** Pays a reward again that was taken back, once and exactly. */
export async function payAgain(ctx: Context, tx: Tx, profileId: string, cause: string): Promise<boolean> {
  const before = await lockBalances(tx, profileId);
  if (!before) return false;
  const entries = await entriesOf(tx, profileId, cause);
  const last = lastChange(entries);
  if (!last || (last.xp >= 0 && last.credits >= 0)) return false;
  return await change(ctx, tx, profileId, before, {
    kind: 'pay_again',
    cause: `${cause}#${last.number + 1}`,
    xp: -last.xp,
    credits: -last.credits,
  });
}

interface Change {
  readonly number: number;
  readonly xp: number;
  readonly credits: number;
}

function changesOf(entries: readonly { currency: string; amount: number; cause: string }[]): Change[] {
  const byCause = Map.groupBy(entries, (entry) => entry.cause);
  return [...byCause]
    .map(([cause, group]) => ({
      number: Number(/#(\d+)$/.exec(cause)?.[1] ?? 0),
      xp: group.find((entry) => entry.currency === 'xp')?.amount ?? 0,
      credits: group.find((entry) => entry.currency === 'credits')?.amount ?? 0,
    }))
    .toSorted((one, other) => one.number - other.number);
}

function lastChange(entries: readonly { currency: string; amount: number; cause: string }[]): Change | null {
  return changesOf(entries).at(-1) ?? null;
}

/** What of a reward still stands, and the number of its next change. */
async function standingReward(
  tx: Tx,
  profileId: string,
  cause: string,
): Promise<{ xp: number; credits: number; changes: number }> {
  const changes = changesOf(await entriesOf(tx, profileId, cause));
  // The last payment is what stands; a take-back after it leaves nothing, even where the balance held less.
  const last = changes.at(-1);
  if (!last || last.xp < 0 || last.credits < 0) return { xp: 0, credits: 0, changes: 0 };
  return { xp: last.xp, credits: last.credits, changes: last.number + 1 };
}

/**
 * A correction by staff: any amount, never below zero. The cause is an idempotency key.
 * @returns whether anything changed.
 */
export async function correct(
  ctx: Context,
  tx: Tx,
  profileId: string,
  amounts: { xp: number; credits: number },
  cause: string,
): Promise<boolean> {
  const before = await lockBalances(tx, profileId);
  if (!before) return false;
  return await change(ctx, tx, profileId, before, {
    kind: 'correction',
    cause,
    xp: Math.max(amounts.xp, -before.xp),
    credits: Math.max(amounts.credits, -before.credits),
  });
}

/**
 * How a transfer ended: `paid` now, `paid_before` under the same cause, `short` of so many credits, `resting` where the
 * balance would do if nothing of it rested, or nobody to pay.
 */
export type Transfer =
  | { readonly outcome: 'paid' | 'paid_before' | 'resting' }
  | { readonly outcome: 'short'; readonly missing: number }
  | { readonly outcome: 'nobody' };

/**
 * Moves credits from one member to another, once for its cause; no balance goes below zero. What the payee gets rests for
 * the days of the site's settings; what of the payer's rests is not spent. Locks both profiles, in the order of their ids,
 * until the transaction ends. The open pages of both learn of their new balance.
 * @param move.credits above zero.
 * @param move.cause idempotency key, unique among the payer's and the payee's entries, such as `unlock:{post}:{payer}`
 */
export async function transfer(
  ctx: Context,
  tx: Tx,
  move: { from: string; to: string; credits: number; kind: string; cause: string },
): Promise<Transfer> {
  if (move.from === move.to || move.credits <= 0)
    throw new Error('A transfer moves credits from one member to another.');
  const locked = await lockCredits(tx, [move.from, move.to]);
  const payer = locked.get(move.from);
  if (!payer?.has_account) return { outcome: 'nobody' };
  const at = ctx.clock.now();
  const { hasPaid, resting } = await beforePaying(tx, move.from, move.cause, at);
  // The key is checked before the balance, so that a repeated call finds its payment even with an empty balance.
  if (hasPaid) return { outcome: 'paid_before' };
  if (!locked.get(move.to)?.has_account) return { outcome: 'nobody' };
  if (payer.credits < move.credits) return { outcome: 'short', missing: move.credits - payer.credits };
  if (payer.credits - resting < move.credits) return { outcome: 'resting' };
  const { creditsRestDays } = await siteSettings(tx, ctx.db);
  const restsUntil = creditsRestDays === 0 ? null : new Date(at.getTime() + creditsRestDays * 86_400_000);
  await moveCredits(tx, { ...move, at, restsUntil });
  announceBalance(ctx, tx, move.from);
  announceBalance(ctx, tx, move.to);
  return { outcome: 'paid' };
}

/** Who has paid a refund, in credits. */
export interface Refunded {
  readonly bySeller: number;
  readonly bySite: number;
}

/**
 * Pays a member back in full: from the seller's credits, first those that rest, and what these lack from the site. The
 * caller has locked both profiles with all others of its transaction (`lockCredits`).
 * @param back.cause idempotency key, unique among the entries of both
 * @returns null where the buyer has left the site
 */
export async function refund(
  ctx: Context,
  tx: Tx,
  back: { seller: string; buyer: string; credits: number; cause: string },
): Promise<Refunded | null> {
  const { seller, buyer, credits, cause } = back;
  const locked = await lockCredits(tx, [seller, buyer]);
  if (!locked.get(buyer)?.has_account) return null;
  const at = ctx.clock.now();
  const bySeller = Math.min(credits, locked.get(seller)?.credits ?? 0);
  const bySite = credits - bySeller;
  if (bySeller > 0) {
    await moveCredits(tx, { from: seller, to: buyer, credits: bySeller, kind: 'refund', cause, at, restsUntil: null });
    await takeResting(tx, seller, bySeller);
    announceBalance(ctx, tx, seller);
  }
  if (bySite > 0)
    await moveCredits(tx, {
      from: null,
      to: buyer,
      credits: bySite,
      kind: 'refund_by_site',
      cause: `${cause}:site`,
      at,
      restsUntil: null,
    });
  announceBalance(ctx, tx, buyer);
  return { bySeller, bySite };
}

/**
 * Sets a profile's balances to the sums of its entries, and the rank to what they earn. A sum below zero, which only a
 * manual change of the database can cause, counts as zero.
 * @returns whether anything was wrong.
 */
export async function recountBalances(tx: Tx, profileId: string): Promise<boolean> {
  const before = await lockBalances(tx, profileId);
  if (!before) return false;
  const sums = await sumsOfEntries(tx, profileId);
  const xp = Math.max(0, sums.xp);
  const credits = Math.max(0, sums.credits);
  if (xp === before.xp && credits === before.credits) return false;
  const rank = rankChange({ xp: before.xp, customRole: before.custom_role, source: before.custom_role_source }, xp);
  await setBalances(tx, profileId, { xp, credits, ...(rank && { rank: rank.rank }) });
  return true;
}
