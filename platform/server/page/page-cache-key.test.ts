import { describe, expect, test } from 'vitest';
import { pageCacheKey, withoutTrackers } from './page-cache-key.ts';

describe('the key of a cached page', () => {
  test('is its path, with the query names that a page depends on in one order', () => {
    expect(pageCacheKey('/uploads', '')).toBe('/uploads');
    expect(pageCacheKey('/uploads?tag=lofi', '')).toBe('/uploads?tag=lofi');
    expect(pageCacheKey('/uploads?tag=lofi&kind=audio', '')).toBe('/uploads?kind=audio&tag=lofi');
    expect(pageCacheKey('/uploads?kind=audio&tag=lofi', '')).toBe('/uploads?kind=audio&tag=lofi');
    expect(pageCacheKey('/forum?category=music', '')).not.toBe(pageCacheKey('/forum?category=leaks', ''));
  });

  test('keeps two tags apart that differ behind any length', () => {
    const long = 'a'.repeat(38);
    expect(pageCacheKey(`/uploads?tag=${long}1`, '')).not.toBe(pageCacheKey(`/uploads?tag=${long}2`, ''));
    expect(pageCacheKey(`/uploads?tag=${'a'.repeat(41)}`, '')).toBeNull();
    expect(pageCacheKey('/uploads?tag=a%26kind%3Daudio', '')).toBeNull();
  });

  test('is none for a session, an own place, an unknown query and a name that comes twice', () => {
    expect(pageCacheKey('/uploads?tag=lofi', 'looproom.session_token=x')).toBeNull();
    expect(pageCacheKey('/settings', '')).toBeNull();
    expect(pageCacheKey('/uploads?tag=lofi&utm_source=x', '')).toBeNull();
    expect(pageCacheKey('/uploads?author=ada', '')).toBeNull();
    expect(pageCacheKey('/uploads?tag=a&tag=b', '')).toBeNull();
  });
});

test('what only counts readers is no part of an address', () => {
  expect(withoutTrackers('/forum?utm_source=x&utm_medium=y&fbclid=z')).toBe('/forum');
  expect(withoutTrackers('/uploads?tag=lofi&gclid=1&kind=audio')).toBe('/uploads?tag=lofi&kind=audio');
  expect(withoutTrackers('/uploads?tag=lofi&utm')).toBe('/uploads?tag=lofi&utm');
  expect(withoutTrackers('/forum')).toBe('/forum');
});
