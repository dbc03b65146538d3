import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { forum as limits } from './limits.ts';
import { cursor, done, id, pageOf } from '#platform/contract/shapes.ts';
import { historyQuery, reactionCount, reactionKey, submitId, textVersion } from '#content/core/contract/shapes.ts';
import { postParams, reply, replyContent, replyParams } from './shapes.ts';

/** Replies to posts. */
export const forumReplies = defineEndpoints({
  'GET /forum/posts/:postId/replies': {
    access: 'public',
    limit: 'read',
    summary: 'Replies, oldest first. `around` starts at the page that holds one reply.',
    params: postParams,
    query: z.object({ after: cursor.optional(), around: id.optional() }),
    reply: pageOf(reply).extend({ previous: cursor.nullable() }),
    errors: ['post_not_found', 'adults_only'],
  },
  'POST /forum/posts/:postId/replies': {
    access: 'speaker',
    limit: 'write',
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
  'GET /forum/replies/:replyId': {
    access: 'public',
    limit: 'read',
    summary: 'One reply.',
    params: replyParams,
    reply,
    errors: ['reply_not_found', 'adults_only'],
  },
  'PATCH /forum/replies/:replyId': {
    access: 'speaker',
    limit: 'write',
    summary: 'Edits a reply, naming the version it started from.',
    params: replyParams,
    body: z.object({ content: replyContent, baseVersion: z.int() }),
    reply,
    errors: [
      'reply_not_found',
      'forbidden',
      'staff_protected',
      'edit_conflict',
      'banned_words',
      'spam_blocked',
      'adults_only',
      'too_complex',
    ],
    maxBody: 128 * 1024,
  },
  'DELETE /forum/replies/:replyId': {
    access: 'member',
    limit: 'write',
    summary: 'Removes a reply (author or staff); it can be restored for 30 days.',
    params: replyParams,
    body: z.object({ reason: z.string().max(limits.reasonMax).default('') }),
    reply: done,
    errors: ['reply_not_found', 'forbidden', 'staff_protected', 'with_admins'],
  },
  'POST /forum/replies/:replyId/restore': {
    access: 'member',
    limit: 'write',
    summary: 'Restores a removed reply.',
    params: replyParams,
    reply: done,
    errors: ['reply_not_found', 'forbidden', 'staff_protected', 'own_content', 'complaint_stands'],
  },
  'GET /forum/replies/:replyId/history': {
    access: 'public',
    limit: 'read',
    summary: 'The versions of the text, newest first.',
    params: replyParams,
    query: historyQuery,
    reply: pageOf(textVersion),
    errors: ['reply_not_found', 'adults_only'],
  },
  'PUT /forum/replies/:replyId/reaction': {
    access: 'speaker',
    limit: 'write',
    summary: 'Gives, changes or takes back (null) a reaction to a reply.',
    params: replyParams,
    body: z.object({ reaction: reactionKey.nullable() }),
    reply: z.object({ reactions: z.array(reactionCount) }),
    errors: ['reply_not_found', 'adults_only'],
  },
});
