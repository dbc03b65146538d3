import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { contentEndpoints } from '#content/core/contract/endpoints.ts';
import { submitId } from '#content/core/contract/shapes.ts';
import { parties as limits } from './limits.ts';
import { cursor, done, id, pageOf, timestamp } from '#platform/contract/shapes.ts';
import { chatMessage, chatSettings, messageParams, partyParams } from './shapes.ts';

const message = contentEndpoints({ params: messageParams, noun: 'message', notFound: 'message_not_found' });

/** The chat of a party. */
export const partyChat = defineEndpoints({
  'PUT /parties/:partyId/chat': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to change the chat',
    summary: 'Slows the chat down, or turns it off: host, moderators of the party and staff.',
    params: partyParams,
    body: chatSettings,
    reply: chatSettings,
    errors: ['party_not_found', 'forbidden', 'adults_only'],
  },
  'GET /parties/:partyId/messages': {
    access: 'session',
    limit: 'read',
    summary:
      'A page of the chat, oldest first; without a cursor the newest, and `next` leads to earlier ones. With `since` or `after` it goes forward from a time.',
    params: partyParams,
    query: z.object({ before: cursor.optional(), since: timestamp.optional(), after: cursor.optional() }),
    reply: pageOf(chatMessage),
    errors: ['party_not_found', 'party_removed', 'adults_only'],
  },
  'POST /parties/:partyId/messages': {
    access: 'speaker',
    limit: 'chat',
    failure: 'Failed to send message',
    summary: 'Says something in the chat. The same submit again answers with the first message.',
    params: partyParams,
    body: z.object({
      content: z.string().trim().max(limits.messageMax),
      /** A staged image of the purpose `chat_image`. */
      fileId: id.nullable().default(null),
      submitId,
    }),
    reply: z.object({ message: chatMessage, notice: z.string().nullable(), seq: z.number().nullable() }),
    errors: [
      'party_not_found',
      'party_ended',
      'not_joined',
      'chat_off',
      'slow_mode',
      'banned_words',
      'spam_blocked',
      'rate_limit',
      'too_complex',
      'file_not_usable',
      'adults_only',
    ],
  },
  'DELETE /parties/messages/:messageId': {
    ...message.remove,
    failure: 'Failed to remove the message',
    summary: 'Removes a message: its author, host, moderators of the party and staff.',
  },
  'PUT /parties/messages/:messageId/reaction': {
    ...message.react,
    access: 'member',
    limit: 'presence',
    summary: 'Gives, changes or takes back (null) a reaction to a message; who has joined the party.',
    errors: [...message.react.errors, 'party_not_found', 'party_ended', 'not_joined'],
  },
  'POST /parties/:partyId/typing': {
    access: 'speaker',
    limit: 'presence',
    failure: 'The connection to the party was lost',
    summary: 'Shows others that the member is writing.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'not_joined', 'adults_only'],
  },
});
