import { marks } from '#platform/contract/text-limits.ts';
/** Orders of the list of posts: pinned first, then newest; by the last reply; what the reader has not read, by the last reply. */
export const forumOrders = ['newest', 'active', 'unread'] as const;

export type ForumOrder = (typeof forumOrders)[number];

export const forum = {
  /** Days without a reply after which a post counts as read, opened or not. */
  unreadDays: 90,
  categoryNameMax: 40,
  previewChars: 120,
  titleMax: marks.titleMax,
  defaultTitle: marks.defaultTitle,
  contentMax: 50_000,
  replyMax: 20_000,
  postsPerPage: 20,
  repliesPerPage: 50,
  /** Percent of the words of two posts of one member that they must have in common to be duplicates, their numbers being equal. */
  ownNearPercent: 90,
  homePosts: 5,
} as const;

/** The five fixed categories of a post (`category_name`); General is the empty value. */
export const fixedCategories = [
  { key: 'dox', label: 'Dox' },
  { key: 'marketplace', label: 'Marketplace' },
  { key: 'leaks', label: 'Leaks' },
  { key: 'music', label: 'Music' },
  { key: 'nsfw', label: '18+' },
] as const;

export type FixedCategory = (typeof fixedCategories)[number]['key'];

export const banner = {
  glowColor: '#3b82f6',
  glowIntensity: 5,
  glowMin: 1,
  glowMax: 20,
} as const;
