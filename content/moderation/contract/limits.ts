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
  /** Items or accounts that one decision is about, at most. */
  manyMax: 30,
  /** Days of what a spammer made that are removed, at most and when not said; and in which that can be undone. */
  spamDays: 7,
  spamDaysMax: 30,
  spamUndoDays: 30,
  /** Characters from which on the same text counts. */
  sameTextChars: 20,
  /** Different words from which on a text with other words in it may count as the same; shorter ones must be equal. */
  nearTextWords: 8,
  /** Texts with a band in common that are compared, at most. */
  nearTextsCompared: 500,
  /** From so many times `sameTextAccounts` on the text is refused. */
  sameTextRefused: 5,
  /** Characters of a banned word or phrase. */
  wordMax: 80,
  wordsPerPage: 100,
  /** A new word is tried against so many of the latest texts, and so many of those that have it are shown. */
  trialTexts: 10_000,
  trialExamples: 10,
  /** From this share of the texts on, and so many, a word is common. */
  commonShare: 0.01,
  commonTexts: 5,
  /** Characters of an appeal. */
  appealMin: 10,
  appealMax: 2000,
  /** Days after a decision in which it can be appealed: for so long what was removed can be restored. */
  appealDays: 30,
  /** Appeals of one member that may wait at a time. */
  openAppealsMax: 5,
  /** Place of appeals in the queue: behind what harms people, before spam. */
  appealPriority: 2,
  /** Decisions that a list shows. */
  decisionsShown: 50,
} as const;
