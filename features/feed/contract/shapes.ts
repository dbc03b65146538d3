import { z } from 'zod';
import { answer, contentRights, titled } from '#content/core/contract/shapes.ts';
import { feed as limits } from './limits.ts';
import { genreMax } from '#platform/contract/music-limits.ts';
import { foundMusic, mediaFile, statedMusic, trackTerms } from '#content/media/contract/endpoints.ts';
import { id, person, timestamp } from '#platform/contract/shapes.ts';

const isDay = (date: string): boolean => {
  const day = date.padEnd(10, '-01');
  return !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
};

/** What is known of a recording; null where nothing is. */
export const trackDetails = statedMusic.extend({
  genre: z.string().trim().min(1).max(genreMax).nullable(),
  /** A year, a month or a day. */
  date: z
    .string()
    .regex(
      /^(?:1[89]|20)\d\d(?:-\d\d(?:-\d\d)?)?$/,
      'Enter a year, a month or a day, such as 2026, 2026-01 or 2026-01-31.',
    )
    .refine(isDay, 'There is no such day.')
    .nullable(),
  isrc: z
    .string()
    .regex(/^[A-Za-z]{2}-?[A-Za-z0-9]{3}-?\d{2}-?\d{5}$/, 'Enter an ISRC of 12 characters, such as QZ-ABC-26-00001.')
    .nullable(),
});
/** The same as processing has found it: tags of files may be longer, and without a key of ours. */
export const foundDetails = foundMusic.extend({
  genre: z.string().nullable(),
  date: z.string().nullable(),
  isrc: z.string().nullable(),
});
export type TrackDetails = z.infer<typeof trackDetails>;

/**
 * A file of an upload. A replaced sound keeps its place: `trackId` stays, `id` is that of the newest version's file.
 */
export const uploadFile = mediaFile.extend({
  /** The place in the upload; timed comments and plays belong to it, whatever version is played. */
  trackId: id,
  /** 1 for the first sound, one more for each that replaced it. */
  version: z.number(),
  playCount: z.number(),
  terms: trackTerms,
  /** Where it is downloaded, by its author's choice; null where nothing is offered, and for pictures. */
  downloadUrl: z.string().nullable(),
});
export type UploadFile = z.infer<typeof uploadFile>;

/** Two to six options, one choice each; counts are null until the reader has voted or the poll is closed. */
export const poll = z.object({
  question: z.string(),
  options: z.array(z.object({ id, label: z.string(), count: z.number().nullable() })),
  closesAt: timestamp,
  isClosed: z.boolean(),
  total: z.number(),
  /** The reader's own choice. */
  mine: id.nullable(),
});
export type Poll = z.infer<typeof poll>;

/** One upload, in the feed and on its page. A track is an upload with audio. */
export const upload = titled.extend({
  files: z.array(uploadFile),
  poll: poll.nullable(),
  tags: z.array(z.string()),
  likeCount: z.number(),
  liked: z.boolean(),
  commentCount: z.number(),
  playCount: z.number(),
  can: contentRights.extend({
    like: z.boolean(),
    comment: z.boolean(),
    /** Exchange sounds, hear older ones, and mark comments: the author. */
    manageTracks: z.boolean(),
  }),
});
export type Upload = z.infer<typeof upload>;

/** An author's mark on a timed comment. */
export const commentMark = z.enum(['needs_work', 'resolved']);

export const uploadComment = answer.extend({
  uploadId: id,
  /** Its position in the track. */
  at: z.object({ trackId: id, ms: z.number() }).nullable(),
  mark: commentMark.nullable(),
  can: contentRights.extend({ mark: z.boolean() }),
});
export type UploadComment = z.infer<typeof uploadComment>;

/** A timed comment, as the waveform shows it. */
export const timedComment = z.object({
  commentId: id,
  ms: z.number(),
  author: person,
  excerpt: z.string(),
  mark: commentMark.nullable(),
});
export type TimedComment = z.infer<typeof timedComment>;

/** The text of an upload. */
export const content = z.string().max(limits.contentMax);
/** The text of a comment. */
export const comment = z.string().trim().min(1).max(limits.commentMax);
/** Names an upload. */
export const uploadParams = z.object({ uploadId: id });
/** Names a track of an upload. */
export const trackParams = z.object({ uploadId: id, trackId: id });
/** Names a comment. */
export const commentParams = z.object({ commentId: id });
