/** A post that thousands watch. */
export interface Crowd {
  readonly postId: string;
  /** `cookie` header of the watcher who is notified last: watchers are notified in the order of their ids. */
  readonly lastCookie: string;
}

/** A member with an open page. */
export interface Listener {
  /** `cookie` header of an open session. */
  readonly cookie: string;
  readonly profileId: string;
}

/** A filled database with what a driver needs to know of it. */
export interface Seeded {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** `cookie` headers of signed-in members. */
  readonly cookies: readonly string[];
  /** Posts of the first pages of the list. */
  readonly postIds: readonly string[];
  /** Usernames of members who chose everything that a profile can show. */
  readonly usernames: readonly string[];
  readonly crowd: Crowd;
  /** Posts that a member each watches, and one that is watched and that all writers answer. */
  readonly watchedIds: readonly string[];
  readonly hotId: string;
  /** Members who have a page open. */
  readonly listeners: readonly Listener[];
}
