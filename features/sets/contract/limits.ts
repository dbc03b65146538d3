/** Ordered lists of tracks, songs and videos. */
export const sets = {
  /** Entries of one set. */
  entriesMax: 500,
  /** Entries in one page of a set. */
  perPage: 100,
} as const;
