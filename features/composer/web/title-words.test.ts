import { expect, it } from 'vitest';
import { titleWords } from './title-words.ts';

it.each([
  ['How do I tune an 808 kick drum?', ['tune', 'kick', 'drum']],
  ['Sidechain compression on a return track\n\nText below', ['sidechain', 'compression', 'return']],
  ['# **Mixing** mixing with headphones', ['mixing', 'headphones']],
  ['Another quizzical snare question', ['quizzical', 'snare']],
  ['Schöne Grüße', ['schöne', 'grüße']],
  ['Hello', []],
  ['a an in on', []],
  ['', []],
  ['word '.repeat(10_000), []],
])('the title of %j is searched by its longest words', (text, words) => {
  expect(titleWords(text)).toEqual(words);
});
