/** Listening parties and their chat (decisions §7). */
export const parties = {
  nameMax: 80,
  descriptionMax: 1000,
  perPage: 20,
  /** Parties of one member that are open or announced at once. */
  openPerHost: 3,
  /** Days that a party may lie ahead, and minutes that its room opens before it begins. */
  aheadDays: 90,
  earlyMinutes: 15,
  /** Minutes before the beginning at which those who asked for it are reminded. */
  reminderMinutes: 10,
  /** A party without a listener ends after this time. */
  idleHours: 6,
  participantsPerPage: 50,
  /** Seconds between two signs of presence of a page; after twice as many its member counts as gone. */
  presenceSeconds: 20,
  /** Members in the room at once. */
  participantsMax: 2000,
  messageMax: 2000,
  messagesPerPage: 50,
  /** Seconds that a host may set between two messages of one member. */
  slowSeconds: [0, 5, 10, 30, 60, 300],
  /** Tracks that wait in a queue, and those that one member may have in it. */
  queueMax: 100,
  queuedPerMember: 10,
  /**
   * Milliseconds between a command and its effect: at least, at most, and what is added to the slowest quarter's round
   * trip. All pages act at the same time of the server's clock.
   */
  leadMinMs: 300,
  leadMaxMs: 2000,
  leadExtraMs: 150,
  /** Silence between two tracks of the queue. */
  gapMs: 1500,
  /** Reactions of one request, and the milliseconds of a track that are summed up. */
  reactionsAtOnce: 20,
  reactionBucketMs: 1000,
  /** Pauses and seeks of one track that the record stores. */
  playbackPerTrack: 500,
  /** Minutes in the room, with at least so many others, that a community event takes (decisions §3). */
  rewardMinutes: 10,
  rewardOthers: 2,
} as const;

/** Reactions that float over the waveform. */
export const partyReactions = ['fire', 'heart', 'clap', 'wow', 'laugh', 'wave'] as const;

export type PartyReaction = (typeof partyReactions)[number];
