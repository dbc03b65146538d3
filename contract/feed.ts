import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { defineTopics } from './event.ts';
import { chosenVisibility, historyQuery, textVersion, visibility } from './forum.ts';
import { type Licence, downloads, licences } from './limits/media.ts';
import { forum as forumLimits } from './limits/forum.ts';
import { feed as limits } from './limits/feed.ts';
import { mediaFile } from './media.ts';
import { cursor, done, id, timestamp, pageOf, person } from './shapes.ts';

/** What its author lets readers do with a sound or a video. Of pictures it says nothing. */
export const trackTerms = z.object({
  download: z.enum(downloads),
  licence: z.enum(licences.map(({ key }) => key) as [Licence, ...Licence[]]),
});
export type TrackTerms = z.infer<typeof trackTerms>;

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
export const upload = z.object({
  id,
  /** First line of the text; 'New Upload' without one. */
  title: z.string(),
  /** Sanitised HTML of the text after the title. */
  html: z.string(),
  /** First 300 characters without Markdown. */
  summary: z.string(),
  /** The Markdown source: only for who may edit. */
  source: z.string().nullable(),
  version: z.number(),
  author: person,
  files: z.array(uploadFile),
  poll: poll.nullable(),
  tags: z.array(z.string()),
  isAdult: z.boolean(),
  visibility,
  notice: z.string().nullable(),
  likeCount: z.number(),
  liked: z.boolean(),
  commentCount: z.number(),
  playCount: z.number(),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  /** Number of the last event of its realtime topic, to resume from. */
  eventSeq: z.number(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
    like: z.boolean(),
    comment: z.boolean(),
    report: z.boolean(),
    /** Exchange sounds, hear older ones, and mark comments: the author. */
    manageTracks: z.boolean(),
  }),
});
export type Upload = z.infer<typeof upload>;

/** An author's mark on a timed comment. */
export const commentMark = z.enum(['needs_work', 'resolved']);

