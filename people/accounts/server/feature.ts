import { type SQL, sql } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { exportDocument } from './leaving/exports.ts';
import { firstVisitOfDay, invitationChanged, memberJoined, requestCount, staffGranted, unreadCount } from './events.ts';
import { eraseInvitation, exportInvitations } from './invitations/invitations.ts';
import { crons, jobs } from './jobs.ts';
import { topics } from './live.ts';
import { mailEventsRoute } from '#platform/server/mail/bounces.ts';
import { mailRefused } from '#platform/server/mail/refusals.ts';
import { hashRecoveryCodes } from './recovery-codes.ts';
import { accountsRoutes } from './routes.ts';
import { offerSetup } from './sign-in/setup.ts';
import { socialCallback } from './sign-in/social.ts';

const addressOf = (profileId: string): SQL =>
  sql`SELECT lower(u.email) FROM users u JOIN profiles p ON p.user_id = u.id WHERE p.id = ${profileId}`;

/** Accounts: signing up, in and out, proving addresses, two factors, sessions, one's own data and its deletion. */
export const accountsFeature: Feature = {
  name: 'accounts',
  routes: accountsRoutes,
  pageTopics: { 'GET /session': () => [] },
  documents: [socialCallback, exportDocument],
  rawRoutes: [mailEventsRoute],
  jobs,
  crons,
  topics,
  emits: [firstVisitOfDay, memberJoined, staffGranted, invitationChanged, mailRefused],
  asks: [unreadCount, requestCount],
  personal: {
    exportOf: async (ctx, profileId) => ({
      ...(await exportInvitations(ctx, profileId)),
      mail_refusals: await ctx.db.rows(
        sql`SELECT answer, refused_at FROM mail_refusals WHERE address = (${addressOf(profileId)})`,
      ),
    }),
    async erase(_, tx, profileId) {
      await eraseInvitation(tx, profileId);
      await tx.rows(sql`DELETE FROM mail_refusals WHERE address = (${addressOf(profileId)})`);
    },
  },
  async start(ctx) {
    await hashRecoveryCodes(ctx);
    await offerSetup(ctx);
  },
};
