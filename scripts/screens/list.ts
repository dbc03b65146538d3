import type { Page } from '@playwright/test';
import {
  addLinks,
  announce,
  answer,
  askReason,
  comment,
  compose,
  composeCover,
  crop,
  findFriends,
  hearKit,
  listen,
  openBanner,
  openBell,
  openItem,
  openMenu,
  openQueue,
  openTab,
  openUpload,
  openVersions,
  pickColors,
  pointAtComment,
  reach,
  report,
  restOnName,
  setUpTwoFactor,
  sheet,
  toArchive,
  toEnd,
  toFeed,
  toForum,
  toLadder,
  toNoAnnouncements,
  toNotificationSettings,
  chooseBanner,
  chooseDecorations,
  write,
  writeLocked,
} from './actions.ts';
import type { ScreenFixtures } from './fixtures.ts';

/** One screenshot: its viewer, its page, and the actions before it. */
export interface Screen {
  /** Begins the file's name. */
  readonly name: string;
  /** A name of `cookies` of the fixtures; null for a visitor. */
  readonly who: string | null;
  readonly address: string;
  readonly action?: (page: Page) => Promise<unknown>;
  /** A state of a page, or a page much like another: one picture small and light, one wide and dark. */
  readonly isBrief?: boolean;
  /** All widths unless said. */
  readonly widths?: readonly number[];
}

/** Home, the feed and single uploads. */
function feedScreens({ track, drawn, poll, versions }: ScreenFixtures): readonly Screen[] {
  return [
    { name: 'home-visitor', isBrief: true, who: null, address: '/' },
    { name: 'home-member', who: 'milo', address: '/' },
    { name: 'home-unverified', isBrief: true, who: 'unverified', address: '/' },
    { name: 'menu-member', isBrief: true, who: 'milo', address: '/', widths: [360], action: sheet },
    { name: 'uploads-visitor', who: null, address: '/uploads' },
    { name: 'uploads-member', isBrief: true, who: 'milo', address: '/uploads' },
    { name: 'uploads-narrowed', isBrief: true, who: null, address: '/uploads?kind=poll&author=nobody' },
    { name: 'home-loading', isBrief: true, who: null, address: '/forum', action: toFeed('never') },
    { name: 'home-error', isBrief: true, who: null, address: '/forum', action: toFeed('fail') },
    ...(track === null
      ? []
      : [
          { name: 'upload-visitor', who: null, address: `/uploads/${track}` },
          { name: 'upload-visitor-end', isBrief: true, who: null, address: `/uploads/${track}`, action: toEnd },
          { name: 'upload-member', isBrief: true, who: 'milo', address: `/uploads/${track}`, action: comment },
          {
            name: 'upload-timed-comment',
            isBrief: true,
            who: null,
            address: `/uploads/${track}`,
            widths: [1440],
            action: pointAtComment,
          },
          { name: 'upload-playing', who: 'milo', address: `/uploads/${track}`, action: listen },
          { name: 'feed-playing', isBrief: true, who: 'milo', address: '/uploads', action: listen },
          { name: 'player-queue', isBrief: true, who: 'milo', address: '/uploads?kind=audio', action: openQueue },
        ]),
    ...(drawn === null ? [] : [{ name: 'upload-pictures', who: null, address: `/uploads/${drawn}` }]),
    ...(poll === null ? [] : [{ name: 'upload-poll', who: 'milo', address: `/uploads/${poll}` }]),
    ...(versions === null
      ? []
      : [
          {
            name: 'upload-versions-author',
            isBrief: true,
            who: 'halfmoon',
            address: `/uploads/${versions}`,
            action: openVersions,
          },
        ]),
    { name: 'upload-missing', isBrief: true, who: null, address: '/uploads/00000000-0000-7000-8000-000000000000' },
  ];
}

