/**
 * Every business constant, once. Units stand in the names or the comments.
 * Sources: the specification's parts 1 and 2 (§5, §9) and its decisions page.
 *
 * Plain values: the browser may import this file at run time.
 */

/** A named rate: at most `max` calls in `windowSeconds`, counted by `by`. */
export interface Rate {
  readonly max: number;
  readonly windowSeconds: number;
  /** `address`: the caller's network, an IPv4 address or the /64 of an IPv6 one. `caller`: the signed-in member, else the network. */
  readonly by: 'address' | 'caller';
}

/**
 * Request rates by name, where the operator sets no other (`RATES`). They keep machines away; the product's own cooldowns
 * are in `spam`.
 */
export const rates = {
  read: { max: 1200, windowSeconds: 60, by: 'caller' },
  write: { max: 240, windowSeconds: 60, by: 'caller' },
  preview: { max: 240, windowSeconds: 60, by: 'caller' },
  signIn: { max: 20, windowSeconds: 300, by: 'address' },
  signUp: { max: 10, windowSeconds: 3600, by: 'address' },
  mailRequest: { max: 10, windowSeconds: 3600, by: 'address' },
  codeEntry: { max: 30, windowSeconds: 900, by: 'address' },
  friendRequest: { max: 60, windowSeconds: 3600, by: 'caller' },
  /** Requests for files: players ask often. */
  file: { max: 12_000, windowSeconds: 60, by: 'address' },
  upload: { max: 120, windowSeconds: 600, by: 'caller' },
  uploadChunk: { max: 1200, windowSeconds: 60, by: 'caller' },
  heavy: { max: 6, windowSeconds: 3600, by: 'caller' },
  pay: { max: 30, windowSeconds: 60, by: 'caller' },
  /** Plays that begin or have been heard: what a listener who skips a lot does. */
  play: { max: 240, windowSeconds: 60, by: 'address' },
} as const satisfies Record<string, Rate>;
export type RateName = keyof typeof rates;

/** A limit on attempts: `max` at once, then one each `windowSeconds / max`. */
export interface AttemptRate {
  readonly max: number;
  readonly windowSeconds: number;
}

/**
 * Limits on attempts at one account, kept in the database, where the operator sets no other (`RATES`). What succeeds
 * does not count. Those whose name ends with `Account` count every network together that is not a known device.
 */
export const attemptRates = {
  /** Wrong passwords of one network, or of one known device. */
  password: { max: 10, windowSeconds: 900 },
  passwordAccount: { max: 30, windowSeconds: 300 },
  /** Wrong codes of one network, or of one known device. */
  code: { max: 5, windowSeconds: 900 },
  codeAccount: { max: 10, windowSeconds: 1800 },
  /** Mails to one address that one network, or one known device, asks for. */
  mail: { max: 5, windowSeconds: 3600 },
  /** Mails of one purpose to one address: beyond, the mail of before still counts, and no other is sent. */
  mailAccount: { max: 3, windowSeconds: 1800 },
} as const satisfies Record<string, AttemptRate>;
export type AttemptRateName = keyof typeof attemptRates;

/** Bytes of a request body where the endpoint does not say otherwise. */
export const defaultMaxBodyBytes = 64 * 1024;

export const account = {
  passwordMin: 8,
  passwordMax: 128,
  displayNameMax: 50,
  defaultDisplayName: 'Anonymous User',
  usernameMin: 3,
  usernameMax: 24,
  usernamePattern: '^[a-z0-9_]{3,24}$',
  emailMax: 254,
  bioMax: 500,
  recoveryCodes: 10,
  /** Minutes that a mailed link or code is good for. */
  verifyLinkMinutes: 24 * 60,
  resetLinkMinutes: 60,
  emailCodeMinutes: 10,
  /** Days for which the former address of an account can undo its change. */
  undoEmailDays: 7,
  /** Events of an account's security that are listed, and as many failed attempts beside them, and the days for which they are. */
  securityEventsMax: 100,
  securityEventDays: 90,
  invitationDays: 14,
  /** Session life in days where the operator sets no other; it is prolonged while in use. */
  sessionDays: 30,
  /** Days after which a session ends, however much it is used. */
  sessionMaxDays: 365,
  /** Hours for which a new account gets half of every spam threshold. */
  newAccountHours: 24,
  /** Days until a deletion that was asked for is carried out (decisions §11: within a day). */
  deletionHours: 24,
  /** Days until a data export is deleted. */
  exportDays: 7,
} as const;

