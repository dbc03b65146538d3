/**
 * Hosts of the players that a text may hold. The policy of every page allows frames of these alone, the server writes
 * places for them, the browser fills a place when it is clicked.
 */
export const frameHosts = {
  youtube: 'www.youtube-nocookie.com',
  vimeo: 'player.vimeo.com',
  spotify: 'open.spotify.com',
  soundcloud: 'w.soundcloud.com',
} as const;

/** What Markdown recognises in a text. */
export const marks = {
  /** Characters of a hashtag. */
  tagMax: 40,
  usernamePattern: '^[a-z0-9_]{3,24}$',
  /** Characters of the title that a text begins with, and the title of a text that begins with none. */
  titleMax: 120,
  defaultTitle: 'New Post',
} as const;
