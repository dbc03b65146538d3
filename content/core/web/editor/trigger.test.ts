import { describe, expect, it } from 'vitest';
import { emojiNamed, loadEmojiNames, triggerAt } from './trigger.ts';

/** The caret is at `|`. */
const at = (text: string) => {
  const caret = text.indexOf('|');
  const found = triggerAt(text.replace('|', ''), caret);
  return found && `${found.start}${found.sign}${found.query}`;
};

describe('a beginning that can be completed', () => {
  it.each([
    ['@|', '0@'],
    ['Hi @mi|lo', '3@mi'],
    ['(@Ünal|', '1@Ünal'],
    ['a\n#lo-fi|', '2#lo-fi'],
    ['see :fire|', '4:fire'],
    ['> @a|', '2@a'],
    ['`code` @a|', '7@a'],
    ['```\nx\n```\n@a|', '10@a'],
  ])('%s', (text, found) => expect(at(text)).toBe(found));

  it.each([
    'mail@x|',
    'a:b|',
    '10:30|',
    'see:|',
    ':)|',
    ':f|',
    '#|',
    '# Head|',
    'https://x.org/@a|',
    '@a b|',
    '`@a|',
    '```\n@a|',
    '~~~\n:fire|',
    '@@a|',
    `@${'x'.repeat(33)}|`,
  ])('not %s', (text) => expect(at(text)).toBeNull());
});

describe('emoji by name', async () => {
  const emojiNames = await loadEmojiNames();

  it.each([
    ['fire', '🔥'],
    ['heart', '❤️'],
    ['notes', '🎶'],
    ['thumbs', '👍️'],
    ['+1', '👍️'],
    ['guit', '🎸'],
  ])('%s offers %s among the first', (query, emoji) => {
    expect(emojiNamed(emojiNames, query, 8).map((found) => found.replace('\uFE0F', ''))).toContain(
      emoji.replace('\uFE0F', ''),
    );
  });

  it('offers nothing for what no emoji is called, and never more than asked', () => {
    expect(emojiNamed(emojiNames, 'qqzz', 8)).toEqual([]);
    expect(emojiNamed(emojiNames, 'fa', 8)).toHaveLength(8);
  });
});
