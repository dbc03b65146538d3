import { marks } from '#platform/contract/text-limits.ts';
/** Uploads, their polls, comments and plays (decisions §5). */
export const feed = {
  contentMax: 20_000,
  commentMax: 4000,
  defaultTitle: 'New Upload',
  filesMax: 20,
  perPage: 20,
  commentsPerPage: 50,
  /** Newer uploads that are counted at most. */
  newerMax: 99,
  tagMax: marks.tagMax,
  tagsPerUpload: 10,
  trendingTags: 8,
  /** Days within which a tag was used that `#` offers while writing. */
  knownTagDays: 30,
  trendingDays: 7,
  pollQuestionMax: 200,
  pollOptionMax: 80,
  pollOptionsMin: 2,
  pollOptionsMax: 6,
  /** Days after which a poll may close. */
  pollDays: [1, 3, 7],
  /** A play counts after 30 s, or half of a shorter track, once per listener and once per network an hour. */
  playMs: 30_000,
  playWindowMinutes: 60,
  /** Marked plays of one network that are stored within an hour, and days for which plays can be judged again. */
  playMarksKept: 100,
  playEventDays: 90,
  /** Timed comments that a waveform shows. */
  timedCommentsShown: 500,
  timedCommentMax: 24 * 3600 * 1000,
  /** Loudness that players aim at. */
  targetLufs: -14,
} as const;
