import { accountsFeature } from './features/accounts/feature.ts';
import { onFirstVisitOfDay, resolveViewer } from './features/accounts/session-reader.ts';
import { activityFeature } from './features/activity/feature.ts';
import { recordFriendship } from './features/activity/store.ts';
import { communityFeature } from './features/community/feature.ts';
import { uploadFileExamined } from './features/feed/actions.ts';
import { feedFeature } from './features/feed/feature.ts';
import { forumFeature } from './features/forum/feature.ts';
import { ledgerFeature } from './features/ledger/feature.ts';
import { recordVisit } from './features/ledger/jobs.ts';
import { mediaFeature } from './features/media/feature.ts';
import { onFileExamined } from './features/media/live.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { tellOfFriendship } from './features/notifications/friendships.ts';
import { profilesFeature } from './features/profiles/feature.ts';
import { onProfileAsked } from './features/profiles/visibility.ts';
import { onRelation } from './features/relations/actions.ts';
import { relationsFeature } from './features/relations/feature.ts';
import { feelsBlocks, standing } from './features/relations/store.ts';
import { safetyFeature } from './features/safety/feature.ts';
import { settingsFeature } from './features/settings/feature.ts';
import type { Context } from './context.ts';
import type { Feature } from './platform/feature.ts';

/** Every feature of the site, low floors first. Nothing is loaded by itself: what is not here does not exist. */
export const features: readonly Feature[] = [
  settingsFeature,
  profilesFeature,
  accountsFeature,
  relationsFeature,
  notificationsFeature,
  activityFeature,
  safetyFeature,
  ledgerFeature,
  mediaFeature,
  forumFeature,
  feedFeature,
  communityFeature,
];

/** What a lower feature tells a higher one without knowing it. Called once, before the first request. */
export function wire(ctx: Context): void {
  onFirstVisitOfDay(ctx, (context, viewer) => recordVisit(context, viewer.profileId));
  onRelation(ctx, async (context, tx, event) => {
    await tellOfFriendship(context, tx, event);
    await recordFriendship(tx, event);
  });
  onFileExamined(ctx, async (context, tx, content) => {
    if (content.kind === 'upload') await uploadFileExamined(context, tx, content.id);
  });
  onProfileAsked(
    ctx,
    async (context, viewer, profileId) =>
      feelsBlocks(viewer) && (await standing(context.db, viewer.profileId, profileId)).isBlockedBy,
  );
}

export { resolveViewer };