export const forum = {
  categoryNameMax: 40,
  previewChars: 120,
  titleMax: 120,
  defaultTitle: 'New Post',
  contentMax: 50_000,
  replyMax: 20_000,
  postsPerPage: 20,
  repliesPerPage: 50,
  reasonMax: 1000,
  /** Days after which a soft-deleted post or reply is purged. */
  purgeAfterDays: 30,
  /** Hours within which the same content is a duplicate. */
  duplicateHours: 1,
  homePosts: 5,
} as const;

/**
 * Hosts of the players that a text may hold. The policy of every page allows frames of these alone, the server writes
 * places for them, the browser fills a place when it is clicked.
 */
export const frameHosts = {
  youtube: 'www.youtube-nocookie.com',
  vimeo: 'player.vimeo.com',
  spotify: 'open.spotify.com',
  soundcloud: 'w.soundcloud.com',
} as const;

/** Emoji-free reactions: key and label, a fixed set of six. */
export const reactions = [
  { key: 'like', label: 'Like' },
  { key: 'fire', label: 'Fire' },
  { key: 'headphones', label: 'On repeat' },
  { key: 'idea', label: 'Good idea' },
  { key: 'laugh', label: 'Funny' },
  { key: 'thanks', label: 'Thanks' },
] as const;
export type ReactionKey = (typeof reactions)[number]['key'];

/** The five fixed categories of a post (`category_name`); General is the empty value. */
export const fixedCategories = [
  { key: 'dox', label: 'Dox' },
  { key: 'marketplace', label: 'Marketplace' },
  { key: 'leaks', label: 'Leaks' },
  { key: 'music', label: 'Music' },
  { key: 'nsfw', label: '18+' },
] as const;
export type FixedCategory = (typeof fixedCategories)[number]['key'];

/**
 * Spam thresholds: so many of a kind in the window; the rest of the window is then the cooldown. Settings may change
 * them.
 */
export const spam = {
  windowMinutes: 10,
  posts: 5,
  replies: 20,
  uploads: 5,
} as const;

export const banner = {
  glowColor: '#3b82f6',
  glowIntensity: 5,
  glowMin: 1,
  glowMax: 20,
  maxBytes: 5 * 1024 * 1024,
} as const;

/** XP and credits by cause (decisions §3). */
export const rewards = {
  dailyVisit: { xp: 10, credits: 0 },
  forumPost: { xp: 25, credits: 5 },
  communityEvent: { xp: 50, credits: 0 },
  song: { xp: 0, credits: 2 },
  galleryImage: { xp: 0, credits: 1 },
  /** Rewarded posts, and rewarded uploads, a UTC day. */
  perDay: 8,
} as const;

/** What members pay one another, in credits; 1 credit = 1 cent (decisions §3). */
export const prices = { tip: 10, unlock: 100 } as const;

/** Rights that upgrades and tiers open (decisions §10). */
export const entitlements = [
  'custom_banner',
  'pin_own_post',
  'name_glow',
  'role_badge_text',
  'animated_text',
  'listing_priority',
  'larger_uploads',
] as const;
export type Entitlement = (typeof entitlements)[number];

/** Paid tiers: US cents a month, and what each opens beside the rights above (decisions §10). */
export const tiers = [
  { key: 'vip', name: 'VIP', centsPerMonth: 500, hasLargerUploads: false },
  { key: 'premium', name: 'Premium', centsPerMonth: 1000, hasLargerUploads: true },
  { key: 'omega_premium', name: 'Omega Premium', centsPerMonth: 1500, hasLargerUploads: true },
] as const;

