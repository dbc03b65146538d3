import { type MemberCard, community } from '#people/community/contract/endpoints.ts';
import { type MemberOrder, people } from '#people/community/contract/limits.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { periodStart } from '#people/ledger/server/rules.ts';
import type { CustomRole } from '#people/profiles/server/rules.ts';
import { activeCustomRoles, personOf, rankOf } from '#people/profiles/server/store.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import { board, ownLine } from './boards-store.ts';
import { type MemberKey, type MemberRow, memberPage, newestMembers, searchMembers } from './members-store.ts';
import { soughtNames } from './rules.ts';
import { statistics } from './store.ts';

function cardOf(row: MemberRow, roles: ReadonlyMap<string, CustomRole>): MemberCard {
  return {
    ...personOf(row, roles),
    rank: rankOf(row, roles),
    isStaff: row.person_is_admin || row.person_is_moderator,
    xp: row.xp,
    joinedAt: row.created_at.toISOString(),
  };
}

/** @throws {Refusal} `invalid` for a cursor that no list in this order has given. */
function keyOf(cursor: string | undefined, order: MemberOrder): MemberKey | null {
  if (cursor === undefined) return null;
  const [of, text = '', id = ''] = decodeCursor(cursor, 3) ?? [];
  const value = Number(text);
  // What neither an integer column nor a date can hold would be an error of the database.
  const max = order === 'xp' ? 2_147_483_647 : 8_640_000_000_000_000;
  if (of !== order || !isId(id) || !/^\d+$/.test(text) || value > max) throw new Refusal('invalid');
  return { value, id };
}

export const communityRoutes = routes(community, {
  'GET /community/statistics': (ctx) => statistics(ctx.db),
  async 'GET /community/newest-members'(ctx, { viewer }) {
    const [rows, roles] = await Promise.all([newestMembers(ctx.db, viewer), activeCustomRoles(ctx.db)]);
    return { items: rows.map((row) => cardOf(row, roles)) };
  },
  async 'GET /members'(ctx, { viewer, query: { filter = 'all', order = 'xp', q = '', after } }) {
    const roles = await activeCustomRoles(ctx.db);
    if (q !== '') {
      const names = soughtNames(q);
      const found = names === null ? [] : await searchMembers(ctx.db, viewer, names, filter);
      const items = found.slice(0, people.searchResults).map((row) => cardOf(row, roles));
      return { items, next: null, isCut: found.length > items.length };
    }
    const rows = await memberPage(ctx.db, viewer, { filter, order, after: keyOf(after, order) });
    const page = rows.slice(0, people.membersPerPage);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map((row) => cardOf(row, roles)),
      next: last ? encodeCursor([order, order === 'xp' ? last.xp : last.created_at.getTime(), last.person_id]) : null,
      isCut: false,
    };
  },
  async 'GET /leaderboards'(ctx, { viewer, query: { period = 'all' } }) {
    const at = ctx.clock.now();
    const [rows, roles] = await Promise.all([board(ctx.db, viewer, period, at), activeCustomRoles(ctx.db)]);
    const items = rows.map((row, index) => ({ place: index + 1, xp: row.earned, member: cardOf(row, roles) }));
    const listed = viewer && items.find((line) => line.member.id === viewer.profileId);
    const beyond = viewer && !listed ? await ownLine(ctx.db, viewer, period, at) : null;
    return {
      items,
      since: period === 'all' ? null : `${periodStart(period, at)}T00:00:00.000Z`,
      own: listed
        ? { place: listed.place, xp: listed.xp }
        : beyond && { place: beyond.before === null ? null : beyond.before + 1, xp: beyond.xp },
    };
  },
});
