import type { Clock } from '#server/platform/clock.ts';

/** A rendered page, compressed once. */
export interface CachedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Uint8Array;
  readonly brotli: Uint8Array | null;
  readonly gzip: Uint8Array | null;
  /** Made at, in milliseconds. */
  readonly at: number;
}

/** Milliseconds that a visitor's page may be old, even if nobody dropped it. */
const MAX_AGE_MS = 5000;
/** Cached pages; past it the oldest is dropped. */
const MAX_PAGES = 500;

/**
 * Pages of visitors who are not signed in, by address. Never read or written for a request with a session, so that
 * nothing of one member can reach another.
 */
export interface PageCache {
  get(key: string): CachedPage | null;
  set(key: string, page: CachedPage): void;
  /** Clears the cache: called after a commit that a visitor could see. Cheap; pages are rendered again on demand. */
  drop(): void;
  /** Counts drops: a page whose making began before a drop must not be stored after it. */
  readonly generation: number;
}

export function makePageCache(clock: Clock): PageCache {
  const pages = new Map<string, CachedPage>();
  let generation = 0;
  return {
    get(key) {
      const page = pages.get(key);
      if (!page) return null;
      if (clock.now().getTime() - page.at < MAX_AGE_MS) return page;
      pages.delete(key);
      return null;
    },
    set(key, page) {
      pages.delete(key);
      if (pages.size >= MAX_PAGES) pages.delete(pages.keys().next().value!);
      pages.set(key, page);
    },
    drop() {
      pages.clear();
      generation++;
    },
    get generation() {
      return generation;
    },
  };
}
