import type { Clock } from '#platform/server/clock.ts';
import type { EncodedPage } from './encoding.ts';

/** Result of a render. */
export interface RenderedPage {
  readonly page: EncodedPage;
  /** Whether it may be cached: a page, not a redirect or a refusal. */
  readonly isCacheable: boolean;
  /** The live topics that cover the changes of the page; null where it shows more than they cover. */
  readonly topics: readonly string[] | null;
}

/**
 * `added`: something was added or counted, and the old page may be served as stale for a moment. `changed`: something
 * that the page shows was changed or hidden, and the old page must not be served.
 */
export type PageChange = 'added' | 'changed';

/** Milliseconds for which a page that lacks something new is served while one render revalidates it. */
const STALE_MS = 1000;
/** Maximum age in milliseconds of a page whose topics cover every change that it shows, except counts of jobs. */
const MAX_AGE_MS = 60_000;
/** Maximum age in milliseconds of any other page. */
const MAX_AGE_WITHOUT_TOPICS_MS = 5000;
/** Bytes of all cached pages, compressed; past it the least recently used pages are dropped. */
const MAX_BYTES = 32 * 2 ** 20;

/**
 * LRU cache of pages of visitors who are not signed in, by address, with single flight and stale-while-revalidate. Never
 * read or written for a request with a session.
 */
export interface PageCache {
  /**
   * The cached page of an address; null without one. A page that is stale since at most a second is returned and
   * rendered again in the background.
   */
  get(key: string, render: () => Promise<RenderedPage>): EncodedPage | null;
  /**
   * Renders a page that is not cached, once for all concurrent callers (single flight). It has all changes before the call.
   * @throws what `render` throws
   */
  make(key: string, render: () => Promise<RenderedPage>): Promise<EncodedPage>;
  /** Outdates the pages that show one of these topics. Call it after the commit. */
  outdate(topics: readonly string[], change: PageChange): void;
  /** Outdates every page, after a commit that many pages show. */
  drop(): void;
  /** Grows with each change that may have hidden something, for other caches of what visitors may see. */
  readonly generation: number;
}

interface Entry {
  readonly page: EncodedPage;
  readonly topics: readonly string[] | null;
  readonly at: number;
  /** Since when it lacks something new. */
  staleSince: number | null;
}

interface Pending {
  /** The number of changes when the render began. */
  readonly began: number;
  /** `isOutdated`: something that the page shows was changed after the render began. */
  readonly made: Promise<{ readonly page: EncodedPage; readonly isOutdated: boolean }>;
}

/** The topic of pages without topics: every change outdates them. */
const ANY = '*';

const topicsOf = (topics: readonly string[] | null): readonly string[] => topics ?? [ANY];

/** The cached pages, by address and by what they show. */
function makeEntries(now: () => number) {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  const keysOf = new Map<string, Set<string>>();
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    for (const topic of topicsOf(entry.topics)) {
      const keys = keysOf.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(topic);
    }
  };
  const shrink = (): void => {
    let bytes = 0;
    for (const { page } of entries.values()) bytes += page.bytes;
    for (const [key, { page }] of entries) {
      if (bytes <= MAX_BYTES) return;
      bytes -= page.bytes;
      remove(key);
    }
  };
  const add = (key: string, entry: Entry): void => {
    remove(key);
    entries.set(key, entry);
    for (const topic of topicsOf(entry.topics)) {
      let keys = keysOf.get(topic);
      if (!keys) keysOf.set(topic, (keys = new Set()));
      keys.add(key);
    }
    shrink();
  };
  return {
    add,
    /** The page of an address, unless it is too old. */
    read(key: string): Entry | null {
      const entry = entries.get(key);
      if (!entry) return null;
      const maxAge = entry.topics ? MAX_AGE_MS : MAX_AGE_WITHOUT_TOPICS_MS;
      const time = now();
      if (time - entry.at >= maxAge || (entry.staleSince !== null && time - entry.staleSince >= STALE_MS)) {
        remove(key);
        return null;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    outdate(topic: string, change: PageChange): void {
      for (const key of keysOf.get(topic) ?? []) {
        if (change === 'changed') remove(key);
        else entries.get(key)!.staleSince ??= now();
      }
    },
    clear(): void {
      entries.clear();
      keysOf.clear();
    },
  };
}

/** An empty cache. */
export function makePageCache(clock: Clock): PageCache {
  const now = (): number => clock.now().getTime();
  const entries = makeEntries(now);
  const pending = new Map<string, Pending>();
  /** The number of the last change of each topic while renders are under way. */
  const lastChange = new Map<string, Readonly<Record<PageChange, number>>>();
  let changes = 0;
  let lastDrop = 0;
  let generation = 0;

  /** The number of the last change of this kind to one of the topics. */
  const lastOf = (topics: readonly string[] | null, change: PageChange): number =>
    Math.max(0, ...topicsOf(topics).map((topic) => lastChange.get(topic)?.[change] ?? 0));

  const begin = (key: string, render: () => Promise<RenderedPage>): Pending => {
    const began = changes;
    const at = now();
    const result = (async () => {
      try {
        const { page, topics, isCacheable } = await render();
        const isOutdated = lastDrop > began || lastOf(topics, 'changed') > began;
        if (isCacheable && !isOutdated)
          entries.add(key, { page, topics, at, staleSince: lastOf(topics, 'added') > began ? now() : null });
        return { page, isOutdated };
      } finally {
        pending.delete(key);
        if (pending.size === 0) lastChange.clear();
      }
    })();
    const run = { began, made: result };
    pending.set(key, run);
    return run;
  };

  return {
    get(key, render) {
      const entry = entries.read(key);
      // The next request gets the new page, or meets the failure when it renders.
      if (entry && entry.staleSince !== null && !pending.has(key)) begin(key, render).made.catch(() => {});
      return entry?.page ?? null;
    },
    async make(key, render) {
      const asked = changes;
      const shared = pending.get(key);
      if (!shared) return (await begin(key, render).made).page;
      const { page, isOutdated } = await shared.made;
      if (!isOutdated || shared.began >= asked) return page;
      // A render that is pending now began after the call.
      return (await (pending.get(key) ?? begin(key, render)).made).page;
    },
    outdate(topics, change) {
      changes++;
      if (change === 'changed') generation++;
      for (const topic of [...topics, ANY]) {
        if (pending.size > 0) {
          const last = lastChange.get(topic) ?? { added: 0, changed: 0 };
          lastChange.set(topic, { ...last, [change]: changes });
        }
        entries.outdate(topic, change);
      }
    },
    drop() {
      entries.clear();
      changes++;
      generation++;
      lastDrop = changes;
    },
    get generation() {
      return generation;
    },
  };
}
