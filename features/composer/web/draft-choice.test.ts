import { expect, it } from 'vitest';
import { choiceText, newPoll, noChoice, pollGap, readChoice } from './draft-choice.ts';

it.each([
  noChoice(''),
  { ...noChoice('music'), isLocked: true },
  { ...noChoice('01998c1e-3f4f-7cc0-8000-000000000000'), isAdult: true },
  { ...noChoice(''), poll: { question: 'Tape or plug-in?', options: ['Tape', 'Plug-in', ''], days: 3 } },
  { ...noChoice(''), covers: { one: 'front', two: 'front' } },
  { ...noChoice(''), terms: { one: { download: 'off', licence: 'cc-by' } } } as const,
])('a draft keeps its choice: %o', (choice) => {
  expect(readChoice(choiceText(choice))).toEqual(choice);
});

it.each([
  '',
  'music',
  '{',
  'null',
  '[]',
  '{"category":7,"isLocked":"yes","poll":{"options":"no"},"terms":{"one":{"download":"all","licence":7},"two":null},"covers":{"one":7,"two":null}}',
])('what cannot be read is nothing chosen: %s', (text) => {
  expect(readChoice(text)).toEqual(noChoice(''));
});

it('a stored poll has at most the allowed options, and one of the allowed durations', () => {
  const poll = { question: 'Q', options: Array.from({ length: 9 }, (_, at) => `${at}`), days: 400 };
  expect(readChoice(choiceText({ ...noChoice(''), poll })).poll).toMatchObject({ days: 1 });
  expect(readChoice(choiceText({ ...noChoice(''), poll })).poll!.options).toHaveLength(6);
});

it('a poll says what it lacks', () => {
  expect(pollGap(newPoll)).toBe('The poll has no question.');
  expect(pollGap({ ...newPoll, question: 'Which?', options: ['One', ' '] })).toBe('The poll needs at least 2 options.');
  expect(pollGap({ ...newPoll, question: 'Which?', options: ['One', ' one '] })).toBe(
    'Two options of the poll are the same.',
  );
  expect(pollGap({ ...newPoll, question: 'Which?', options: ['One', 'Two', ''] })).toBeNull();
});
