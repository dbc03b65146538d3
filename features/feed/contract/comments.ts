import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { historyQuery, textVersion, removal } from '#content/core/contract/shapes.ts';
import { feed as limits } from './limits.ts';
import { cursor, done, id, pageOf } from '#platform/contract/shapes.ts';
import { comment, commentMark, commentParams, submitId, uploadComment, uploadParams } from './shapes.ts';

/** Comments under uploads. */
export const uploadComments = defineEndpoints({
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
    failure: 'Failed to post comment',
    summary: 'Comments on an upload, at a position of a track where one is named.',
    params: uploadParams,
    body: z.object({
      content: comment,
      at: z.object({ trackId: id, ms: z.int().min(0).max(limits.timedCommentMax) }).optional(),
      submitId,
    }),
    reply: z.object({ comment: uploadComment, seq: z.number().nullable() }),
    errors: [
      'profile_not_found',
      'upload_not_found',
      'adults_only',
      'track_not_found',
      'rate_limit',
      'banned_words',
      'spam_blocked',
      'too_complex',
    ],
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
    failure: 'Failed to save the comment',
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
      'spam_blocked',
      'adults_only',
      'too_complex',
    ],
  },
  'DELETE /uploads/comments/:commentId': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to delete the comment',
    summary: "Removes a comment (its author, the upload's author, staff); it can be restored for 30 days.",
    params: commentParams,
    body: removal,
    reply: done,
    errors: ['comment_not_found', 'forbidden', 'staff_protected', 'with_admins'],
  },
  'POST /uploads/comments/:commentId/restore': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to restore the comment',
    summary: 'Restores a removed comment.',
    params: commentParams,
    reply: done,
    errors: ['comment_not_found', 'forbidden', 'staff_protected', 'own_content', 'complaint_stands'],
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
    failure: 'Failed to save the mark',
    summary: "The upload's author marks a timed comment as 'needs work' or 'resolved', or removes the mark.",
    params: commentParams,
    body: z.object({ mark: commentMark.nullable() }),
    reply: uploadComment,
    errors: ['comment_not_found', 'forbidden', 'adults_only'],
  },
});
