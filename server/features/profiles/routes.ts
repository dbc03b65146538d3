import { profiles } from '#contract/profiles.ts';
import { levelForXp } from '#contract/ranks.ts';
import { sql } from '#server/platform/db/database.ts';
import { doors } from '#server/platform/http/door.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { type PersonColumns, activeCustomRoles, personColumns, personOf, rankOf } from './store.ts';
import { isProfileHidden } from './visibility.ts';

interface ProfileRow extends PersonColumns {
  readonly bio: string;
  readonly created_at: Date;
  readonly xp: number;
  readonly post_count: number;
}

export const profileDoors = doors(profiles, {
  async 'GET /profiles/:username'(ctx, { params, viewer }) {
    const [row] = await ctx.db.rows<ProfileRow>(sql`
      SELECT ${personColumns}, p.bio, p.created_at, p.xp, p.post_count FROM profiles p WHERE lower(p.username) = ${params.username.toLowerCase()}`);
    if (!row || (await isProfileHidden(ctx, viewer, row.person_id!))) throw new Refusal('profile_not_found');
    const roles = await activeCustomRoles(ctx.db);
    return {
      ...personOf(row, roles),
      rank: rankOf(row, roles),
      bio: row.bio,
      joinedAt: row.created_at.toISOString(),
      xp: row.xp,
      level: levelForXp(row.xp),
      postCount: row.post_count,
      isOwn: viewer?.profileId === row.person_id,
    };
  },
});
