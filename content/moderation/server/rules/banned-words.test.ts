import { describe, expect, it } from 'vitest';
import { costOf, expectAtMost, expectLinear } from '#site/testing/cost.ts';
import { compileBannedWords } from './banned-words.ts';

describe('banned words', () => {
  const find = compileBannedWords(['Spamword', 'buy followers', 'café', 'buy cheap plays', '違法']);

  it.each([
    ['this is SPAMWORD!', 'Spamword'],
    ['Buy,   followers now', 'buy followers'],
    ['buy\nfollowers', 'buy followers'],
    ['Schöne Grüße\nspamword\nan alle', 'Spamword'],
    ['été spamword\nnext line', 'Spamword'],
    ['é buy\tfollowers', 'buy followers'],
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
  ])('are found in "%s"', (text, word) => expect(find(text)).toEqual([word]));

  it.each(['nospamwords here', 'spam word', 'buy more followers', 'buy cheap', 'cafeteria', '違う法', '', ' \n'])(
    'are not found in "%s"',
    (text) => expect(find(text)).toEqual([]),
  );

  it.each([
    ['sp4mword', 'Spamword'],
    ['$p@mw0rd!!', 'Spamword'],
    ['spаmwоrd with two Cyrillic letters', 'Spamword'],
    ['ѕраmwоrd', 'Spamword'],
    ['s p @ m w 0 r d', 'Spamword'],
    ['s-p-4-m-w-o-r-d', 'Spamword'],
    ['spaaaamword', 'Spamword'],
    ['sp4444mworddd', 'Spamword'],
    ['spam**word**', 'Spamword'],
    ['sp~~am~~word', 'Spamword'],
    ['spam\\word', 'Spamword'],
    ['s\u200Bp\u2060a\u200Dm\uFEFFword', 'Spamword'],
    ['𝓼𝓹𝓪𝓶𝔀𝓸𝓻𝓭', 'Spamword'],
    ['🆂🅿🅰🅼🆆🅾🆁🅳', 'Spamword'],
    ['spam-word', 'Spamword'],
    ['(spam.word!)', 'Spamword'],
    ['sp_am_word', 'Spamword'],
    ['spam/w0rd', 'Spamword'],
    ['spam😀word', 'Spamword'],
    ['spam\u0007word', 'Spamword'],
    ['spamw\u0000ord', 'Spamword'],
    ['buy f0ll0wers', 'buy followers'],
    ['8uy cheap p1@ys', 'buy cheap plays'],
    ['b u y f o l l o w e r s', 'buy followers'],
    ['b-u-y f.o.l.l.o.w.e.r.s', 'buy followers'],
    ['buy ғᴏʟʟᴏᴡᴇʀꜱ', 'buy followers'],
  ])('are found in disguise: "%s"', (text, word) => expect(find(text)).toEqual([word]));

  it('are not found inside longer words, in names of devices, keys, tempos and prices', () => {
    const rude = compileBannedWords(['cunt', 'ass', 'tit', 'cock', 'sex', 'spam', 'anal', 'hell', 'cum']);
    for (const text of [
      'Scunthorpe, Penistone and Essex',
      'a classic bassline: assess the mass of the bass, then pass the class',
      'Dickens, Hancock, cocktails and a peacock; the analysis of a title by constitution',
      'document, cucumber, circumstance, shell, hello, Michelle, accumulate',
      'SP-404, TR-808, MPC2000XL, Juno-106, A4, C5, 4x4, 128 BPM, 5/4, $25, 100%, 2+2, 7th',
      'Spamalot by Python; unisex; Middlesex; Sussex; sexagenarian',
      "he'll be there, and he’ll bring s/he-lights, as-is, e.g. T-shirts and/or mass.hits",
      'hell0world.dev/shell, can-al, s-ex-aequo',
    ])
      expect(rude(text), text).toEqual([]);
    expect(rude('what an a55')).toEqual(['ass']);
    expect(rude('What the hell')).toEqual(['hell']);
  });

  it('ten thousand of them cost a text no more than ten times as much as ten of them', async () => {
    const compiled = (length: number) =>
      compileBannedWords(Array.from({ length }, (_, at) => `forbidden${at.toString(36)}thing`));
    const [few, many] = [compiled(10), compiled(10_000)];
    const text = 'Here is a loop with 128 BPM, drums and a bass in A minor; what do you think of it? '.repeat(123);
    expect(text.length).toBeGreaterThan(10_000);
    const reads = (finder: typeof many) => () => {
      for (let time = 0; time < 100; time++) expect(finder(text)).toEqual([]);
    };
    reads(many)();
    // A search for each word would cost a thousand times as much.
    await expectAtMost(10, reads(few), reads(many));
    const ms = (await costOf(reads(many))) / 100;
    process.stdout.write(`banned words: 10,000 against ${text.length} characters in ${ms.toFixed(2)} ms\n`);
  });

  it('are all found, also one inside the phrase of another', () => {
    const several = compileBannedWords(['buy', 'buy followers', 'scam']);
    expect(several('Buy followers: no SC4M').toSorted()).toEqual(['buy', 'buy followers', 'scam']);
  });

  it('an empty list finds nothing', () => {
    expect(compileBannedWords([])('anything')).toEqual([]);
    expect(compileBannedWords(['!!!', ' '])('anything !!!')).toEqual([]);
  });

  it('thousands of them that begin alike cost a long text no more than its length', async () => {
    const many = compileBannedWords(Array.from({ length: 20_000 }, (_, at) => `buy buy thing${at}`));
    await expectLinear((length) => expect(many('buy '.repeat(length / 4))).toEqual([]), 50_000);
    await expectLinear((length) => expect(many(`${'b '.repeat(length / 2)}x`)).toEqual([]), 50_000);
    const ended = (length: number) => `${'buy '.repeat(length / 4)}thing19999`;
    await expectLinear((length) => expect(many(ended(length))).toEqual(['buy buy thing19999']), 50_000);
  });

  it.each([...'!|+@$€1a', '!+', '1+'])(
    'a long row of %s that ends with another character costs no more than its length',
    async (sign) => {
      const findScam = compileBannedWords(['scam']);
      const row = (length: number) => `1${sign.repeat(length / sign.length)}x`;
      await expectLinear((length) => expect(findScam(row(length))).toEqual([]), 50_000);
    },
  );
});
