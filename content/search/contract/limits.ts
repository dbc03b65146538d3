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

/** What is found, in the order of groups. A further type is one entry here, and its kinds in `content/search/server/kinds.ts`. */
export const searchTypes = [
  { key: 'member', label: 'Members', noun: 'Member' },
  { key: 'post', label: 'Posts', noun: 'Post' },
  { key: 'upload', label: 'Uploads', noun: 'Upload' },
  { key: 'song', label: 'Songs', noun: 'Song' },
  { key: 'set', label: 'Sets', noun: 'Set' },
  { key: 'drumkit', label: 'Drumkits', noun: 'Drumkit' },
  { key: 'editing_pack', label: 'Editing packs', noun: 'Editing pack' },
  { key: 'leak', label: 'Leaks', noun: 'Leak' },
  { key: 'self_promotion_post', label: 'Self-promotion', noun: 'Self-promotion' },
  { key: 'gallery_image', label: 'Gallery', noun: 'Image' },
  { key: 'party', label: 'Parties', noun: 'Party' },
  { key: 'announcement', label: 'Announcements', noun: 'Announcement' },
  { key: 'reply', label: 'Replies', noun: 'Reply' },
  { key: 'comment', label: 'Comments', noun: 'Comment' },
] as const;

export type SearchType = (typeof searchTypes)[number]['key'];

export const searchOrders = ['relevance', 'newest'] as const;

export type SearchOrder = (typeof searchOrders)[number];
