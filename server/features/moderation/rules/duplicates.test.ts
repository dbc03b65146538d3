import { describe, expect, it } from 'vitest';
import { contentFingerprint } from './duplicates.ts';

describe('the fingerprint of a text', () => {
  it('is the same for what a reader would call the same', () => {
    const one = contentFingerprint('hello world');
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    for (const same of [
      'Hello  World\n',
      'hel\u200Blo world',
      '  HELLO\t\r\nworld ',
      'ｈｅｌｌｏ world',
      'hello\u00A0world',
    ]) {
      expect(contentFingerprint(same)).toBe(one);
    }
  });

  it('differs where a word, an accent or a mark differs', () => {
    const texts = ['hello world', 'hello there', 'helloworld', 'héllo world', 'hello, world', ''];
    expect(new Set(texts.map(contentFingerprint)).size).toBe(texts.length);
  });
});
