import { describe, expect, it } from 'vitest';
import {
  bytesText,
  countText,
  durationText,
  fullDate,
  placeText,
  priceText,
  relativeTime,
  shortCount,
  shortDate,
  utcDate,
} from './format.ts';

describe('shortCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0K'],
    [1234, '1.2K'],
    [15_000, '15.0K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [1_000_000, '1.0M'],
    [2_560_000, '2.6M'],
  ])('%d is %s', (value, text) => expect(shortCount(value)).toBe(text));
});

describe('counts, prices, durations, sizes', () => {
  it('separates thousands', () => expect(countText(1_234_567)).toBe('1,234,567'));
  it('writes places', () =>
    expect([1, 2, 3, 4, 11, 12, 13, 21, 1002].map(placeText)).toEqual(
      ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '1,002nd'].map((place) => `${place} place`),
    ));
  it('writes prices', () => expect([999, 500, 1050].map(priceText)).toEqual(['$9.99', '$5', '$10.50']));
  it('writes durations', () =>
    expect([0, 9.9, 211, 3729].map(durationText)).toEqual(['0:00', '0:09', '3:31', '1:02:09']));
  it('writes sizes', () =>
    expect([0, 512, 1536, 5_242_880, 536_870_912].map(bytesText)).toEqual([
      '0 B',
      '512 B',
      '1.5 KB',
      '5 MB',
      '512 MB',
    ]));
});

describe('relativeTime', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const before = (seconds: number) => relativeTime(new Date(now - seconds * 1000), now, 'UTC');
  it('is short', () => {
    expect(before(10)).toBe('now');
    expect(before(50)).toBe('1 min ago');
    expect(before(14 * 60 + 40)).toBe('14 min ago');
    expect(before(3 * 3600 + 1)).toBe('3 h ago');
    expect(before(2 * 86_400)).toBe('2 days ago');
    expect(before(-3600)).toBe('in 1 h');
  });
  it('is the day from a week on, with the year of another year', () => {
    expect(before(8 * 86_400)).toBe('Nov 13');
    expect(before(400 * 86_400)).toBe('Oct 17, 2025');
  });
});

describe('dates', () => {
  const late = new Date('2026-11-21T23:30:00Z');
  it('stay in the named zone', () => {
    expect(shortDate(late, 'UTC')).toBe('Nov 21, 2026');
    expect(utcDate(late)).toBe('Nov 21, 2026, 23:30 UTC');
    expect(shortDate(late, 'Asia/Tokyo')).toBe('Nov 22, 2026');
    expect(fullDate(late, 'UTC')).toBe('Saturday, November 21, 2026 at 11:30 PM UTC');
  });
});
