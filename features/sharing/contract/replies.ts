import { z } from 'zod';
import { answerEndpoints } from '#content/core/contract/endpoints.ts';
import { replyParams, submitId } from '#content/core/contract/shapes.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { sharedReply, sharedReplyPage, itemParams, content, seenErrors } from './shapes.ts';

/** Replies to things of a type. */
export function replyEndpoints(kind: SharingKind) {
  const { noun } = sharingTypes[kind];
  const replies = answerEndpoints(
    { params: replyParams, noun: 'reply', notFound: 'reply_not_found' },
    { parentParams: itemParams, parentNotFound: `${kind}_not_found`, answer: sharedReply, content },
  );
  return defineEndpoints({
    'GET /:list/:itemId/replies': { ...replies.page, reply: sharedReplyPage },
    'POST /:list/:itemId/replies': {
      access: 'speaker',
      limit: 'write',
      signIn: 'sharing_sign_in',
      failure: 'Failed to add reply',
      summary: `Replies to the ${noun}. The same submit again answers with the first one.`,
      params: itemParams,
      body: z.object({ content, submitId }),
      reply: z.object({ reply: sharedReply, seq: z.number().nullable() }),
      errors: [...seenErrors(kind), 'rate_limit', 'banned_words', 'spam_blocked', 'too_complex'],
    },
    'GET /:list/replies/:replyId': replies.read,
    'PATCH /:list/replies/:replyId': replies.edit,
    'DELETE /:list/replies/:replyId': {
      ...replies.remove,
      summary: `Removes a reply (its author, the author of the ${noun}, staff); it can be restored for 30 days.`,
    },
    'POST /:list/replies/:replyId/restore': replies.restore,
    'GET /:list/replies/:replyId/history': replies.history,
  });
}
