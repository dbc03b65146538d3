import { sql } from '#server/platform/db/database.ts';
import type { Feature } from '#server/platform/feature.ts';
import { customizationJobs, followAllRightsJob } from './jobs.ts';
import { profileTopicRules } from './live.ts';
import { customizationDoors } from './routes.ts';
import { NOBODY, linksOf, seedDecorations, wishersAfter } from './store.ts';

/** What members make their profiles of, the page that shows it, and the hover card. */
export const customizationFeature: Feature = {
  name: 'customization',
  doors: customizationDoors,
  jobs: customizationJobs,
  topics: profileTopicRules,
  async start(ctx) {
    await seedDecorations(ctx.db, ctx.clock.now());
    // What the operator has made free may be another since the last start.
    const first = await wishersAfter(ctx.db, NOBODY, 1);
    if (first.length > 0) await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, followAllRightsJob, {}));
  },
  personal: {
    async exportOf(ctx, profileId) {
      const looks = await ctx.db.rows(sql`
        SELECT appearance_settings, profile_theme, profile_customization, avatar_decorations, discord_username, avatar_url, banner_url
        FROM profiles WHERE id = ${profileId}`);
      const former = await ctx.db.rows(
        sql`SELECT name, changed_at, until FROM former_usernames WHERE profile_id = ${profileId} ORDER BY changed_at`,
      );
      return { profile_look: looks, profile_links: await linksOf(ctx.db, profileId), former_usernames: former };
    },
    // The columns of the profile go with the profile, its files with the files.
    async erase(_ctx, tx, profileId) {
      await tx.rows(sql`DELETE FROM profile_links WHERE profile_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM former_usernames WHERE profile_id = ${profileId}`);
    },
  },
};