/** Files that are not as usual, and covers. */
function fileScreens({ odd }: ScreenFixtures): readonly Screen[] {
  const widths = [360, 1440];
  return [
    { name: 'kit-odd-sounds', who: null, address: `/drumkits/${odd.kit}`, widths, action: hearKit },
    { name: 'kit-japanese', who: null, address: `/drumkits/${odd.japaneseKit}`, widths, action: toArchive },
    { name: 'clip-anamorphic', who: null, address: `/uploads/${odd.anamorphic}`, widths },
    { name: 'clip-hdr', who: null, address: `/uploads/${odd.hdr}`, widths },
    { name: 'covers-composer', who: 'milo', address: '/', widths, action: composeCover },
    { name: 'covers-sets', who: null, address: '/sets' },
    { name: 'covers-set', who: 'milo', address: `/sets/${odd.set}` },
    { name: 'covers-player', who: 'milo', address: `/uploads/${odd.covered}`, widths, action: openQueue },
    { name: 'covers-party', who: 'milo', address: `/listening-party/${odd.party}` },
    { name: 'party-visitor', who: null, address: `/listening-party/${odd.party}` },
    { name: 'parties-visitor', who: null, address: '/listening-parties' },
    ...['songs', 'drumkits', 'editing-packs', 'leaks', 'self-promotion'].map((list) => ({
      name: `${list}-visitor`,
      who: null,
      address: `/${list}`,
    })),
    { name: 'covers-embed', who: null, address: `/embed/track/${odd.covered}`, widths },
  ];
}

/** The forum, its composer and posts. */
function forumScreens({ lively, held, adult, locked }: ScreenFixtures): readonly Screen[] {
  const post = `/forum/post/${lively}`;
  return [
    { name: 'forum-visitor', who: null, address: '/forum' },
    { name: 'forum-member', isBrief: true, who: 'milo', address: '/forum' },
    { name: 'forum-adults-only', isBrief: true, who: null, address: '/forum?category=nsfw' },
    { name: 'forum-adult-member', isBrief: true, who: 'milo', address: '/forum?category=nsfw' },
    { name: 'forum-loading', isBrief: true, who: null, address: '/', action: toForum('never') },
    { name: 'forum-error', isBrief: true, who: null, address: '/', action: toForum('fail') },
    { name: 'composer-member', who: 'milo', address: '/forum?compose=1', action: write },
    { name: 'composer-feed-member', who: 'milo', address: '/', action: compose },
    { name: 'composer-banner-locked', isBrief: true, who: 'new', address: '/forum?compose=1', action: openBanner },
    { name: 'composer-banner-member', isBrief: true, who: 'milo', address: '/forum?compose=1', action: chooseBanner },
    { name: 'composer-locked-member', isBrief: true, who: 'milo', address: '/forum?compose=1', action: writeLocked },
    { name: 'bookmarks-member', isBrief: true, who: 'milo', address: '/forum/bookmarks' },
    { name: 'bookmarks-empty', isBrief: true, who: 'new', address: '/forum/bookmarks' },
    { name: 'post-visitor', who: null, address: post },
    { name: 'post-visitor-end', isBrief: true, who: null, address: post, action: toEnd },
    { name: 'post-reply-member', isBrief: true, who: 'milo', address: post, action: answer },
    { name: 'post-staff', isBrief: true, who: 'ada', address: post, action: openMenu },
    { name: 'post-report-member', isBrief: true, who: 'new', address: post, action: report },
    { name: 'post-held-author', isBrief: true, who: 'tessaract', address: `/forum/post/${held}` },
    { name: 'post-adult-member', isBrief: true, who: 'milo', address: `/forum/post/${adult}` },
    { name: 'post-locked-visitor', isBrief: true, who: null, address: `/forum/post/${locked}` },
    { name: 'post-locked-member', isBrief: true, who: 'milo', address: `/forum/post/${locked}` },
    { name: 'post-suspended', isBrief: true, who: 'suspended', address: post },
    { name: 'forum-image-board', who: null, address: '/forum?category=image-board' },
  ];
}

