import { showcase as limits } from '#features/showcase/contract/limits.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { showcaseEndpoints } from '#features/showcase/contract/endpoints.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { routes } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/ids.ts';
import { connectArtist, removeShowcases } from './actions.ts';
import { presentOwn, presentShowcases } from './present.ts';
import { type ShowcaseKey, showcaseOfUser, showcasePage } from './store.ts';

/** @throws {Refusal} `invalid` for a cursor that this list has not given */
function keyOf(cursor: string | undefined): ShowcaseKey | null {
  if (cursor === undefined) return null;
  const [place = '', verified = '', followers = '', id = ''] = decodeCursor(cursor, 4) ?? [];
  const isNumber = /^\d{1,10}$/.test(followers) && Number(followers) <= 2_147_483_647;
  if (!/^[1-9]\d{0,8}$/.test(place) || !/^[01]$/.test(verified) || !isNumber || !isId(id))
    throw new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });
  return { place: Number(place), verified: verified === '1', followers: Number(followers), id };
}

export const showcaseRoutes = routes(showcaseEndpoints, {
  async 'GET /showcases'(ctx, { viewer, query }) {
    const after = keyOf(query.after);
    const rows = await showcasePage(ctx.db, viewer, after, limits.perPage + 1);
    const page = rows.slice(0, limits.perPage);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    const before = after?.place ?? 0;
    return {
      items: await presentShowcases(ctx, viewer, page, before),
      next: last ? encodeCursor([before + page.length, last.is_verified ? 1 : 0, last.followers_count, last.id]) : null,
    };
  },
  async 'GET /showcases/mine'(ctx, { viewer }) {
    const row = await showcaseOfUser(ctx.db, viewer.userId);
    return { showcase: row && (await presentOwn(ctx, viewer, row)) };
  },
  async 'PUT /showcases/mine'(ctx, { viewer, body }) {
    await connectArtist(ctx, viewer, body);
    const row = await showcaseOfUser(ctx.db, viewer.userId);
    // Another call of the member has removed it in between.
    if (!row) throw new Refusal('not_found');
    return await presentOwn(ctx, viewer, row);
  },
  async 'DELETE /showcases/mine'(ctx, { viewer }) {
    await ctx.db.tx((tx) => removeShowcases(ctx, tx, sql`user_id = ${viewer.userId}`));
    return { ok: true };
  },
});
