/** A member's podcast. */
export const podcasts = {
  /** Episodes of the feed, the newest: directories read no more of a feed of usual size. */
  episodes: 100,
  /** Pixels of a side of the artwork, as Apple asks for at least and at most. */
  artworkMin: 1400,
  artworkMax: 3000,
} as const;

/** Which public tracks that may be downloaded are in it: all of them, those that the member chose, or none. */
export const podcastChoices = ['all', 'chosen', 'off'] as const;

export type PodcastChoice = (typeof podcastChoices)[number];
