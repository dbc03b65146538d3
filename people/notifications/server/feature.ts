import { notifications as limits } from '#people/notifications/contract/limits.ts';
import { memberJoined, unreadCount } from '#people/accounts/server/events.ts';
import { relationAccepted, relationAsked, relationEnded } from '#people/friends/server/events.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import type { Context } from '#platform/server/context.ts';
import { answer, on } from '#platform/server/events/emit.ts';
import { mailRefused } from '#platform/server/mail/refusals.ts';
import type { Feature } from '#platform/server/feature.ts';
import { unsubscribeDocument } from './documents.ts';
import { notify } from './actions.ts';
import { noticeText } from './rules.ts';
import { notifyOfAcceptance, notifyOfRequest, removeFriendNotifications } from './friendships.ts';
import { alertOfFullDisk } from './full-disk.ts';
import { notificationCrons, notificationJobs } from './jobs.ts';
import { pushJob } from './push-jobs.ts';
import { notificationRoutes } from './routes.ts';
import { countUnread, exportedInbox, setRhythm } from './store.ts';

/** Says in the site that mails do not reach a member. */
async function notifyOfRefusedMail(ctx: Context, tx: Tx, { address }: { readonly address: string }): Promise<void> {
  const [owner] = await tx.rows<{ id: string }>(
    sql`SELECT p.id FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.email = lower(${address})`,
  );
  if (!owner) return;
  await notify(ctx, tx, [owner.id], {
    ...noticeText.staff(
      'Mails do not reach you',
      'Your email address has refused a mail of the site. Correct it in settings.',
    ),
    url: '/settings/account',
    cause: `mail-refused:${ctx.clock.now().toISOString()}`,
  });
}

const stopOf = new WeakMap<Context, () => void>();

/** The one inbox: notifications, the channels that members choose, and the mails. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  on: [
    on(memberJoined, (ctx, tx, { profileId }) => setRhythm(tx, profileId, limits.firstRhythm, ctx.clock.now())),
    on(mailRefused, notifyOfRefusedMail),
    on(relationAsked, notifyOfRequest),
    on(relationAccepted, notifyOfAcceptance),
    on(relationEnded, removeFriendNotifications),
  ],
  answers: [answer(unreadCount, (ctx, viewer) => countUnread(ctx, viewer))],
  documents: [unsubscribeDocument],
  jobs: [...notificationJobs, pushJob],
  crons: notificationCrons,
  start: async (ctx) => void stopOf.set(ctx, alertOfFullDisk(ctx)),
  stop: async (ctx) => stopOf.get(ctx)?.(),
  personal: {
    exportOf: async (ctx, profileId) => ({
      notifications: await exportedInbox(ctx.db, profileId),
      notification_settings: await ctx.db.rows(
        sql`SELECT kind, on_site, by_email, by_push FROM notification_settings WHERE profile_id = ${profileId} ORDER BY kind`,
      ),
      notification_devices: await ctx.db.rows(
        sql`SELECT label, created_at FROM push_devices WHERE profile_id = ${profileId} ORDER BY created_at`,
      ),
      notification_mails: await ctx.db.rows(
        sql`SELECT rhythm, sent_until, replies_mailed_at FROM notification_digests WHERE profile_id = ${profileId}`,
      ),
    }),
    // Notifications of others about the member are deleted too: they contain the member's text.
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`DELETE FROM notifications WHERE user_id = ${profileId} OR actor_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM notification_settings WHERE profile_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM push_devices WHERE profile_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM notification_digests WHERE profile_id = ${profileId}`);
    },
  },
};
