import { expect, test } from 'vitest';
import { accountTopics } from '#people/accounts/contract/endpoints.ts';
import { forumTopics } from '#features/forum/contract/endpoints.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Realtime } from './realtime.ts';
import { ownTopic, topicRule } from './topic.ts';

test('events and who may listen to them have the types of the contract', () => {
  // Checked by the compiler; nothing of it runs.
  const mistakes = (realtime: Realtime, tx: Tx) => [
    // @ts-expect-error no topic has this name
    realtime.announce('members:1', 'inbox', { unread: 1 }),
    // @ts-expect-error the topic has no event of this type
    realtime.announce('forum', 'reply_created', { id: '1', authorId: '2' }),
    // @ts-expect-error the event carries who wrote the reply
    realtime.publish(tx, 'forum-post:1', 'reply_created', { id: '1' }),
    // @ts-expect-error an id is a text
    realtime.announce('gallery', 'image_changed', { id: 1 }),
    // @ts-expect-error the pattern has another parameter
    topicRule(forumTopics['forum-post'], { maySubscribe: (_ctx, _viewer, { uploadId }) => uploadId === '' }),
    // @ts-expect-error the topic is of no member
    ownTopic(forumTopics['forum-post']),
  ];
  expect(mistakes).toHaveLength(2);
});

test('the topic of a member is for their own pages', () => {
  const { maySubscribe } = ownTopic(accountTopics.viewer);
  const may = (viewer: { profileId: string } | null) =>
    maySubscribe({} as never, viewer as never, { profileId: 'mina' });
  expect([may({ profileId: 'mina' }), may({ profileId: 'olu' }), may(null)]).toEqual([true, false, false]);
});