/** The gallery. */
function galleryScreens({ image, waiting }: ScreenFixtures): readonly Screen[] {
  return [
    { name: 'gallery-visitor', who: null, address: '/gallery' },
    { name: 'gallery-member', isBrief: true, who: 'milo', address: '/gallery' },
    { name: 'gallery-image', who: 'milo', address: `/gallery?image=${image}` },
    { name: 'gallery-waiting', isBrief: true, who: 'milo', address: `/gallery?image=${waiting}` },
    { name: 'gallery-upload', isBrief: true, who: 'milo', address: '/gallery', action: openUpload },
    { name: 'gallery-nothing', isBrief: true, who: null, address: '/gallery?search=no+such+picture' },
  ];
}

/** Profiles, and what the community is about. */
function memberScreens({ promote }: ScreenFixtures): readonly Screen[] {
  return [
    { name: 'profile-visitor', who: null, address: '/profile/ada' },
    { name: 'profile-member', who: 'milo', address: '/profile/milo' },
    { name: 'profile-night', who: 'milo', address: '/profile/halfmoon' },
    { name: 'profile-paper', who: null, address: '/profile/ivo_tapes' },
    { name: 'profile-waves', isBrief: true, who: null, address: '/profile/dunya_wav' },
    { name: 'profile-uploads', isBrief: true, who: 'milo', address: '/profile/baudrate?tab=uploads' },
    { name: 'profile-neon', isBrief: true, who: null, address: '/profile/vhsvictor' },
    { name: 'profile-rangers', isBrief: true, who: null, address: '/profile/kessler' },
    { name: 'profile-picture', who: null, address: '/profile/saltlake' },
    { name: 'profile-new', isBrief: true, who: 'new', address: '/profile/edie_one' },
    { name: 'profile-missing', isBrief: true, who: null, address: '/profile/nobody_here' },
    { name: 'profile-activity', isBrief: true, who: null, address: '/profile/nokturn?tab=activity' },
    { name: 'community-visitor', who: null, address: '/community' },
    { name: 'members-visitor', who: null, address: '/members' },
    { name: 'members-staff', isBrief: true, who: 'milo', address: '/members?filter=staff' },
    { name: 'members-search', isBrief: true, who: 'milo', address: '/members?q=m' },
    { name: 'leaderboards-visitor', who: null, address: '/leaderboards' },
    { name: 'showcase-member', who: 'milo', address: '/spotify-showcase' },
    { name: 'leaderboards-month-member', isBrief: true, who: 'milo', address: '/leaderboards?period=month' },
    { name: 'leaderboards-week-member', isBrief: true, who: 'milo', address: '/leaderboards?period=week' },
    { name: 'ranks-visitor', who: null, address: '/ranks' },
    { name: 'ranks-member', isBrief: true, who: 'milo', address: '/ranks', action: toLadder },
    { name: 'announcements-visitor', who: null, address: '/announcements' },
    { name: 'announcements-staff', isBrief: true, who: 'ada', address: '/announcements' },
    { name: 'announcements-dialog', isBrief: true, who: 'ada', address: '/announcements', action: announce },
    { name: 'announcements-empty', isBrief: true, who: null, address: '/community', action: toNoAnnouncements },
    { name: 'statement-member', who: 'milo', address: '/ranks/statement' },
    { name: 'statement-credits', isBrief: true, who: 'milo', address: '/ranks/statement?of=credits' },
    { name: 'rank-reached', isBrief: true, who: 'climber', address: '/forum', action: reach(promote) },
  ];
}

/** What a member sees of their own: friends, notifications, signing in and settings. */
const staffTabs = [
  'pending-posts',
  'pending-images',
  'forum-posts',
  'complaints',
  'users',
  'custom-roles',
  'invitations',
  'overview',
  'banned-words',
  'categories',
  'announcements',
  'audit-log',
  'storage',
  'jobs',
  'site-settings',
  'legal-texts',
];

