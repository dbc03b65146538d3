/** Secret links to own tracks and sets. */
export const secretLinks = {
  labelMax: 60,
  perPage: 50,
  /** Links that hold at once: to one thing, and of one member. */
  perContent: 50,
  perMember: 500,
  /** Hours after which one may expire; null for never. */
  hours: [1, 24, 168, 720, null],
} as const;
