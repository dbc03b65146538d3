/** The moderation queue. */
export const moderation = {
  /** Seconds in which a decision is taken back without anybody having heard of it. */
  undoSeconds: 10,
  /** Seconds for which an opened item is shown as taken, after the last sign of the page that has it open. */
  leaseSeconds: 90,
  /** Own templates of reasons, and characters of one. */
  templatesMax: 20,
  templateMax: 300,
  reasonMax: 1000,
} as const;
