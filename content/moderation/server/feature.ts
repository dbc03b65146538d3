import { moderationTopics } from '#content/moderation/contract/endpoints.ts';
import { invitationChanged, staffGranted } from '#people/accounts/server/events.ts';
import { legalPublished } from '#people/legal/server/events.ts';
import { nameWords } from '#people/profiles/server/events.ts';
import { settingChanged } from '#people/site-settings/server/events.ts';
import { sql } from '#platform/server/db/database.ts';
import { answer, on } from '#platform/server/events/emit.ts';
import { isStaff } from '#platform/server/http/viewer.ts';
import { topicRule } from '#platform/server/realtime/topic.ts';
import type { Feature } from '#platform/server/feature.ts';
import { notifyOfLikeNames, takeTurns } from './actions.ts';
import { forgetTextsJob } from './jobs.ts';
import { appealKind } from './appeals/appeal-kind.ts';
import { appealRoutes } from './appeals/appeal-routes.ts';
import { standingComplaints } from './events.ts';
import { closeForGone } from './queue/queue-store.ts';
import { notifyReporters } from './reporters.ts';
import { moderationRoutes } from './routes.ts';
import { audit } from './store.ts';
import { removeSpamJob, restoreSpamJob, spammerRoutes } from './spammers.ts';
import { takenNow } from './queue/taking.ts';
import { checkOfNameWords } from './texts.ts';

/** Spam check, private information, the moderation queue, restrictions and the audit log. */
export const moderationFeature: Feature = {
  name: 'moderation',
  routes: [...moderationRoutes, ...appealRoutes, ...spammerRoutes],
  kinds: [appealKind],
  asks: [standingComplaints],
  jobs: [notifyReporters, forgetTextsJob, removeSpamJob, restoreSpamJob],
  crons: [{ schedule: '19 * * * *', job: forgetTextsJob }],
  topics: [
    topicRule(moderationTopics.staff, {
      maySubscribe: (_ctx, viewer) => isStaff(viewer),
      greet: async (ctx) => ({ type: 'queue_taken', data: await takenNow(ctx) }),
    }),
  ],
  on: [
    on(staffGranted, (ctx, tx, { profileId }) => notifyOfLikeNames(ctx, tx, profileId)),
    on(settingChanged, async (ctx, tx, { name, before, after, by }) => {
      await audit(ctx, tx, by === null ? null : { profileId: by }, {
        action: after.isDefault ? 'setting.reset' : 'setting.set',
        targetKind: 'site_setting',
        targetId: name,
        details: { before: before.value, after: after.value, wasDefault: before.isDefault },
      });
    }),
    on(legalPublished, async (ctx, tx, { key, before, after, needsAcceptance, by }) => {
      await audit(
        ctx,
        tx,
        { profileId: by },
        {
          action: 'legal.publish',
          targetKind: 'legal_text',
          targetId: key,
          details: { before: { version: before }, after: { version: after, needsAcceptance } },
        },
      );
    }),
    on(invitationChanged, async (ctx, tx, { action, invitationId, by }) => {
      await audit(
        ctx,
        tx,
        { profileId: by },
        {
          action,
          targetKind: 'invitation',
          targetId: invitationId,
          details:
            action === 'invitation.make'
              ? { before: null, after: { isRevoked: false } }
              : { before: { isRevoked: false }, after: { isRevoked: true } },
        },
      );
    }),
  ],
  answers: [answer(nameWords, (ctx, { db }) => checkOfNameWords(ctx, db))],
  personal: {
    exportOf: async (ctx, profileId) => ({
      reports: await ctx.db.rows(
        sql`
          SELECT i.content_kind, i.content_id, e.reasons[1] AS reason, e.note, i.state, e.created_at
          FROM queue_entries e JOIN queue_items i ON i.id = e.item_id
          WHERE e.kind = 'report' AND e.actor_id = ${profileId} ORDER BY e.created_at`,
      ),
      // What others of staff noted about a member is not theirs to see; their own notes are.
      staff_notes: await ctx.db.rows(
        sql`SELECT profile_id, text, created_at FROM staff_notes WHERE author_id = ${profileId} ORDER BY created_at`,
      ),
      reason_templates: await ctx.db.rows(
        sql`SELECT texts, updated_at FROM reason_templates WHERE profile_id = ${profileId}`,
      ),
      restrictions: await ctx.db.rows(
        sql`SELECT kind, reason, until, created_at, lifted_at FROM restrictions WHERE profile_id = ${profileId} ORDER BY created_at`,
      ),
    }),
    // The words of a report are its writer's; that there was one, and what staff decided, is the site's.
    erase: async (ctx, tx, profileId) => {
      // Before what they wrote is looked for: nothing is added to it any more.
      await takeTurns(tx, profileId);
      await tx.rows(sql`UPDATE queue_entries SET note = '' WHERE kind = 'report' AND actor_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM text_prints WHERE author_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM staff_notes WHERE profile_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM spam_decisions WHERE profile_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM reason_templates WHERE profile_id = ${profileId}`);
      await closeForGone(ctx, tx, 'profile', [profileId]);
    },
  },
};
