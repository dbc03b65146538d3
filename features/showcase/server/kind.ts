import type { Context } from '#platform/server/context.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import type { Listed, PersonalData, Reportable } from '#platform/server/content-kind.ts';
import { sql } from '#platform/server/db/database.ts';
import { removeShowcases } from './actions.ts';
import { SHOWCASE_KIND } from './rules.ts';
import { showcasesById } from './store.ts';

/** A member's showcase, as one thing that can be reported and taken away: for good, the member connects again. */
export const showcaseKind: Reportable<Context> & Listed<Context> & PersonalData<Context> = {
  kind: SHOWCASE_KIND,
  async load(ctx, ids, db = ctx.db) {
    const rows = await showcasesById(db, ids);
    return rows.map((row) => ({
      kind: SHOWCASE_KIND,
      id: row.id,
      authorId: row.person_id,
      title: `Spotify showcase of ${row.person_display_name} (@${row.person_username})`,
      excerpt: [row.artist_name, row.top_track_name].filter(Boolean).join(' · ').slice(0, 300),
      // Its line there: a complaint finds it by its id.
      url: `/spotify-showcase#showcase-${row.id}`,
      visibility: 'published',
      removed: 'Your Spotify showcase',
    }));
  },
  async lock(tx, id) {
    const rows = await tx.rows(sql`SELECT 1 FROM spotify_showcases WHERE id = ${id} FOR UPDATE`);
    return rows.length > 0 ? 'published' : null;
  },
  remove: async (ctx, tx, id) => (await removeShowcases(ctx, tx, sql`id = ${id}`)) > 0,
  async listedFor(ctx, viewer, ids) {
    if (ctx.switches.isOff('showcase')) return new Set();
    const rows = await ctx.db.rows<{ id: string }>(sql`
      SELECT s.id FROM spotify_showcases s JOIN profiles p ON p.user_id = s.user_id
      WHERE s.id = ANY(${[...ids]}::uuid[]) AND NOT s.is_unknown${unblockedOnly(viewer, sql.raw('p.id'))}`);
    return new Set(rows.map((row) => row.id));
  },
  async exportOf(ctx, profileId) {
    return {
      spotify_showcases: await ctx.db.rows(sql`
        SELECT s.id, s.artist_id, s.artist_name, s.profile_image_url, s.followers_count, s.monthly_listeners, s.top_track_name, s.typed_followers,
          s.typed_top_track, s.is_verified, s.created_at, s.updated_at, s.refreshed_at
        FROM spotify_showcases s JOIN profiles p ON p.user_id = s.user_id WHERE p.id = ${profileId}`),
    };
  },
  async erase(ctx, tx, profileId) {
    await removeShowcases(ctx, tx, sql`user_id = (SELECT user_id FROM profiles WHERE id = ${profileId})`);
  },
};
