/** The steps of the welcome, in their order. */
export const welcomeSteps = ['profile', 'makes', 'follow'] as const;

export type WelcomeStep = (typeof welcomeSteps)[number];

export const welcome = {
  /** Tags that a member may choose. */
  makesMax: 8,
  /** Days whose activity makes suggestions, and how much of it is looked at. */
  aliveDays: 14,
  aliveContents: 200,
  /** Suggestions of each kind. */
  people: 8,
  categories: 6,
} as const;
