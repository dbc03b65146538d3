import { describe, expect, it } from 'vitest';
import { readSearchParams, writeSearchParams } from './search-params.ts';

describe('the search part of an address', () => {
  it('holds strings, even those that look like numbers or JSON', () => {
    for (const text of [
      '123',
      '007',
      '1e5',
      '-1',
      'true',
      'null',
      '[1]',
      '{"a":1}',
      '"quoted"',
      ' a  b ',
      'ü&=#+%',
      '',
    ]) {
      const written = writeSearchParams({ q: text });
      expect(readSearchParams(written), text).toEqual({ q: text });
    }
    expect(writeSearchParams({ q: '123' })).toBe('?q=123');
    expect(writeSearchParams({ compose: 1, on: true })).toBe('?compose=1&on=true');
  });

  it('is written again as it was read: a page that corrects its address does so once', () => {
    for (const address of [
      '?q=123',
      '?q=%22123%22',
      '?q=a%20b',
      '?q=a+b',
      '?a=1&a=2',
      '?__proto__=1',
      '?q',
      '?=',
      '',
      '?%',
      '?q=%E0%A4%A',
    ]) {
      const once = writeSearchParams(readSearchParams(address));
      expect(writeSearchParams(readSearchParams(once)), address).toBe(once);
    }
    expect(readSearchParams('?a=1&a=2')).toEqual({ a: '2' });
  });

  it('leaves out what is not chosen, and anything that is no word', () => {
    expect(writeSearchParams({})).toBe('');
    expect(writeSearchParams({ tab: undefined, of: null, list: [1], q: 'x' })).toBe('?q=x');
  });
});
