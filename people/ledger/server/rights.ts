import type { Entitlement } from '#people/ledger/contract/limits.ts';
import { rankForXp } from '#people/ledger/contract/ranks.ts';
import type { Context } from '#platform/server/context.ts';
import { publishToMember } from '#people/profiles/server/actions.ts';
import type { Executor, SQL, Tx } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { z } from 'zod';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { rightsChanged } from './events.ts';
import { type Grant, grantsWith, highestTier, openedBy } from './rules.ts';
import {
  addEntries,
  deleteGrants,
  grantsOf,
  holdsAny,
  lockBalances,
  lockGrantColumns,
  restingOf,
  setBalances,
  writeGrant,
  writeGrantColumns,
} from './store.ts';

/**
 * The rights of a member, decided here alone: those of their products and single grants, and those that the operator
 * has made free for all.
 */
export async function rightsOf(ctx: Context, db: Executor, profileId: string): Promise<Set<Entitlement>> {
  const grants = await grantsOf(db, profileId, ctx.clock.now());
  return new Set([...ctx.config.freeEntitlements, ...[...grants].flatMap(openedBy)]);
}

/** Whether a member may use what an upgrade opens. */
export async function can(ctx: Context, profileId: string, right: Entitlement): Promise<boolean> {
  if (ctx.config.freeEntitlements.includes(right)) return true;
  return (await rightsOf(ctx, ctx.db, profileId)).has(right);
}

/**
 * The condition of a query that a profile holds a right by its own grants; null where the operator has given it to all.
 * @param profile a column with a profile's id
 */
export function holdsRight(ctx: Context, right: Entitlement, profile: SQL): SQL | null {
  if (ctx.config.freeEntitlements.includes(right)) return null;
  return holdsAny(profile, grantsWith(right), ctx.clock.now());
}

/** Ends the rights of an expired grant, on open pages too. */
export const grantEndedJob: Job<{ profileId: string; endsAt: string }> = defineJob({
  name: 'ledger.grant-ended',
  payload: z.object({ profileId: z.uuid(), endsAt: z.iso.datetime() }),
  run: (ctx, { profileId, endsAt }) =>
    ctx.db.tx(async (tx) => {
      const due = new Date(endsAt);
      await followGrants(ctx, tx, profileId);
      // The clock of this process is behind the database's: the job runs again at the right time.
      if (due > ctx.clock.now()) await ctx.jobs.enqueue(tx, grantEndedJob, { profileId, endsAt }, { startAfter: due });
    }),
});

/**
 * Gives a product or a right, from a source that can take it away again.
 * @param expiresAt null: for good
 */
export async function grantEntitlement(
  ctx: Context,
  tx: Tx,
  profileId: string,
  name: Grant,
  source: string,
  expiresAt: Date | null,
): Promise<void> {
  await writeGrant(tx, { profileId, name, source, expiresAt, at: ctx.clock.now() });
  await followGrants(ctx, tx, profileId);
  await emit(ctx, tx, rightsChanged, { profileId, endsAt: expiresAt });
  if (expiresAt === null) return;
  const due = { profileId, endsAt: expiresAt.toISOString() };
  await ctx.jobs.enqueue(tx, grantEndedJob, due, { startAfter: expiresAt });
}

/**
 * Takes a product or a right away.
 * @param source only what this source gave; null takes it whoever gave it.
 * @returns the sources that had given it; empty when the member did not have it.
 */
export async function revokeEntitlement(
  ctx: Context,
  tx: Tx,
  profileId: string,
  name: Grant,
  source: string | null,
): Promise<string[]> {
  const sources = await deleteGrants(tx, profileId, name, source);
  if (sources.length === 0) return [];
  await followGrants(ctx, tx, profileId);
  await emit(ctx, tx, rightsChanged, { profileId, endsAt: null });
  return sources;
}

/**
 * Sets what follows a member's grants: the list of owned upgrades, and the role, whose source `tier` gives way to a role
 * that staff assigned by hand and falls back to the rank of their XP (decisions §3). Locks the profile's row until the
 * transaction ends; open pages of the member learn of it after the commit.
 */
export async function followGrants(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  const row = await lockGrantColumns(tx, profileId);
  if (!row) return;
  const grants = await grantsOf(tx, profileId, ctx.clock.now());
  const tier = highestTier(grants);
  const owned = [...grants].filter((name) => openedBy(name).length > 1).toSorted();
  const role =
    row.custom_role_source === 'staff' || (tier === null && row.custom_role_source !== 'tier')
      ? { custom_role: row.custom_role, custom_role_source: row.custom_role_source }
      : tier === null
        ? { custom_role: rankForXp(row.xp), custom_role_source: 'xp' as const }
        : { custom_role: tier, custom_role_source: 'tier' as const };
  const isOther = role.custom_role !== row.custom_role;
  const ownsOther = owned.join() !== row.owned_upgrades.join();
  if (isOther || role.custom_role_source !== row.custom_role_source || ownsOther)
    await writeGrantColumns(tx, profileId, { ...role, owned_upgrades: owned });
  await ctx.realtime.publish(tx, `viewer:${profileId}`, 'rights_changed', {});
  await publishToMember(ctx, tx, profileId);
  // Visitors' pages show the badge beside every name, and lists who has priority.
  if (isOther || ownsOther) tx.afterCommit(() => ctx.pages.drop());
}

/** How a purchase with credits ended (`resting`: not yet, because of credits that rest), and what the member has then. */
export type Spent = { readonly outcome: 'bought' | 'owned' | 'short' | 'resting'; readonly balance: number };

/**
 * Buys a product with credits: takes the credits and grants it in one transaction, unless the member owns it already.
 * Locks the profile's row until the transaction ends.
 */
export async function spend(
  ctx: Context,
  tx: Tx,
  profileId: string,
  purchase: { product: Grant; credits: number; source: string; cause: string },
): Promise<Spent> {
  const before = await lockBalances(tx, profileId);
  const balance = before?.credits ?? 0;
  const at = ctx.clock.now();
  if ((await grantsOf(tx, profileId, at)).has(purchase.product)) return { outcome: 'owned', balance };
  if (balance < purchase.credits) return { outcome: 'short', balance };
  if (balance - ((await restingOf(tx, profileId, at))?.credits ?? 0) < purchase.credits)
    return { outcome: 'resting', balance };
  const { product, credits, source, cause } = purchase;
  await addEntries(tx, { profileId, kind: 'upgrade', cause, amounts: { credits: -credits }, at });
  await setBalances(tx, profileId, { xp: before!.xp, credits: balance - credits });
  await grantEntitlement(ctx, tx, profileId, product, source, null);
  return { outcome: 'bought', balance: balance - credits };
}
