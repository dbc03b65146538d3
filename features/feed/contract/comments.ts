import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { answerEndpoints } from '#content/core/contract/endpoints.ts';
import { submitId } from '#content/core/contract/shapes.ts';
import { feed as limits } from './limits.ts';
import { id } from '#platform/contract/shapes.ts';
import { comment, commentMark, commentParams, uploadComment, uploadParams } from './shapes.ts';

const comments = answerEndpoints(
  { params: commentParams, noun: 'comment', notFound: 'comment_not_found' },
  { parentParams: uploadParams, parentNotFound: 'upload_not_found', answer: uploadComment, content: comment },
);

/** Comments under uploads. */
export const uploadComments = defineEndpoints({
  'GET /uploads/:uploadId/comments': comments.page,
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
  'GET /uploads/comments/:commentId': comments.read,
  'PATCH /uploads/comments/:commentId': comments.edit,
  'DELETE /uploads/comments/:commentId': {
    ...comments.remove,
    summary: "Removes a comment (its author, the upload's author, staff); it can be restored for 30 days.",
  },
  'POST /uploads/comments/:commentId/restore': comments.restore,
  'GET /uploads/comments/:commentId/history': comments.history,
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