/** US cents of the Premium plan that is paid once (decisions §10). */
export const premiumLifetimeCents = 800;

/** Friends (part 1 §2, §9). */
export const friends = { searchResults: 10, onProfile: 8, perPage: 30 } as const;
export const media = {
  /** Largest file and room of a member in MB, where the operator does not say otherwise (decisions §5). */
  uploadMegabytes: 512,
  /** Largest file of who has the right to larger ones (decisions §10: Premium and up). */
  largerUploadMegabytes: 2048,
  quotaMegabytes: 5120,
  /** Unfinished transfers of a member. */
  uploadsAtOnce: 20,
  /** Bytes of a request: what browsers send, and the most that is taken. Proxies commonly allow 100 MB. */
  chunkBytes: 8 * 1024 * 1024,
  maxChunkBytes: 64 * 1024 * 1024,
  /** Hours until an unfinished transfer is deleted, and a finished file that nothing uses. */
  uploadHours: 24,
  stagedHours: 24,
  nameMax: 200,
  /** Bytes of a waveform overview. */
  overviewMax: 4096,
  /** Files that one content may claim. */
  perContent: 20,
} as const;

/** Uploads, their polls, comments and plays (decisions §5). */
export const feed = {
  contentMax: 20_000,
  commentMax: 4000,
  defaultTitle: 'New Upload',
  filesMax: 20,
  perPage: 20,
  commentsPerPage: 50,
  /** Newer uploads that are counted at most. */
  newerMax: 99,
  tagMax: 40,
  tagsPerUpload: 10,
  trendingTags: 8,
  trendingDays: 7,
  pollQuestionMax: 200,
  pollOptionMax: 80,
  pollOptionsMin: 2,
  pollOptionsMax: 6,
  /** Days after which a poll may close. */
  pollDays: [1, 3, 7],
  /** A play counts after 30 s, or half of a shorter track, once per listener and once per network an hour. */
  playMs: 30_000,
  playWindowMinutes: 60,
  /** Marked plays of one network that are stored within an hour, and days for which plays can be judged again. */
  playMarksKept: 100,
  playEventDays: 90,
  /** Timed comments that a waveform shows. */
  momentsShown: 500,
  momentMax: 24 * 3600 * 1000,
  /** Loudness that players aim at. */
  targetLufs: -14,
} as const;

/** What readers may download of a sound or a video: nothing, what the player streams, or the file as it was uploaded. */
export const downloads = ['off', 'stream', 'original'] as const;
export type DownloadChoice = (typeof downloads)[number];

