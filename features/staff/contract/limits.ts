/** The admin panel. */
export const staff = {
  /** Numbers on tabs are counted up to one above this. */
  countMax: 999,
  /** The Forum Posts tab shows the latest so many (part 2 §9). */
  forumPosts: 50,
  membersPerPage: 50,
  searchMax: 100,
  roleNameMax: 32,
  roleDisplayNameMax: 32,
  roleDescriptionMax: 300,
  /** Default colour of a custom role (part 2 §9). */
  roleColor: '#6b7280',
  noteMax: 2000,
  reasonMax: 1000,
  /** Largest correction at once: a typed zero too many is refused. */
  correctionMax: 1_000_000,
} as const;
