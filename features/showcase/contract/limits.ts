/** Spotify showcase (part 2 §2, §9). */
export const showcase = {
  perPage: 20,
  /** Places with a badge of their own: gold, silver, bronze. */
  badges: 3,
  skeletons: 5,
  /** Characters of an artist's address as it is pasted. */
  addressMax: 300,
  artistNameMax: 120,
  trackNameMax: 120,
  /** The largest number that a member may type. */
  countMax: 1_000_000_000,
} as const;
