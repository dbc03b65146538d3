/** Orders of the list of posts: pinned first, then newest; by the last reply; what the reader has not read, by the last reply. */
export const forumOrders = ['newest', 'active', 'unread'] as const;

export type ForumOrder = (typeof forumOrders)[number];

export const forum = {
  /** Days without a reply after which a post counts as read, opened or not. */
  unreadDays: 90,
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
  /** Percent of the words of two posts of one member that they must have in common to be duplicates, their numbers being equal. */
  ownNearPercent: 90,
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
  /** Of a chat. */
  messages: 200,
} as const;

export const banner = {
  glowColor: '#3b82f6',
  glowIntensity: 5,
  glowMin: 1,
  glowMax: 20,
  maxBytes: 5 * 1024 * 1024,
} as const;
