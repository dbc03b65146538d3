/** Friends (part 1 §2, §9), and the members that `@` offers while writing. */
export const friends = {
  searchResults: 10,
  onProfile: 8,
  perPage: 30,
  followingMax: 1000,
  mentions: 8,
  /** Members of a thread who are offered before others. */
  mentionsNear: 20,
} as const;
