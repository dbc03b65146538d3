import { describe, expect, it } from 'vitest';
import { afterBusinessDays, dayOf, isHiding, isSignedBy, referenceOf } from './rules.ts';

describe('the clock of a counter-notice', () => {
  it('counts Monday to Friday, to the end of the last day', () => {
    // A Friday.
    const from = new Date('2026-05-15T09:30:00Z');
    expect(afterBusinessDays(from, 1).toISOString()).toBe('2026-05-18T23:59:59.999Z');
    expect(afterBusinessDays(from, 10).toISOString()).toBe('2026-05-29T23:59:59.999Z');
    expect(afterBusinessDays(from, 14).toISOString()).toBe('2026-06-04T23:59:59.999Z');
  });

  it('begins with the next business day for one that comes on a weekend', () => {
    expect(afterBusinessDays(new Date('2026-05-17T23:00:00Z'), 1).toISOString()).toBe('2026-05-18T23:59:59.999Z');
  });
});

describe('a signature', () => {
  it('is the name above, whatever its case and spaces', () => {
    expect(isSignedBy('Ada  Lovelace', ' ada lovelace ')).toBe(true);
    expect(isSignedBy('Ada Lovelace', 'Ada')).toBe(false);
    // As other keyboards write it.
    expect(isSignedBy('Ａｄａ\tLovelace', 'ADA LOVELACE')).toBe(true);
    expect(isSignedBy('Ada Lovelace', 'AdaLovelace')).toBe(false);
  });
});

it('a complaint has a short reference', () => {
  expect(referenceOf('0198a0c0-1111-7222-8333-4444deadbeef')).toBe('C-DEADBEEF');
});

it('a complaint hides its content from its acceptance until it is put back', () => {
  const states = ['unconfirmed', 'open', 'dismissed', 'hidden', 'countered', 'in_court', 'restored', 'withdrawn'];
  expect(states.filter((state) => isHiding(state))).toEqual(['hidden', 'countered', 'in_court']);
});

it('a day is named in UTC', () => {
  expect(dayOf(new Date('2026-05-15T23:59:59Z'))).toBe('2026-05-15');
});
