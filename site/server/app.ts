import { accountsFeature } from '#people/accounts/server/feature.ts';
import { activityFeature } from '#people/activity/server/feature.ts';
import { announcementsFeature } from '#features/announcements/server/feature.ts';
import { contentFeature } from '#content/core/server/feature.ts';
import { communityFeature } from '#people/community/server/feature.ts';
import { customizationFeature } from '#features/customization/server/feature.ts';
import { embedsFeature } from '#features/embeds/server/feature.ts';
import { feedFeature } from '#features/feed/server/feature.ts';
import { forumFeature } from '#features/forum/server/feature.ts';
import { galleryFeature } from '#features/gallery/server/feature.ts';
import { legalFeature } from '#people/legal/server/feature.ts';
import { ledgerFeature } from '#people/ledger/server/feature.ts';
import { mediaFeature } from '#content/media/server/feature.ts';
import { notificationsFeature } from '#people/notifications/server/feature.ts';
import { profilesFeature } from '#people/profiles/server/feature.ts';
import { friendsFeature } from '#people/friends/server/feature.ts';
import { moderationFeature } from '#content/moderation/server/feature.ts';
import { rightsFeature } from '#content/rights/server/feature.ts';
import { searchFeature } from '#content/search/server/feature.ts';
import { sharingFeature } from '#features/sharing/server/feature.ts';
import { secretLinksFeature } from '#features/secret-links/server/feature.ts';
import { setsFeature } from '#features/sets/server/feature.ts';
import { showcaseFeature } from '#features/showcase/server/feature.ts';
import { paymentsFeature } from '#features/payments/server/feature.ts';
import { podcastsFeature } from '#features/podcasts/server/feature.ts';
import { previewsFeature } from '#features/previews/server/feature.ts';
import { partiesFeature } from '#features/parties/server/feature.ts';
import { siteSettingsFeature } from '#people/site-settings/server/feature.ts';
import { staffFeature } from '#features/staff/server/feature.ts';
import { welcomeFeature } from '#features/welcome/server/feature.ts';
import type { Feature } from '#platform/server/feature.ts';

/** Every feature of the site, low layers first. Nothing is loaded by itself: what is not here does not exist. */
export const features: readonly Feature[] = [
  siteSettingsFeature,
  profilesFeature,
  legalFeature,
  accountsFeature,
  friendsFeature,
  notificationsFeature,
  activityFeature,
  moderationFeature,
  ledgerFeature,
  mediaFeature,
  contentFeature,
  rightsFeature,
  customizationFeature,
  forumFeature,
  feedFeature,
  galleryFeature,
  sharingFeature,
  setsFeature,
  secretLinksFeature,
  embedsFeature,
  previewsFeature,
  podcastsFeature,
  announcementsFeature,
  showcaseFeature,
  paymentsFeature,
  partiesFeature,
  communityFeature,
  searchFeature,
  welcomeFeature,
  staffFeature,
];

export { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
export { clientOf } from '#people/accounts/server/sessions/devices.ts';
