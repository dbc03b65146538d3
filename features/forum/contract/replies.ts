import { z } from 'zod';
import { answerEndpoints } from '#content/core/contract/endpoints.ts';
import { replyParams, submitId } from '#content/core/contract/shapes.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { id } from '#platform/contract/shapes.ts';
import { postParams, reply, replyContent } from './shapes.ts';

const replies = answerEndpoints(
  { params: replyParams, noun: 'reply', notFound: 'reply_not_found' },
  { parentParams: postParams, parentNotFound: 'post_not_found', answer: reply, content: replyContent },
);

/** Replies to posts. */
export const forumReplies = defineEndpoints({
  'GET /forum/posts/:postId/replies': replies.page,
  'POST /forum/posts/:postId/replies': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to post reply',
    summary: 'Replies to a post.',
    params: postParams,
    body: z.object({ content: replyContent, inReplyTo: id.optional(), submitId }),
    reply: z.object({ reply, seq: z.number().nullable() }),
    errors: [
      'profile_not_found',
      'post_not_found',
      'post_locked',
      'reply_not_found',
      'rate_limit',
      'banned_words',
      'spam_blocked',
      'adults_only',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'GET /forum/replies/:replyId': replies.read,
  'PATCH /forum/replies/:replyId': { ...replies.edit, maxBody: 128 * 1024 },
  'DELETE /forum/replies/:replyId': replies.remove,
  'POST /forum/replies/:replyId/restore': replies.restore,
  'GET /forum/replies/:replyId/history': replies.history,
  'PUT /forum/replies/:replyId/reaction': replies.react,
});
