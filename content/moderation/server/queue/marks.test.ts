import { describe, expect, it } from 'vitest';
import { privateMarks } from './marks.ts';

describe('private information is marked where it stands in the text as its author typed it', () => {
  it.each([
    ['Call me: +49 170 5550123 tonight', '+49 170 5550123'],
    ['🥁🥁 Drums 👨‍👩‍👧 then call ＋４９ １７０ ５５５０１２３ now', '＋４９ １７０ ５５５０１２３'],
    ['Zero\u200bwidth first, call +49\u200b 170 5550123.', '+49\u200b 170 5550123'],
    ['ﬁne ﬂow\nwrite to ada.byron@gmail.com or not', 'ada.byron@gmail.com'],
    ['Anruf: +49 170\n5550123 bitte', '+49 170\n5550123'],
    ['e\u0301te\u0301, appelle +49 170 5550123', '+49 170 5550123'],
  ])('%j', (text, found) => {
    expect(privateMarks(text).map(({ from, to }) => text.slice(from, to).trim())).toEqual([found]);
  });

  it('marks nothing in a text without any', () => {
    expect(privateMarks('120 bpm, 140 bpm, 44100 Hz\n😀'.repeat(50))).toEqual([]);
  });
});
