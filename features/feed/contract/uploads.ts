import { transferFailure } from '#platform/contract/shown-errors.ts';
import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { contentEndpoints } from '#content/core/contract/endpoints.ts';
import { chosenVisibility, created, submitId } from '#content/core/contract/shapes.ts';
import { feed as limits } from './limits.ts';
import { cursor, id, pageOf } from '#platform/contract/shapes.ts';
import { trackTerms } from '#content/media/contract/endpoints.ts';
import { content, poll, upload, uploadParams } from './shapes.ts';

const whole = contentEndpoints({ params: uploadParams, noun: 'upload', notFound: 'upload_not_found' });

/** Uploads: lists, one upload, what is done with it, and the composer. */
export const uploads = defineEndpoints({
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
    summary: `Trending tags: the most used hashtags of the last ${limits.trendingDays} days; those that begin with \`q\`, of the last ${limits.knownTagDays}.`,
    query: z.object({ q: z.string().min(1).max(limits.tagMax).optional() }),
    reply: z.object({ items: z.array(z.object({ tag: z.string(), count: z.number() })) }),
    errors: [],
  },
  'POST /uploads': {
    access: 'speaker',
    limit: 'write',
    failure: transferFailure,
    summary: 'Shares text, staged files or a poll. May be held for staff review, and says why.',
    body: z.object({
      content: content.default(''),
      fileIds: z.array(id).max(limits.filesMax).default([]),
      /** Of files among `fileIds`; others may be downloaded as they are streamed, all rights reserved. */
      terms: z
        .array(trackTerms.extend({ fileId: id }))
        .max(limits.filesMax)
        .default([]),
      /** Covers of sounds among `fileIds`: staged pictures that are not among them. One may be that of several sounds. */
      covers: z
        .array(z.object({ fileId: id, coverFileId: id }))
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
    reply: created,
    errors: [
      'profile_not_found',
      'nothing_to_upload',
      'duplicate_upload',
      'rate_limit',
      'name_unreadable',
      'banned_words',
      'spam_blocked',
      'adults_only',
      'file_not_usable',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'GET /uploads/:uploadId': {
    access: 'public',
    limit: 'read',
    failure: 'Failed to load upload',
    summary: 'One upload.',
    params: uploadParams,
    reply: upload,
    errors: ['upload_not_found', 'adults_only'],
  },
  'PATCH /uploads/:uploadId': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to save the upload',
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
      'spam_blocked',
      'adults_only',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'PUT /uploads/:uploadId/visibility': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to change who sees it',
    summary:
      'Its author decides who sees the upload: everybody, whoever has a secret link, or nobody else, which ends all links to it.',
    params: uploadParams,
    body: z.object({ visibility: chosenVisibility }),
    reply: upload,
    errors: ['upload_not_found', 'adults_only', 'forbidden', 'visibility_waits', 'spam_blocked'],
  },
  'DELETE /uploads/:uploadId': whole.remove,
  'POST /uploads/:uploadId/restore': whole.restore,
  'GET /uploads/:uploadId/history': whole.history,
  'PUT /uploads/:uploadId/like': { ...whole.like, failure: 'Failed to save your like' },
  'PUT /uploads/:uploadId/vote': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to save your vote',
    summary: 'Votes in a poll, once; votes are secret.',
    params: uploadParams,
    body: z.object({ optionId: id }),
    reply: poll,
    errors: ['upload_not_found', 'adults_only', 'poll_closed', 'poll_voted', 'not_found'],
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
