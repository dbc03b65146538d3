import { accountsFeature } from './features/accounts/feature.ts';
import { activityFeature } from './features/activity/feature.ts';
import { announcementsFeature } from './features/announcements/feature.ts';
import { contentFeature } from './features/content/feature.ts';
import { communityFeature } from './features/community/feature.ts';
import { customizationFeature } from './features/customization/feature.ts';
import { embedsFeature } from './features/embeds/feature.ts';
import { feedFeature } from './features/feed/feature.ts';
import { forumFeature } from './features/forum/feature.ts';
import { galleryFeature } from './features/gallery/feature.ts';
import { legalFeature } from './features/legal/feature.ts';
import { ledgerFeature } from './features/ledger/feature.ts';
import { mediaFeature } from './features/media/feature.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { profilesFeature } from './features/profiles/feature.ts';
import { friendsFeature } from './features/friends/feature.ts';
import { moderationFeature } from './features/moderation/feature.ts';
import { rightsFeature } from './features/rights/feature.ts';
import { searchFeature } from './features/search/feature.ts';
import { sharingFeature } from './features/sharing/feature.ts';
import { secretLinksFeature } from './features/secret-links/feature.ts';
import { setsFeature } from './features/sets/feature.ts';
import { showcaseFeature } from './features/showcase/feature.ts';
import { paymentsFeature } from './features/payments/feature.ts';
import { previewsFeature } from './features/previews/feature.ts';
import { partiesFeature } from './features/parties/feature.ts';
import { siteSettingsFeature } from './features/site-settings/feature.ts';
import { staffFeature } from './features/staff/feature.ts';
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
  announcementsFeature,
  showcaseFeature,
  paymentsFeature,
  partiesFeature,
  communityFeature,
  searchFeature,
  staffFeature,
];

export { resolveViewer } from './features/accounts/sessions/session-reader.ts';
export { clientOf } from './features/accounts/sessions/devices.ts';