/** Licences that an author may give a sound or a video, and where each is explained. */
export const licences = [
  { key: 'all-rights-reserved', label: 'All rights reserved', url: null },
  { key: 'cc-by', label: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  { key: 'cc-by-sa', label: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  { key: 'cc-by-nd', label: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  { key: 'cc-by-nc', label: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  { key: 'cc-by-nc-sa', label: 'CC BY-NC-SA 4.0', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  { key: 'cc-by-nc-nd', label: 'CC BY-NC-ND 4.0', url: 'https://creativecommons.org/licenses/by-nc-nd/4.0/' },
  { key: 'cc0', label: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
] as const;
export type Licence = (typeof licences)[number]['key'];

/** What holds for a sound or a video whose author has chosen nothing. */
export const defaultTerms: { readonly download: DownloadChoice; readonly licence: Licence } = {
  download: 'stream',
  licence: 'all-rights-reserved',
};

/** What a file is, found from its content. */
export const fileKinds = ['image', 'audio', 'video'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * What a file is uploaded for: the kinds that the place takes, its own limit in bytes (null: the operator's alone), and
 * what is said of a larger one (part 1 §5, part 2 §5).
 */
export const filePurposes = {
  upload: { kinds: ['image', 'audio', 'video'], maxBytes: null, tooLarge: null },
  gallery: { kinds: ['image'], maxBytes: null, tooLarge: null },
  forum_image: { kinds: ['image'], maxBytes: null, tooLarge: null },
  forum_banner: { kinds: ['image'], maxBytes: banner.maxBytes, tooLarge: 'Banner images must be under 5MB' },
  avatar: { kinds: ['image'], maxBytes: 5 * 1024 * 1024, tooLarge: null },
  profile_banner: { kinds: ['image'], maxBytes: 5 * 1024 * 1024, tooLarge: null },
  background: {
    kinds: ['image', 'audio', 'video'],
    maxBytes: 50 * 1024 * 1024,
    tooLarge: 'Background files must be under 50MB',
  },
  cursor: { kinds: ['image'], maxBytes: 1024 * 1024, tooLarge: 'A cursor must be under 1MB' },
} as const satisfies Record<string, { kinds: readonly FileKind[]; maxBytes: number | null; tooLarge: string | null }>;
export type FilePurpose = keyof typeof filePurposes;

/** Marks of an announcement: the colour of its border, and the style of its badge (part 1 §9). */
export const announcementTypes = [
  { key: 'general', label: 'General' },
  { key: 'urgent', label: 'Urgent' },
  { key: 'feature', label: 'Feature' },
  { key: 'maintenance', label: 'Maintenance' },
] as const;
export type AnnouncementType = (typeof announcementTypes)[number]['key'];

export const announcements = {
  titleMax: 120,
  contentMax: 20_000,
  priorityMin: 1,
  priorityMax: 5,
  /** 'High Priority' above it. */
  highAbove: 3,
  perPage: 20,
} as const;

/** Gallery (part 2 §5, §9). */
export const gallery = {
  perPage: 20,
  titleMax: 120,
  defaultTitle: 'Untitled',
  descriptionMax: 2000,
  searchMax: 100,
  reasonMax: 1000,
  /** Pixels before the end at which the next page is asked for. */
  loadMorePx: 100,
  /** Days after which a rejected or removed image is purged. */
  purgeAfterDays: 30,
  /** What counts is the content of a file; the endings are for the browser's file picker. */
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  endings: ['.jpeg', '.jpg', '.png', '.gif', '.webp'],
} as const;

/** Times of the card of a name, in milliseconds (part 1 §9); who stays on a name for `intentMs` seems to mean it. */
export const nameCard = { openMs: 700, closeMs: 300, intentMs: 120 } as const;

/** What members make their profiles of (part 1 §3, part 2 §3, §5). */
export const customization = {
  descriptionMax: 2000,
  linksMax: 10,
  linkTitleMax: 60,
  linkUrlMax: 500,
  /** A chat-server name: letters, digits, dots, underscores, 2 to 32. */
  chatNamePattern: '^[A-Za-z0-9._]{2,32}$',
  /** How solid the panels of the profile are. */
  profileOpacity: { min: 0.1, max: 1, step: 0.1, default: 1 },
  /** How much the background shines through, 0 to 1. */
  backgroundOpacity: { min: 0, max: 1, default: 0.8 },
  /** Pixels of blur behind the panels. */
  profileBlur: { min: 0, max: 20, default: 0 },
  nameGlow: { min: 1, max: 20, default: 5 },
  audioVolume: 0.3,
  decorationsMax: 3,
  /** Characters of a bio that a hover card shows. */
  cardBioMax: 160,
  badgeTextMax: 24,
  activityPerPage: 20,
  /** Days for which the address of a former username leads to the member, and nobody else may take it. */
  formerNameDays: 365,
  /** Changes of the username a member may make in 30 days. */
  usernameChanges: 3,
} as const;

/** Drawings that an avatar may wear: each is an active row of `avatar_decorations` until staff switch it off. */
export const decorationDrawings = [
  { key: 'headphones', name: 'Headphones' },
  { key: 'cassette-halo', name: 'Cassette halo' },
  { key: 'laurel', name: 'Laurel' },
  { key: 'stars', name: 'Stars' },
  { key: 'flame-ring', name: 'Flame ring' },
  { key: 'vinyl-ring', name: 'Vinyl ring' },
  { key: 'pixel-crown', name: 'Pixel crown' },
  { key: 'equaliser', name: 'Equaliser' },
] as const;

/** Places that a link may lead to and that have a mark of their own. */
export const linkIcons = [
  'soundcloud',
  'spotify',
  'youtube',
  'bandcamp',
  'instagram',
  'tiktok',
  'twitch',
  'discord',
  'x',
  'github',
] as const;
export type LinkIcon = (typeof linkIcons)[number];

/** Colours of a profile where the member has chosen none (part 1 §9). */
export const defaultTheme = {
  primary: '#ff6b35',
  secondary: '#00b4d8',
  background: '#1a1a1a',
  accent: '#ffd60a',
} as const;

export const profileFonts = ['RANGERS', 'Arial', 'Helvetica', 'Georgia', 'Times New Roman'] as const;
export type ProfileFont = (typeof profileFonts)[number];
export const cursorEffects = ['none', 'sparkle', 'glow', 'rainbow', 'fire'] as const;
export type CursorEffect = (typeof cursorEffects)[number];
export const backgroundEffects = ['none', 'particles', 'waves', 'matrix', 'stars'] as const;
export type BackgroundEffect = (typeof backgroundEffects)[number];
/** Animated text effects of a display name (an upgrade opens them). */
export const nameEffects = ['none', 'shimmer', 'pulse', 'wave'] as const;
export type NameEffect = (typeof nameEffects)[number];
export const backgroundKinds = ['image', 'video', 'audio'] as const;
export type BackgroundKind = (typeof backgroundKinds)[number];

export const people = {
  newestMembers: 12,
  postsOnProfile: 20,
  membersPerPage: 24,
  /** Members that one search shows, and names that a search in special roles reads on each side. */
  searchResults: 48,
  searchCandidates: 500,
  searchMax: 50,
  leaderboard: 50,
  podium: 3,
  /** A member's own place is counted as far as this. */
  ownPlaceMax: 1000,
  statementLines: 30,
} as const;

export const memberFilters = ['all', 'staff', 'special'] as const;
export type MemberFilter = (typeof memberFilters)[number];
export const memberOrders = ['xp', 'newest'] as const;
export type MemberOrder = (typeof memberOrders)[number];
export const leaderboardPeriods = ['all', 'month', 'week'] as const;
export type LeaderboardPeriod = (typeof leaderboardPeriods)[number];

/** The side menu's measures (part 1 §9). */
export const sidebar = { cookie: 'sidebar_state', cookieDays: 7 } as const;

/** How often unread notifications are mailed. */
export const digestRhythms = ['off', 'daily', 'weekly'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

export const notifications = {
  /** In the bell. */
  latest: 10,
  perPage: 30,
  /** More unread ones are shown as "99+". */
  badgeMax: 99,
  /** Days after which what was read is removed. */
  keepReadDays: 90,
  /** Listed in one digest; the rest is counted. */
  inDigest: 10,
  /** Members who are notified in one transaction. */
  batch: 500,
  /** Browsers of one member that get pushes; one more takes the place of the oldest. */
  pushDevices: 10,
  /** Hours for which a push service keeps a message for a browser that is off. */
  pushHours: 24,
} as const;

export const realtime = {
  heartbeatMs: 25_000,
  reconnectSeconds: [1, 2, 5, 10],
  maxTopicsPerSocket: 50,
  /** Sockets that are open at once in one process: of one network (an IPv4 address, an IPv6 /64), and of one session. */
  socketsPerNetwork: 300,
  socketsPerSession: 40,
  /** Messages of one socket: so many at once, and so many a second after them. */
  messageBurst: 200,
  messagesPerSecond: 20,
  keepEventsHours: 24,
} as const;
