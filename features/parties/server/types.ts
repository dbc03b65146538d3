import type { Context } from '#platform/server/context.ts';
import { notifyMentioned } from '#content/core/server/notify.ts';
import { shortRendered } from '#content/core/server/text.ts';
import { type AnswerAtOnce, type ContentType, type EventParts, defineContent } from '#content/core/server/type.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { redactEvents } from '#platform/server/realtime/events-store.ts';
import { CHAT_KIND, messagesById, newMessage } from './chat/messages.ts';
import { announceParties, partyTopic, publishToParty, stageTopic } from './publish.ts';
import { deletePartyParts } from './purge.ts';
import { mayReadRoom } from './store.ts';

/** Fields that a party's policies and changes need beside those of all contents. */
export interface PartyExtra {
  readonly startsAt: Date | null;
  readonly endedAt: Date | null;
  readonly stageHolderId: string | null;
  readonly isDjMode: boolean;
  readonly allowsListeners: boolean;
}

/** Listening parties. */
export const listeningParty: ContentType<PartyExtra> = defineContent<PartyExtra>({
  kind: 'listening_party',
  noun: 'party',
  table: 'listening_parties',
  authorColumn: 'host_id',
  title: 't.name',
  excerpt: 'left(t.description, 300)',
  words: `t.name || E'\\n' || t.description`,
  isFixed: true,
  isAdult: 't.is_adult',
  extra: `t.starts_at AS "startsAt", t.ended_at AS "endedAt", t.stage_holder_id AS "stageHolderId", t.is_dj_mode AS "isDjMode", t.allows_listeners AS "allowsListeners"`,
  notFound: 'party_not_found',
  address: ({ id }) => `/listening-party/${id}`,
  activity: ({ title }) => ({ type: 'party', content: `hosted "${title}"` }),
  async announce(ctx, tx, { id }, change) {
    announceParties(ctx, tx, id);
    // Before the event: who may not listen any more does not get it.
    if (change !== 'created') tx.afterCommit(() => ctx.realtime.recheck({ topics: [stageTopic(id)] }));
    return change === 'created' ? null : await publishToParty(ctx, tx, id, 'party_changed', { id });
  },
  topicOf: partyTopic,
  purge: deletePartyParts,
});

/** The event of a new message, for the statement that writes it: as `announce` sends it. */
async function publishMessage(ctx: Context, answer: AnswerAtOnce): Promise<EventParts> {
  const people = await peopleById(ctx.db, [answer.authorId]);
  const author = people.get(answer.authorId) ?? unknownPerson;
  const event = (place: number) => ({ message: newMessage({ ...answer, place }, author) });
  const { parts, sent } = ctx.realtime.publishWith(partyTopic(answer.parentId), 'message_created', event(0), [
    'message',
    'place',
  ]);
  return { parts, sent: (seq, place) => sent(seq, event(place)) };
}

/** Messages of a party's chat. */
export const chatMessage: ContentType = defineContent({
  kind: CHAT_KIND,
  noun: 'message',
  table: 'chat_messages',
  authorColumn: 'author_id',
  title: 't.excerpt',
  excerpt: 't.excerpt',
  isFixed: true,
  isAdult: 'o.is_adult',
  answerOf: {
    type: listeningParty,
    column: 'party_id',
    countColumn: 'message_count',
    parentAuthorRemoves: true,
    preposition: 'in',
    atOnce: { notifies: 'false', publish: publishMessage },
  },
  notFound: 'message_not_found',
  address: ({ id, parentId }) => `/listening-party/${parentId}?message=${id}`,
  fileReaders: async (ctx, viewer, { parent }) =>
    (await mayReadRoom(ctx.db, parent!.id, viewer)) ? 'reader' : 'nobody',
  notifyPublished: notifyMentioned,
  // Its image was not there for the room when the message was sent: the same event again, with it.
  async fileProcessed(ctx, tx, id) {
    const [message] = await messagesById(tx, [id]);
    if (message?.visibility === 'published')
      await publishToParty(ctx, tx, message.partyId, 'message_created', { message });
  },
  async announce(ctx, tx, { id, parent }, change) {
    const topic = partyTopic(parent!.id);
    const [message] = change === 'removed' ? [] : await messagesById(tx, [id]);
    if (message?.visibility !== 'published') {
      // Nobody who resumes gets the words of a message that was removed or held.
      await redactEvents(tx, topic, 'message_created', { message: { id } }, { id });
      return await publishToParty(ctx, tx, parent!.id, 'message_removed', { id });
    }
    return await publishToParty(ctx, tx, parent!.id, 'message_created', { message });
  },
  rendered: shortRendered,
});