export const uploadComment = z.object({
  id,
  uploadId: id,
  author: person,
  html: z.string(),
  source: z.string().nullable(),
  version: z.number(),
  /** Its position in the track. */
  at: z.object({ trackId: id, ms: z.number() }).nullable(),
  mark: commentMark.nullable(),
  visibility,
  notice: z.string().nullable(),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  /** Who of staff edited last; null where that was the author, or nobody. */
  editedBy: person.nullable(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    restore: z.boolean(),
    mark: z.boolean(),
    report: z.boolean(),
  }),
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

const content = z.string().max(limits.contentMax);
const comment = z.string().trim().min(1).max(limits.commentMax);
const submitId = id;
const uploadParams = z.object({ uploadId: id });
const trackParams = z.object({ uploadId: id, trackId: id });
const commentParams = z.object({ commentId: id });

export const feed = defineEndpoints({
  'GET /uploads': {
    access: 'public',
    limit: 'read',
    summary: 'Uploads, newest first.',
    query: z.object({
      after: cursor.optional(),
      kind: z.enum(['image', 'audio', 'video', 'text', 'poll']).optional(),
      /** Uploads of one member, by username. */
      author: z.string().max(64).optional(),
      /** Of members whom the reader follows alone. */
      following: z.enum(['yes']).optional(),
      /** A hashtag without `#`. */
      tag: z.string().max(limits.tagMax).optional(),
    }),
    reply: pageOf(upload),
    errors: [],
  },
  'GET /uploads/newer': {
    access: 'public',
    limit: 'read',
    summary: 'How many uploads that the reader may see came after one; at most 99 are counted.',
    query: z.object({ than: id }),
    reply: z.object({ count: z.number() }),
    errors: [],
  },
  'GET /uploads/tags': {
    access: 'public',
    limit: 'read',
    summary: 'Trending tags: the most used hashtags of the last 7 days.',
    reply: z.object({ items: z.array(z.object({ tag: z.string(), count: z.number() })) }),
    errors: [],
  },
  'POST /uploads': {
    access: 'speaker',
    limit: 'write',
    summary: 'Shares text, staged files or a poll. May be held for staff review, and says why.',
    body: z.object({
      content: content.default(''),
      fileIds: z.array(id).max(limits.filesMax).default([]),
      /** Of files among `fileIds`; others may be downloaded as they are streamed, all rights reserved. */
      terms: z
        .array(trackTerms.extend({ fileId: id }))
        .max(limits.filesMax)
        .default([]),
      poll: z
        .object({
          question: z.string().trim().min(1).max(limits.pollQuestionMax),
          options: z
            .array(z.string().trim().min(1).max(limits.pollOptionMax))
            .min(limits.pollOptionsMin)
            .max(limits.pollOptionsMax),
          days: z.union([z.literal(1), z.literal(3), z.literal(7)]),
        })
        .optional(),
      isAdult: z.boolean().default(false),
      visibility: chosenVisibility.default('public'),
      submitId,
    }),
    reply: z.object({ id, visibility, notice: z.string().nullable() }),
    errors: [
      'nothing_to_upload',
      'duplicate_upload',
      'rate_limit',
      'name_unreadable',
      'banned_words',
      'adults_only',
      'file_not_usable',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'GET /uploads/:uploadId': {
    access: 'public',
    limit: 'read',
    summary: 'One upload.',
    params: uploadParams,
    reply: upload,
    errors: ['upload_not_found', 'adults_only'],
  },
  'PATCH /uploads/:uploadId': {
    access: 'speaker',
    limit: 'write',
    summary: 'Edits the text and takes files out; names the version it started from. The last file or text cannot go.',
    params: uploadParams,
    body: z.object({
      content,
      /** Tracks that stay, in their new order; all when not given. */
      trackIds: z.array(id).max(limits.filesMax).optional(),
      isAdult: z.boolean().optional(),
      baseVersion: z.int(),
    }),
    reply: upload,
    errors: [
      'upload_not_found',
      'forbidden',
      'staff_protected',
      'edit_conflict',
      'nothing_to_upload',
      'track_not_found',
      'banned_words',
      'adults_only',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'PUT /uploads/:uploadId/visibility': {
    access: 'speaker',
    limit: 'write',
    summary:
      'Its author decides who sees the upload: everybody, whoever has a secret link, or nobody else, which ends all links to it.',
    params: uploadParams,
    body: z.object({ visibility: chosenVisibility }),
    reply: upload,
    errors: ['upload_not_found', 'adults_only', 'forbidden', 'visibility_waits'],
  },
  'DELETE /uploads/:uploadId': {
    access: 'member',
    limit: 'write',
    summary: 'Removes an upload (author or staff); it can be restored for 30 days.',
    params: uploadParams,
    body: z.object({ reason: z.string().max(forumLimits.reasonMax).default('') }),
    reply: done,
    errors: ['upload_not_found', 'forbidden', 'staff_protected'],
  },
  'POST /uploads/:uploadId/restore': {
    access: 'member',
    limit: 'write',
    summary: 'Restores a removed upload: staff any, an author what they removed themselves.',
    params: uploadParams,
    reply: done,
    errors: ['upload_not_found', 'forbidden', 'staff_protected'],
  },
  'GET /uploads/:uploadId/history': {
    access: 'public',
    limit: 'read',
    summary: 'The versions of the text, newest first.',
    params: uploadParams,
    query: historyQuery,
    reply: pageOf(textVersion),
    errors: ['upload_not_found', 'adults_only'],
  },
  'PUT /uploads/:uploadId/like': {
    access: 'member',
    limit: 'write',
    summary: 'Likes an upload, or takes the like back.',
    params: uploadParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ on: z.boolean(), likeCount: z.number() }),
    errors: ['upload_not_found', 'adults_only'],
  },
  'PUT /uploads/:uploadId/vote': {
    access: 'member',
    limit: 'write',
    summary: 'Votes in a poll, once; votes are secret.',
    params: uploadParams,
    body: z.object({ optionId: id }),
    reply: poll,
    errors: ['upload_not_found', 'adults_only', 'poll_closed', 'poll_voted', 'not_found'],
  },
  'GET /uploads/:uploadId/comments': {
    access: 'public',
    limit: 'read',
    summary: 'Comments, oldest first. `around` starts at the page that holds one comment.',
    params: uploadParams,
    query: z.object({ after: cursor.optional(), around: id.optional() }),
    reply: pageOf(uploadComment).extend({ previous: cursor.nullable() }),
    errors: ['upload_not_found', 'adults_only'],
  },
  'POST /uploads/:uploadId/comments': {
    access: 'speaker',
    limit: 'write',
    summary: 'Comments on an upload, at a position of a track where one is named.',
    params: uploadParams,
    body: z.object({
      content: comment,
      at: z.object({ trackId: id, ms: z.int().min(0).max(limits.timedCommentMax) }).optional(),
      submitId,
    }),
    reply: z.object({ comment: uploadComment, seq: z.number().nullable() }),
    errors: ['upload_not_found', 'adults_only', 'track_not_found', 'rate_limit', 'banned_words', 'too_complex'],
  },
  'GET /uploads/comments/:commentId': {
    access: 'public',
    limit: 'read',
    summary: 'One comment.',
    params: commentParams,
    reply: uploadComment,
    errors: ['comment_not_found', 'adults_only'],
  },
  'PATCH /uploads/comments/:commentId': {
    access: 'speaker',
    limit: 'write',
    summary: 'Edits a comment, naming the version it started from.',
    params: commentParams,
    body: z.object({ content: comment, baseVersion: z.int() }),
    reply: uploadComment,
    errors: [
      'comment_not_found',
      'forbidden',
      'staff_protected',
      'edit_conflict',
      'banned_words',
      'adults_only',
      'too_complex',
    ],
  },
  'DELETE /uploads/comments/:commentId': {
    access: 'member',
    limit: 'write',
    summary: "Removes a comment (its author, the upload's author, staff); it can be restored for 30 days.",
    params: commentParams,
    body: z.object({ reason: z.string().max(forumLimits.reasonMax).default('') }),
    reply: done,
    errors: ['comment_not_found', 'forbidden', 'staff_protected'],
  },
  'POST /uploads/comments/:commentId/restore': {
    access: 'member',
    limit: 'write',
    summary: 'Restores a removed comment.',
    params: commentParams,
    reply: done,
    errors: ['comment_not_found', 'forbidden', 'staff_protected'],
  },
  'GET /uploads/comments/:commentId/history': {
    access: 'public',
    limit: 'read',
    summary: 'The versions of the text of a comment, newest first.',
    params: commentParams,
    query: historyQuery,
    reply: pageOf(textVersion),
    errors: ['comment_not_found', 'adults_only'],
  },
  'PUT /uploads/comments/:commentId/mark': {
    access: 'member',
    limit: 'write',
    summary: "The upload's author marks a comment at a moment as 'needs work' or 'resolved', or removes the mark.",
    params: commentParams,
    body: z.object({ mark: commentMark.nullable() }),
    reply: uploadComment,
    errors: ['comment_not_found', 'forbidden', 'adults_only'],
  },
  'GET /uploads/:uploadId/tracks/:trackId/timed-comments': {
    access: 'public',
    limit: 'read',
    summary: 'Timed comments of a track, by position; the newest 500 of them.',
    params: trackParams,
    reply: z.object({ items: z.array(timedComment) }),
    errors: ['upload_not_found', 'track_not_found', 'adults_only'],
  },
  'POST /uploads/:uploadId/tracks/:trackId/plays': {
    access: 'public',
    limit: 'play',
    summary: 'A listener has begun a track. Nothing is counted yet.',
    params: trackParams,
    /** Token of the secret link that the listener came by. */
    query: z.object({ link: z.string().max(64).optional() }),
    reply: z.object({ playId: id, /** Milliseconds to be heard until it counts. */ neededMs: z.number() }),
    errors: ['upload_not_found', 'track_not_found', 'adults_only'],
  },
  'PUT /uploads/plays/:playId': {
    access: 'public',
    limit: 'play',
    summary:
      'The listener has heard 30 s, or half of a shorter track: counted once per listener and network an hour, not before that much time has passed and its bytes were sent.',
    params: z.object({ playId: id }),
    reply: z.object({ counted: z.boolean() }),
    errors: ['not_found', 'play_too_soon'],
  },
  'PUT /uploads/:uploadId/tracks/:trackId/terms': {
    access: 'member',
    limit: 'write',
    summary: 'Whether a sound or a video may be downloaded, and under which licence: its author alone decides.',
    params: trackParams,
    body: trackTerms,
    reply: upload,
    errors: ['upload_not_found', 'track_not_found', 'forbidden', 'adults_only'],
  },
  'GET /uploads/:uploadId/tracks/:trackId/versions': {
    access: 'session',
    limit: 'read',
    summary: 'Every sound that the track has had, newest first: for its author and staff.',
    params: trackParams,
    reply: z.object({ items: z.array(z.object({ version: z.number(), file: mediaFile, createdAt: timestamp })) }),
    errors: ['upload_not_found', 'track_not_found', 'forbidden'],
  },
  'POST /uploads/:uploadId/tracks/:trackId/versions': {
    access: 'speaker',
    limit: 'write',
    summary: 'Exchanges the sound of a track for a staged file; address, likes, comments and plays stay.',
    params: trackParams,
    body: z.object({ fileId: id }),
    reply: upload,
    errors: ['upload_not_found', 'track_not_found', 'forbidden', 'file_not_usable'],
  },
  'GET /composer': {
    access: 'session',
    limit: 'read',
    summary: "What the composer's header shows: level, XP, credits, trending tags, and which of its parts are open.",
    reply: z.object({
      level: z.number(),
      xp: z.number(),
      credits: z.number(),
      tags: z.array(z.string()),
      mayUseBanner: z.boolean(),
      /** Largest file of this member in bytes. */
      maxBytes: z.number(),
    }),
    errors: [],
  },
});

export const feedTopics = defineTopics({
  /** Hints for an open feed: newer uploads can be fetched. */
  uploads: {
    pattern: 'uploads',
    access: 'public',
    events: { upload_created: z.object({ id, authorId: id }), upload_changed: z.object({ id }) },
  },
  /** An open upload. Comments come as their id and who wrote them. */
  upload: {
    pattern: 'upload:{uploadId}',
    access: 'decided by the feature',
    events: {
      comment_created: z.object({ id, authorId: id }),
      comment_changed: z.object({ id }),
      upload_changed: z.object({ id }),
      /** Hints, which may be missed. Who has voted, or for what, is in none. */
      likes_changed: z.object({ id, likeCount: z.number() }),
      votes_changed: z.object({ id }),
    },
  },
});
