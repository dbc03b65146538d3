import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { historyQuery, textVersion, removal } from '#content/core/contract/shapes.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { cursor, done, id, pageOf } from '#platform/contract/shapes.ts';
import { sharedReply, sharedReplyPage, itemParams, replyParams, content, seenErrors } from './shapes.ts';

/** Replies to things of a type. */
export function replyEndpoints(kind: SharingKind) {
  const { noun } = sharingTypes[kind];
  const seen = seenErrors(kind);
  return defineEndpoints({
    'GET /:list/:itemId/replies': {
      access: 'public',
      limit: 'read',
      summary: 'Replies, oldest first. `around` starts at the page that holds one reply.',
      params: itemParams,
      query: z.object({ after: cursor.optional(), around: id.optional() }),
      reply: sharedReplyPage,
      errors: seen,
    },
    'POST /:list/:itemId/replies': {
      access: 'speaker',
      limit: 'write',
      signIn: 'sharing_sign_in',
      failure: 'Failed to add reply',
      summary: `Replies to the ${noun}. The same submit again answers with the first one.`,
      params: itemParams,
      body: z.object({ content, submitId: id }),
      reply: z.object({ reply: sharedReply, seq: z.number().nullable() }),
      errors: [...seen, 'rate_limit', 'banned_words', 'spam_blocked', 'too_complex'],
    },
    'GET /:list/replies/:replyId': {
      access: 'public',
      limit: 'read',
      summary: 'One reply.',
      params: replyParams,
      reply: sharedReply,
      errors: ['reply_not_found', 'adults_only'],
    },
    'PATCH /:list/replies/:replyId': {
      access: 'speaker',
      limit: 'write',
      failure: 'Failed to save the reply',
      summary: 'Edits a reply, naming the version it started from.',
      params: replyParams,
      body: z.object({ content, baseVersion: z.int() }),
      reply: sharedReply,
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
    },
    'DELETE /:list/replies/:replyId': {
      access: 'member',
      limit: 'write',
      failure: 'Failed to delete the reply',
      summary: `Removes a reply (its author, the author of the ${noun}, staff); it can be restored for 30 days.`,
      params: replyParams,
      body: removal,
      reply: done,
      errors: ['reply_not_found', 'forbidden', 'staff_protected', 'with_admins', 'adults_only'],
    },
    'POST /:list/replies/:replyId/restore': {
      access: 'member',
      limit: 'write',
      failure: 'Failed to restore the reply',
      summary: 'Restores a removed reply.',
      params: replyParams,
      reply: done,
      errors: ['reply_not_found', 'forbidden', 'staff_protected', 'own_content', 'complaint_stands', 'adults_only'],
    },
    'GET /:list/replies/:replyId/history': {
      access: 'public',
      limit: 'read',
      summary: 'Every version of the text of a reply, newest first.',
      params: replyParams,
      query: historyQuery,
      reply: pageOf(textVersion),
      errors: ['reply_not_found', 'adults_only'],
    },
  });
}
