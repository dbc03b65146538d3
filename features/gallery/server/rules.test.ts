import { describe, expect, test } from 'vitest';
import { cleanText, cleanTitle, containing, searchText, takesType } from './rules.ts';

describe('texts of an image', () => {
  test('an empty title is Untitled', () => {
    expect(cleanTitle('')).toBe('Untitled');
    expect(cleanTitle('  \u200b\u202e ')).toBe('Untitled');
  });

  test('a title is one line without what deceives', () => {
    expect(cleanTitle('Desk\nat\u202egnp.night\u0000')).toBe('Desk at gnp.night');
  });

  test('a description keeps its lines', () => {
    expect(cleanText('one\r\ntwo\u0007\n\nthree')).toBe('one\ntwo \n\nthree');
    expect(cleanText('half \ud800 a character')).toBe('half \ufffd a character');
  });
});

describe('the search', () => {
  test('knows no case, in any script', () => {
    expect(searchText('ÅNGSTRÖM Köln ΣΊΓΜΑ')).toBe('ångström köln σίγμα');
    expect(searchText('ＦＵＬＬ')).toBe('full');
  });

  test('takes the meaning from wildcards', () => {
    expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
  });
});

test('the gallery takes the four types of the specification', () => {
  expect(['image/jpeg', 'image/png', 'image/gif', 'image/webp'].every(takesType)).toBe(true);
  expect(['image/svg+xml', 'image/avif', 'image/tiff', 'text/html'].some(takesType)).toBe(false);
});
