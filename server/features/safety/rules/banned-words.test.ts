import { describe, expect, it } from 'vitest';
import { compileBannedWords } from './banned-words.ts';
import { contentFingerprint } from './duplicates.ts';

describe('banned words', () => {
  const find = compileBannedWords(['Spamword', 'buy followers', 'café']);

  it('are found as whole words in any case, accents and punctuation aside', () => {
    expect(find('this is SPAMWORD!')).toBe('Spamword');
    expect(find('Buy,   followers now')).toBe('buy followers');
    expect(find('at the Cafe')).toBe('café');
    expect(find('spam\u200Bword')).toBe('Spamword');
  });

  it('are not found inside other words', () => {
    expect(find('nospamwords here')).toBeNull();
    expect(find('buy more followers')).toBeNull();
    expect(find('')).toBeNull();
  });

  it('an empty list finds nothing', () => {
    expect(compileBannedWords([])('anything')).toBeNull();
    expect(compileBannedWords(['!!!'])('anything !!!')).toBeNull();
  });
});

describe('the fingerprint of a text', () => {
  it('is the same for what a reader would call the same', () => {
    expect(contentFingerprint('Hello  World\n')).toBe(contentFingerprint('hello world'));
    expect(contentFingerprint('hel\u200Blo world')).toBe(contentFingerprint('hello world'));
    expect(contentFingerprint('hello there')).not.toBe(contentFingerprint('hello world'));
  });
});
