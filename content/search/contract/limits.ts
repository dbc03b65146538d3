/** The search over everything (decisions §11). */
export const search = {
  /** Characters of a search; what is longer is refused. */
  queryMax: 200,
  /** Words that count: the first of a search. */
  words: 12,
  perPage: 20,
  /** Characters from which results are shown while typing, and at most so many of each type. */
  suggestFrom: 2,
  suggestPerType: 4,
  /** Documents that are ordered by relevance; 'newest' goes through all. */
  ranked: 300,
  /** Characters of the text around a match. */
  excerptChars: 180,
  /** Searches that a browser remembers. */
  recent: 6,
  tagMax: 40,
  /** Own uploads, the newest, whose titles are compared where tracks are chosen. */
  ownLooked: 2000,
} as const;

/** What is found, in the order of groups, and the page of what belongs to a section. A further type is one entry here, and its kinds in `content/search/server/kinds.ts`. */
export const searchTypes = [
  { key: 'member', label: 'Members', noun: 'Member' },
  { key: 'post', label: 'Posts', noun: 'Post' },
  { key: 'upload', label: 'Uploads', noun: 'Upload', page: '/uploads' },
  { key: 'song', label: 'Songs', noun: 'Song', page: '/songs' },
  { key: 'set', label: 'Sets', noun: 'Set', page: '/sets' },
  { key: 'drumkit', label: 'Drumkits', noun: 'Drumkit', page: '/drumkits' },
  { key: 'editing_pack', label: 'Editing packs', noun: 'Editing pack', page: '/editing-packs' },
  { key: 'leak', label: 'Leaks', noun: 'Leak', page: '/leaks' },
  { key: 'self_promotion_post', label: 'Self-promotion', noun: 'Self-promotion', page: '/self-promotion' },
  { key: 'gallery_image', label: 'Gallery', noun: 'Image', page: '/gallery' },
  { key: 'party', label: 'Parties', noun: 'Party', page: '/listening-parties' },
  { key: 'announcement', label: 'Announcements', noun: 'Announcement' },
  { key: 'reply', label: 'Replies', noun: 'Reply' },
  { key: 'comment', label: 'Comments', noun: 'Comment' },
] as const;

export type SearchType = (typeof searchTypes)[number]['key'];

export const searchOrders = ['relevance', 'newest'] as const;

export type SearchOrder = (typeof searchOrders)[number];
