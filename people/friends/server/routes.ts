import { friends } from '#people/friends/contract/limits.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { type Follow, type Relation, friendEndpoints } from '#people/friends/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { displayNameKey } from '#people/profiles/server/rules.ts';
import { activeCustomRoles, personOf, profileIdByName, showsConnections } from '#people/profiles/server/store.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { EventType } from '#platform/server/events/event.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { askFriend, blockMember, emitRelation, unblockMember } from './actions.ts';
import { type RelationChange, relationAccepted, relationEnded } from './events.ts';
import { follow, followCounts, followedBy, isFollowing, unfollow } from './following.ts';
import {
  type LineKey,
  acceptRequest,
  counts,
  deleteBetween,
  deleteRequest,
  friendsOf,
  isHiddenFrom,
  lines,
  lockPair,
  mentionable,
  searchStrangers,
  standing,
} from './store.ts';

const done = { ok: true } as const;

const nobody: Follow = { isFollowing: null, followers: 0, following: 0 };

/** How a member is followed, as this reader sees it. */
async function followOf(ctx: Context, viewer: Viewer | null, profileId: string): Promise<Follow> {
  const isOther = viewer !== null && viewer.profileId !== profileId;
  const [numbers, mine] = await Promise.all([
    followCounts(ctx.db, profileId),
    isOther ? isFollowing(ctx.db, viewer.profileId, profileId) : null,
  ]);
  return { ...numbers, isFollowing: mine };
}

/** @throws {Refusal} `invalid` for a cursor that no list has given. */
function keyOf(cursor: string | undefined): LineKey | null {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, 2) ?? [];
  const timestamp = new Date(Number(at));
  if (id === undefined || !isId(id) || Number.isNaN(timestamp.getTime())) throw new Refusal('invalid');
  return { at: timestamp, id };
}

/** Changes the relation of two members, one action after the other. */
async function between(
  ctx: Context,
  viewerId: string,
  otherId: string,
  event: EventType<RelationChange>,
  action: (tx: Tx, at: Date) => Promise<Relation>,
): Promise<{ relation: Relation }> {
  const at = ctx.clock.now();
  return await ctx.db.tx(async (tx) => {
    await lockPair(tx, viewerId, otherId);
    const relation = await action(tx, at);
    await emitRelation(ctx, tx, event, { by: viewerId, other: otherId, at });
    return { relation };
  });
}

