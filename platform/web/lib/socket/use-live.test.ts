import { expect, test } from 'vitest';
import { useLive } from './use-live.ts';

test('topics, events and their data have the types of the contract', () => {
  // Checked by the compiler; hooks run in components alone.
  const pages = [
    () => useLive('forum-post:1', { reply_created: ({ id, authorId }) => void [id, authorId] }),
    () => useLive(null, {}),
    // @ts-expect-error no topic has this name
    () => useLive('forum-posts:1', {}),
    // @ts-expect-error it lacks the id of a post
    () => useLive('forum-post', {}),
    // @ts-expect-error the topic has no event of this type
    () => useLive('forum', { reply_created: () => {} }),
    // @ts-expect-error the event carries no title
    () => useLive('gallery', { image_approved: ({ title }) => void title }),
    // @ts-expect-error the number of likes is no text
    () => useLive('upload:1', { likes_changed: ({ likeCount }) => void (likeCount satisfies string) }),
  ];
  expect(pages).toHaveLength(7);
});
