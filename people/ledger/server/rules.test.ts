import { describe, expect, it } from 'vitest';
import { entitlements, products } from '#people/ledger/contract/limits.ts';
import {
  cappedWith,
  contentOfCause,
  entryTitle,
  grantsWith,
  highestTier,
  openedBy,
  periodStart,
  rankChange,
  startOfUtcDay,
  utcDay,
} from './rules.ts';

describe('a day and a period', () => {
  it('are those of UTC', () => {
    const late = new Date('2026-01-31T23:59:59.999Z');
    expect(utcDay(late)).toBe('2026-01-31');
    expect(startOfUtcDay(late)).toEqual(new Date('2026-01-31T00:00:00Z'));
  });

  it.each([
    ['2026-03-01T00:00:00Z', '2026-03-01', '2026-02-23'],
    ['2026-03-02T00:00:00Z', '2026-03-01', '2026-03-02'],
    ['2026-03-07T12:00:00Z', '2026-03-01', '2026-03-02'],
    ['2026-03-31T23:59:59Z', '2026-03-01', '2026-03-30'],
    ['2026-01-01T05:00:00Z', '2026-01-01', '2025-12-29'],
  ])('of %s the month began on %s and the week on %s, a Monday', (at, month, week) => {
    expect(periodStart('month', new Date(at))).toBe(month);
    expect(periodStart('week', new Date(at))).toBe(week);
  });
});

describe('an entry', () => {
  it('is named by what it was for, and by its direction', () => {
    const titles = (amount: number) =>
      ['tip', 'purchase', 'refund', 'unlock', 'upgrade'].map((kind) => entryTitle(kind, amount));
    expect(titles(5)).toEqual([
      'Tip received',
      'Your kit was bought',
      'Paid back: removed by staff',
      'Your post was unlocked',
      'Upgrade paid back',
    ]);
    const out = ['Tip sent', 'Kit bought', 'Paid back to a buyer', 'Post unlocked', 'Upgrade bought'];
    expect(titles(-5)).toEqual(out);
    expect(titles(0)).toEqual(out);
    const kinds = [
      'daily_visit',
      'forum_post',
      'community_event',
      'song',
      'gallery_image',
      'take_back',
      'pay_again',
      'correction',
      'refund_by_site',
    ];
    expect(kinds.map((kind) => entryTitle(kind, 1))).toEqual([
      'Daily login',
      'Forum post',
      'Community event',
      'Song uploaded',
      'Gallery image approved',
      'Reward taken back',
      'Reward paid again',
      'Correction by staff',
      'Paid back by the site: removed by staff',
    ]);
  });

  it('of a kind that no table knows is written out', () => {
    expect(entryTitle('art_contest_prize', 3)).toBe('Art contest prize');
  });

  it('names its content in its cause', () => {
    const id = '0198a0c0-1111-7222-8333-4444deadbeef';
    expect(contentOfCause(`upload:${id}`)).toEqual({ kind: 'upload', id });
    expect(contentOfCause(`forum_post:${id}#take_back`)).toEqual({ kind: 'forum_post', id });
    expect(contentOfCause(`gallery_image:${id}:again`)).toEqual({ kind: 'gallery_image', id });
    // What members pay one another is about a post.
    expect(contentOfCause(`tip:${id}:member`)).toEqual({ kind: 'forum_post', id });
    expect(contentOfCause(`unlock:${id}:member`)).toEqual({ kind: 'forum_post', id });
    expect(contentOfCause(`tip:upload:${id}`)).toEqual({ kind: 'upload', id });
    for (const none of [
      'daily_visit:2026-01-31',
      `upload:${id}0`,
      ` upload:${id}`,
      `upload:${id.slice(1)}`,
      `Upload:${id}`,
      '',
    ])
      expect(contentOfCause(none), none).toBeNull();
  });
});

it('posts have a cap of a day of their own, and so have songs and images together', () => {
  expect(cappedWith).toEqual({
    forum_post: ['forum_post'],
    song: ['song', 'gallery_image'],
    gallery_image: ['song', 'gallery_image'],
  });
});

describe('a change of XP', () => {
  const at = (xp: number, source: 'xp' | 'staff' | 'tier' | null = 'xp') => ({ xp, customRole: null, source });

  it('changes the rank where it crosses a threshold, either way', () => {
    expect(rankChange(at(99), 100)).toEqual({ rank: 'explorer', promoted: true, name: 'VIP' });
    expect(rankChange(at(100), 99)).toEqual({ rank: 'wanderer', promoted: false, name: 'User' });
    expect(rankChange(at(0, null), 500)).toMatchObject({ rank: 'adventurer' });
    expect(rankChange(at(100), 499)).toBeNull();
  });

  it('changes no rank that staff or a tier have set', () => {
    expect(rankChange(at(0, 'staff'), 500)).toBeNull();
    expect(rankChange(at(0, 'tier'), 500)).toBeNull();
  });
});

describe('a grant', () => {
  const withoutUploads = entitlements.filter((right) => right !== 'larger_uploads');

  it('opens what its product is good for, one right, or nothing', () => {
    expect(Object.fromEntries(products.map((product) => [product, openedBy(product)]))).toEqual({
      vip: withoutUploads,
      premium: entitlements,
      omega_premium: entitlements,
      premium_lifetime: entitlements,
      'ultimate-package': withoutUploads,
    });
    for (const right of entitlements) expect(openedBy(right)).toEqual([right]);
    expect(openedBy('something else')).toEqual([]);
  });

  it('is found by each right that it opens', () => {
    expect(grantsWith('name_glow')).toEqual([...products, 'name_glow']);
    expect(grantsWith('larger_uploads')).toEqual(['premium', 'omega_premium', 'premium_lifetime', 'larger_uploads']);
  });

  it('shows the highest tier, and none of the upgrade or of single rights', () => {
    expect(highestTier(['premium', 'omega_premium', 'vip'])).toBe('omega_premium');
    expect(highestTier(['vip', 'premium_lifetime'])).toBe('premium');
    expect([highestTier(['vip']), highestTier(['premium'])]).toEqual(['vip', 'premium']);
    expect(highestTier(['ultimate-package', 'name_glow', 'something else'])).toBeNull();
    expect(highestTier([])).toBeNull();
  });
});
