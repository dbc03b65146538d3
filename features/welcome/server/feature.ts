import { memberJoined } from '#people/accounts/server/events.ts';
import { firstXp } from '#people/ledger/server/events.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { welcomeRoutes } from './routes.ts';
import { beginWelcome, isWelcomed } from './store.ts';

/** Says hello, with the way to the rules. The cause keeps it to one. */
async function sayHello(ctx: Context, tx: Tx, { profileId }: { readonly profileId: string }): Promise<void> {
  await beginWelcome(tx, profileId, ctx.clock.now());
  const { helloText } = await siteSettings(tx, ctx.db);
  const text = noticeText.welcome(`Welcome to ${ctx.config.siteName}`, helloText);
  await notify(ctx, tx, [profileId], { ...text, url: '/legal/rules', cause: 'welcome:hello' });
}

/** Says what XP is, when a new member gets their first. */
async function explainXp(ctx: Context, tx: Tx, { profileId, xp }: { profileId: string; xp: number }): Promise<void> {
  if (!(await isWelcomed(tx, profileId))) return;
  const { firstXpText } = await siteSettings(tx, ctx.db);
  const text = noticeText.welcome(`Your first ${xp} XP`, firstXpText);
  await notify(ctx, tx, [profileId], { ...text, url: '/ranks', cause: 'welcome:xp' });
}

/** The first minutes of a member: a welcome in steps, a word of hello, and one on XP. */
export const welcomeFeature: Feature = {
  name: 'welcome',
  routes: welcomeRoutes,
  on: [on(memberJoined, sayHello), on(firstXp, explainXp)],
  personal: {
    exportOf: async (ctx, profileId) => ({
      welcome: await ctx.db.rows(
        sql`SELECT steps, finished_at, created_at FROM welcomes WHERE profile_id = ${profileId}`,
      ),
      makes: (await ctx.db.rows<{ makes: string[] }>(sql`SELECT makes FROM profiles WHERE id = ${profileId}`)).flatMap(
        (row) => row.makes,
      ),
    }),
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`DELETE FROM welcomes WHERE profile_id = ${profileId}`);
    },
  },
};