export const friendRoutes = routes(friendEndpoints, {
  async 'GET /friends'(ctx, { viewer, query }) {
    const rows = await lines(ctx.db, viewer.profileId, query.list, keyOf(query.after), friends.perPage + 1);
    const page = rows.slice(0, friends.perPage);
    const roles = await activeCustomRoles(ctx.db);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map((row) => ({
        person: { ...personOf(row, roles), id: row.person_id },
        since: row.since.toISOString(),
      })),
      next: last ? encodeCursor([last.since.getTime(), last.row_id]) : null,
    };
  },
  'GET /friends/counts': (ctx, { viewer }) => counts(ctx.db, viewer.profileId),
  async 'GET /friends/search'(ctx, { viewer, query }) {
    const sought = displayNameKey(query.q.replace(/^@/, ''));
    if (sought === '') return { items: [] };
    const rows = await searchStrangers(ctx.db, viewer.profileId, sought, friends.searchResults);
    const roles = await activeCustomRoles(ctx.db);
    return { items: rows.map((row) => ({ ...personOf(row, roles), id: row.person_id })) };
  },
  async 'GET /friends/mentions'(ctx, { viewer, query: { q, near } }) {
    const rows = await mentionable(ctx.db, viewer, displayNameKey(q), near, ctx.clock.now(), friends.mentions);
    const roles = await activeCustomRoles(ctx.db);
    return { items: rows.map((row) => ({ ...personOf(row, roles), id: row.person_id })) };
  },
  async 'GET /profiles/:username/friends'(ctx, { viewer, params }) {
    const profileId = await profileIdByName(ctx.db, params.username, ctx.clock.now());
    if (profileId === null) throw new Refusal('profile_not_found');
    const isOther = viewer !== null && viewer.profileId !== profileId;
    const [stands, rows, { friends: count }, roles] = await Promise.all([
      isOther ? standing(ctx.db, viewer.profileId, profileId) : null,
      friendsOf(ctx.db, profileId, viewer, friends.onProfile),
      counts(ctx.db, profileId),
      activeCustomRoles(ctx.db),
    ]);
    if (stands?.isBlockedBy && !isStaff(viewer)) throw new Refusal('profile_not_found');
    // Who blocks a member is left with the way to unblock them.
    if (stands?.relation === 'blocked' && !isStaff(viewer))
      return { relation: 'blocked', count: 0, follow: nobody, items: [] };
    const isOwn = viewer?.profileId === profileId;
    const followed = await followOf(ctx, viewer, profileId);
    if (!isOwn && !(await showsConnections(ctx.db, profileId)))
      return { relation: stands?.relation ?? null, count: 0, follow: followed, items: [] };
    return {
      relation: stands?.relation ?? null,
      count,
      follow: followed,
      items: rows.map((row) => ({ ...personOf(row, roles), id: row.person_id })),
    };
  },
  async 'POST /friends'(ctx, { viewer, body }) {
    return { relation: await askFriend(ctx, viewer.profileId, body.profileId) };
  },
  'POST /friends/:profileId/accept': (ctx, { viewer, params }) =>
    between(ctx, viewer.profileId, params.profileId, relationAccepted, async (tx, at) => {
      if (!(await acceptRequest(tx, params.profileId, viewer.profileId, at))) throw new Refusal('request_not_found');
      return 'friends';
    }),
  'POST /friends/:profileId/decline': (ctx, { viewer, params }) =>
    between(ctx, viewer.profileId, params.profileId, relationEnded, async (tx) => {
      if (!(await deleteRequest(tx, params.profileId, viewer.profileId))) throw new Refusal('request_not_found');
      return 'none';
    }),
  'POST /friends/:profileId/cancel': (ctx, { viewer, params }) =>
    between(ctx, viewer.profileId, params.profileId, relationEnded, async (tx) => {
      if (!(await deleteRequest(tx, viewer.profileId, params.profileId))) throw new Refusal('request_not_found');
      return 'none';
    }),
  'DELETE /friends/:profileId': (ctx, { viewer, params }) =>
    between(ctx, viewer.profileId, params.profileId, relationEnded, async (tx) => {
      if (!(await deleteBetween(tx, viewer.profileId, params.profileId, 'accepted')))
        throw new Refusal('friend_not_found');
      return 'none';
    }),
  async 'GET /following'(ctx, { viewer, query }) {
    const rows = await followedBy(ctx.db, viewer.profileId, keyOf(query.after), friends.perPage + 1);
    const page = rows.slice(0, friends.perPage);
    const roles = await activeCustomRoles(ctx.db);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map((row) => ({
        person: { ...personOf(row, roles), id: row.person_id },
        since: row.since.toISOString(),
      })),
      next: last ? encodeCursor([last.since.getTime(), last.person_id]) : null,
    };
  },
  async 'GET /following/:profileId'(ctx, { viewer, params }) {
    if (await isHiddenFrom(ctx.db, viewer, params.profileId)) throw new Refusal('profile_not_found');
    return await followOf(ctx, viewer, params.profileId);
  },
  async 'PUT /following/:profileId'(ctx, { viewer, params }) {
    await follow(ctx, viewer.profileId, params.profileId);
    return await followOf(ctx, viewer, params.profileId);
  },
  async 'DELETE /following/:profileId'(ctx, { viewer, params }) {
    await unfollow(ctx, viewer.profileId, params.profileId);
    return await followOf(ctx, viewer, params.profileId);
  },
  async 'PUT /blocks/:profileId'(ctx, { viewer, params }) {
    await blockMember(ctx, viewer.profileId, params.profileId);
    return done;
  },
  async 'DELETE /blocks/:profileId'(ctx, { viewer, params }) {
    await unblockMember(ctx, viewer.profileId, params.profileId);
    return done;
  },
});
