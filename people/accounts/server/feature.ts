import type { Feature } from '#platform/server/feature.ts';
import { exportDocument } from './leaving/exports.ts';
import { firstVisitOfDay, invitationChanged, memberJoined, requestCount, staffGranted, unreadCount } from './events.ts';
import { eraseInvitation, exportInvitations } from './invitations/invitations.ts';
import { crons, jobs } from './jobs.ts';
import { topics } from './live.ts';
import { hashRecoveryCodes } from './recovery-codes.ts';
import { accountsRoutes } from './routes.ts';
import { offerSetup } from './sign-in/setup.ts';
import { socialCallback } from './sign-in/social.ts';

/** Accounts: signing up, in and out, proving addresses, two factors, sessions, one's own data and its deletion. */
export const accountsFeature: Feature = {
  name: 'accounts',
  routes: accountsRoutes,
  pageTopics: { 'GET /session': () => [] },
  documents: [socialCallback, exportDocument],
  jobs,
  crons,
  topics,
  emits: [firstVisitOfDay, memberJoined, staffGranted, invitationChanged],
  asks: [unreadCount, requestCount],
  personal: {
    exportOf: exportInvitations,
    erase: (_, tx, profileId) => eraseInvitation(tx, profileId),
  },
  async start(ctx) {
    await hashRecoveryCodes(ctx);
    await offerSetup(ctx);
  },
};
