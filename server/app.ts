import { accountsFeature } from './features/accounts/feature.ts';
import { onFirstVisitOfDay, resolveViewer } from './features/accounts/sessions/session-reader.ts';
import { onUnreadAsked } from './features/accounts/unread.ts';
import { activityFeature } from './features/activity/feature.ts';
import { recordFriendship } from './features/activity/store.ts';
import { announcementsFeature } from './features/announcements/feature.ts';
import { contentFeature } from './features/content/feature.ts';
import { recountReactionsBetweenJob } from './features/content/notify.ts';
import { communityFeature } from './features/community/feature.ts';
import { profileFileProcessed, rightsChanged } from './features/customization/jobs.ts';
import { customizationFeature } from './features/customization/feature.ts';
import { onStatisticsAsked } from './features/customization/page.ts';
import { feedFeature } from './features/feed/feature.ts';
import { countUploadsOf } from './features/feed/uploads-store.ts';
import { forumFeature } from './features/forum/feature.ts';
import { countRepliesOf } from './features/forum/replies.ts';
import { followImagePartingJob } from './features/gallery/notify.ts';
import { galleryFeature } from './features/gallery/feature.ts';
import { onRightsChanged } from './features/ledger/actions.ts';
import { ledgerFeature } from './features/ledger/feature.ts';
import { recordVisit } from './features/ledger/jobs.ts';
import { mediaFeature } from './features/media/feature.ts';
import { onFileProcessed } from './features/media/live.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { notifyOfFriendship } from './features/notifications/friendships.ts';
import { countUnread } from './features/notifications/store.ts';
import { onStaffGranted } from './features/accounts/actions.ts';
import { onNameWords } from './features/profiles/actions.ts';
import { profilesFeature } from './features/profiles/feature.ts';
import { onRelation } from './features/friends/actions.ts';
import { friendsFeature } from './features/friends/feature.ts';
import { checkOfNameWords, notifyOfLikeNames } from './features/moderation/actions.ts';
import { moderationFeature } from './features/moderation/feature.ts';
import { siteSettingsFeature } from './features/site-settings/feature.ts';
import type { Context } from './context.ts';
import type { Feature } from './platform/feature.ts';

/** Every feature of the site, low layers first. Nothing is loaded by itself: what is not here does not exist. */
export const features: readonly Feature[] = [
  siteSettingsFeature,
  profilesFeature,
  accountsFeature,
  friendsFeature,
  notificationsFeature,
  activityFeature,
  moderationFeature,
  ledgerFeature,
  mediaFeature,
  contentFeature,
  customizationFeature,
  forumFeature,
  feedFeature,
  galleryFeature,
  announcementsFeature,
  communityFeature,
];

/**
 * The hooks through which a lower feature notifies a higher one without importing it. Called once, before the first
 * request.
 */
export function wire(ctx: Context): void {
  onFirstVisitOfDay(ctx, (context, viewer) => recordVisit(context, viewer.profileId));
  onUnreadAsked(ctx, (context, viewer) => countUnread(context.db, viewer));
  onRelation(ctx, async (context, tx, event) => {
    await notifyOfFriendship(context, tx, event);
    await recordFriendship(tx, event);
    if (event.kind === 'ended') {
      const parted = { one: event.by, other: event.other };
      await context.jobs.enqueue(tx, recountReactionsBetweenJob, parted);
      await context.jobs.enqueue(tx, followImagePartingJob, parted);
    }
  });
  onFileProcessed(ctx, async (context, tx, content) => {
    await profileFileProcessed(context, tx, content);
  });
  onRightsChanged(ctx, rightsChanged);
  onNameWords(ctx, checkOfNameWords);
  onStaffGranted(ctx, notifyOfLikeNames);
  onStatisticsAsked(ctx, async (context, profileId) => {
    const [replies, uploads] = await Promise.all([
      countRepliesOf(context.db, profileId),
      countUploadsOf(context.db, profileId),
    ]);
    return { replies, ...uploads };
  });
}

export { resolveViewer };
