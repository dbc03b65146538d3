import { expect, it } from 'vitest';
import { choiceText, readChoice } from './draft-choice.ts';

it.each([
  { category: '', isLocked: false },
  { category: '', isLocked: true },
  { category: 'music', isLocked: false },
  { category: '01998c1e-3f4f-7cc0-8000-000000000000', isLocked: true },
])('a draft keeps its choice: %o', (choice) => {
  expect(readChoice(choiceText(choice))).toEqual(choice);
});

it('a draft of an older release, which knew no lock, keeps its category', () => {
  expect(readChoice('music')).toEqual({ category: 'music', isLocked: false });
});
