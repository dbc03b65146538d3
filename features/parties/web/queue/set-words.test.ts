import { expect, test } from 'vitest';
import { addedSetText } from './set-words.ts';

test('the words about a queued set say how many tracks were left out, and why', () => {
  const none = { notPlayable: 0, alreadyQueued: 0, noRoom: 0 };
  expect(addedSetText({ added: 1, total: 1, leftOut: none })).toBe('1 track added.');
  expect(addedSetText({ added: 9, total: 12, leftOut: { ...none, notPlayable: 3 } })).toBe(
    '9 tracks added. 3 of 12 tracks cannot be played here.',
  );
  expect(addedSetText({ added: 2, total: 6, leftOut: { notPlayable: 1, alreadyQueued: 1, noRoom: 2 } })).toBe(
    '2 tracks added. 1 of 6 tracks cannot be played here. 1 of 6 tracks waits already. No room in the queue for 2 of 6 tracks.',
  );
});
