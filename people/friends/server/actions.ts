import type { Relation } from '#people/friends/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import type { EventType } from '#platform/server/events/event.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { endFollowing } from './following.ts';
import { type RelationChange, relationAccepted, relationAsked, relationEnded } from './events.ts';
import { acceptRequest, deleteBetween, insertRequest, lockPair, setBlock, standing } from './store.ts';

/** Emits what has happened between two members, and publishes it to the pages of both. */
export async function emitRelation(
  ctx: Context,
  tx: Tx,
  event: EventType<RelationChange>,
  change: RelationChange,
): Promise<void> {
  await emit(ctx, tx, event, change);
  await publishRelations(ctx, tx, [change.by, change.other]);
}

/** Pages of two members read their lists again, those that are only loading too. */
async function publishRelations(ctx: Context, tx: Tx, pair: readonly [string, string]): Promise<void> {
  // Sorted, so that two transactions that publish to the same members do not deadlock.
  // Runs before the events, so that members who lost access do not get them.
  tx.afterCommit(() => ctx.realtime.recheck({ members: pair }));
  for (const id of pair.toSorted()) await ctx.realtime.publish(tx, `viewer:${id}`, 'relations_changed', {});
  outdatePages(ctx, tx);
}

/** Announces to the open pages of all whom a member leaves behind that their lists have changed. */
export function announceToPages(ctx: Context, tx: Tx, profileIds: readonly string[]): void {
  tx.afterCommit(() => {
    for (const id of profileIds) ctx.realtime.announce(`viewer:${id}`, 'relations_changed', {});
  });
  outdatePages(ctx, tx);
}

/** Drops cached pages: profiles show friends and have no topic for them; a block denies files too. */
const outdatePages = (ctx: Context, tx: Tx): void => tx.afterCommit(() => ctx.pages.outdate([], 'changed'));

/**
 * Asks a member to be friends; where they have asked already, the two are friends. Idempotent.
 * @throws {Refusal} `profile_not_found` (also for who blocks the asking), `own_profile`, `member_blocked`.
 */
export async function askFriend(ctx: Context, from: string, to: string): Promise<Relation> {
  if (from === to) throw new Refusal('own_profile');
  const at = ctx.clock.now();
  return await ctx.db.tx(async (tx) => {
    if (!(await lockPair(tx, from, to))) throw new Refusal('profile_not_found');
    const { relation, isBlockedBy } = await standing(tx, from, to);
    if (relation === 'blocked') throw new Refusal('member_blocked');
    if (isBlockedBy) throw new Refusal('profile_not_found');
    if (relation === 'received') {
      await acceptRequest(tx, to, from, at);
      await emitRelation(ctx, tx, relationAccepted, { by: from, other: to, at });
      return 'friends';
    }
    if (relation !== 'none') return relation;
    await insertRequest(tx, { id: newId(at), from, to, at });
    await emitRelation(ctx, tx, relationAsked, { by: from, other: to, at });
    return 'sent';
  });
}

/**
 * Blocks a member; friendship and requests between the two end. @throws {Refusal} `profile_not_found`, `own_profile`
 */
export async function blockMember(ctx: Context, blocker: string, blocked: string): Promise<void> {
  if (blocker === blocked) throw new Refusal('own_profile');
  const at = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    if (!(await lockPair(tx, blocker, blocked))) throw new Refusal('profile_not_found');
    await deleteBetween(tx, blocker, blocked);
    await endFollowing(tx, blocker, blocked);
    await setBlock(tx, blocker, blocked, at);
    await emitRelation(ctx, tx, relationEnded, { by: blocker, other: blocked, at });
  });
}

/** Lifts a block, if there is one. */
export async function unblockMember(ctx: Context, blocker: string, blocked: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    // Who has left has no blocks any more.
    if (!(await lockPair(tx, blocker, blocked))) return;
    await setBlock(tx, blocker, blocked, null);
    await publishRelations(ctx, tx, [blocker, blocked]);
  });
}