function ownScreens({ lively }: ScreenFixtures): readonly Screen[] {
  const post = `/forum/post/${lively}`;
  return [
    { name: 'friends-member', who: 'milo', address: '/friends' },
    { name: 'friends-pending', isBrief: true, who: 'milo', address: '/friends?tab=pending' },
    { name: 'friends-sent', isBrief: true, who: 'milo', address: '/friends?tab=sent' },
    { name: 'friends-find', isBrief: true, who: 'milo', address: '/friends?tab=find', action: findFriends },
    { name: 'friends-empty', isBrief: true, who: 'new', address: '/friends' },
    { name: 'bell-member', isBrief: true, who: 'milo', address: '/', action: openBell },
    { name: 'bell-empty', isBrief: true, who: 'new', address: '/', action: openBell },
    { name: 'notifications-member', who: 'milo', address: '/notifications' },
    { name: 'notifications-empty', isBrief: true, who: 'new', address: '/notifications' },
    {
      name: 'settings-notifications',
      isBrief: true,
      who: 'milo',
      address: '/settings/account',
      action: toNotificationSettings,
    },
    { name: 'auth', who: null, address: '/auth' },
    { name: 'auth-sign-up', isBrief: true, who: null, address: '/auth', action: openTab('Sign Up') },
    { name: 'auth-reset', isBrief: true, who: null, address: '/auth', action: openTab('Reset Password') },
    { name: 'auth-two-factor', isBrief: true, who: null, address: '/auth?step=two-factor' },
    { name: 'welcome', who: 'new', address: '/welcome' },
    { name: 'auth-setup', who: null, address: '/auth?setup=the-link-of-the-log' },
    { name: 'settings-profile', who: 'milo', address: '/settings/profile' },
    { name: 'settings-links', who: 'milo', address: '/settings/links', action: addLinks },
    { name: 'settings-colors', who: 'milo', address: '/settings/colors', action: pickColors },
    { name: 'settings-colors-locked', isBrief: true, who: 'new', address: '/settings/colors' },
    { name: 'settings-font', isBrief: true, who: 'milo', address: '/settings/font' },
    { name: 'settings-layout', isBrief: true, who: 'milo', address: '/settings/layout' },
    { name: 'upgrades-member', isBrief: true, who: 'milo', address: '/upgrades' },
    { name: 'settings-premium', isBrief: true, who: 'new', address: '/settings/premium' },
    { name: 'settings-decorations', who: 'milo', address: '/settings/decorations', action: chooseDecorations },
    { name: 'settings-crop', isBrief: true, who: 'milo', address: '/settings/profile', action: crop },
    { name: 'settings-account', who: 'milo', address: '/settings/account' },
    { name: 'customize-member', who: 'milo', address: '/customize' },
    { name: 'customize-empty', isBrief: true, who: 'new', address: '/customize' },
    { name: 'name-card', isBrief: true, who: 'milo', address: post, widths: [1440], action: restOnName },
    { name: 'settings-two-factor', isBrief: true, who: 'new', address: '/settings/account', action: setUpTwoFactor },
    { name: 'not-found', isBrief: true, who: null, address: '/no/such/page' },
  ];
}

/** The tabs of the admin panel. */
function staffScreens({ suspended }: ScreenFixtures): readonly Screen[] {
  return [
    { name: 'admin-queue', who: 'ada', address: '/admin/queue', action: openItem },
    { name: 'admin-reason', isBrief: true, who: 'ada', address: '/admin/queue', action: askReason },
    { name: 'admin-appeal', who: 'ada', address: '/admin/queue?kind=appeal', action: openItem },
    { name: 'admin-member', who: 'ada', address: `/admin/users/${suspended}` },
    ...staffTabs.map((tab) => ({ name: `admin-${tab}`, who: 'ada', address: `/admin/${tab}` })),
  ];
}

/** Every screen, in the order of a visit. */
export function screensOf(fixtures: ScreenFixtures): readonly Screen[] {
  return [
    ...feedScreens(fixtures),
    ...fileScreens(fixtures),
    ...forumScreens(fixtures),
    ...galleryScreens(fixtures),
    ...memberScreens(fixtures),
    ...ownScreens(fixtures),
    ...staffScreens(fixtures),
  ];
}
