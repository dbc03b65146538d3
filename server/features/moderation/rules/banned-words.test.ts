import { describe, expect, it } from 'vitest';
import { compileBannedWords } from './banned-words.ts';

describe('banned words', () => {
  const find = compileBannedWords(['Spamword', 'buy followers', 'café', 'buy cheap plays', '違法']);

  it.each([
    ['this is SPAMWORD!', 'Spamword'],
    ['Buy,   followers now', 'buy followers'],
    ['buy\nfollowers', 'buy followers'],
    ['buy cheap plays', 'buy cheap plays'],
    ['at the Cafe', 'café'],
    ['at the cafe\u0301', 'café'],
    ['spam\u200Bword', 'Spamword'],
    ['spam\u00ADword', 'Spamword'],
    ['ｓｐａｍｗｏｒｄ', 'Spamword'],
    ['s p a m w o r d', 'Spamword'],
    ['S.p.a.m.w.o.r.d', 'Spamword'],
    ['**spamword**', 'Spamword'],
    ['これは違法です', '違法'],
  ])('are found in "%s"', (text, word) => expect(find(text)).toBe(word));

  it.each(['nospamwords here', 'spam word', 'buy more followers', 'buy cheap', 'cafeteria', '違う法', '', ' \n'])(
    'are not found in "%s"',
    (text) => expect(find(text)).toBeNull(),
  );

  it('an empty list finds nothing', () => {
    expect(compileBannedWords([])('anything')).toBeNull();
    expect(compileBannedWords(['!!!', ' '])('anything !!!')).toBeNull();
  });

  it('thousands of them that begin alike do not slow a long text down', () => {
    const many = compileBannedWords(Array.from({ length: 20_000 }, (_, at) => `buy buy thing${at}`));
    const started = performance.now();
    expect(many('buy '.repeat(12_500))).toBeNull();
    expect(many(`${'b '.repeat(25_000)}x`)).toBeNull();
    expect(many(`${'buy '.repeat(12_000)}thing19999`)).toBe('buy buy thing19999');
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
