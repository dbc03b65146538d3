/** The admin panel. */
export const staff = {
  /** Numbers on tabs are counted up to one above this. */
  countMax: 999,
  /** The Forum Posts tab shows the latest so many (part 2 §9). */
  forumPosts: 50,
} as const;
