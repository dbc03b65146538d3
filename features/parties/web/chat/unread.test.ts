import { expect, it } from 'vitest';
import { unreadOf } from './unread.ts';

const message = (place: number, id: string | null = 'bo', visibility: 'published' | 'removed' = 'published') => ({
  place,
  visibility,
  author: { id, username: 'x', displayName: 'X', avatarUrl: null } as never,
});

it.each([
  ['nothing was said', [], 0, 0],
  ['everything was read', [message(1), message(2)], 2, 0],
  ['two came since', [message(1), message(2), message(3)], 1, 2],
  ['one is the reader’s own', [message(2, 'me'), message(3)], 1, 1],
  ['one is of a member whom the reader does not see', [message(2, 'hidden'), message(3)], 1, 1],
  ['one was removed', [message(2, 'bo', 'removed'), message(3)], 1, 1],
  ['its author has left the site', [message(2, null)], 1, 1],
] as const)('%s: so many messages are unread', (_, messages, readTo, unread) => {
  expect(unreadOf(messages, readTo, ['me', 'hidden'])).toBe(unread);
});
