import type { Clock } from '#platform/server/clock.ts';
import type { EncodedPage } from './encoding.ts';

/** What a render made. */
export interface RenderedPage {
  readonly page: EncodedPage;
  /** Whether others may get it too: a page, and not a redirect or a refusal. */
  readonly isCacheable: boolean;
  /** The live topics that an open page of it would follow; null where it shows more than they cover. */
  readonly topics: readonly string[] | null;
}

/**
 * What a change did: `added` something or counted it, so that the page before it is incomplete for a moment; or `changed`
 * what stands there, perhaps because nobody may see it any more.
 */
export type PageChange = 'added' | 'changed';

/** Milliseconds for which a page is served that lacks what was just added, while one render makes the next. */
const STALE_MS = 1000;
/** Milliseconds that a page may be old whose topics cover every change that it shows, except counts of jobs. */
const MAX_AGE_MS = 60_000;
/** Milliseconds that any other page may be old. */
const MAX_AGE_WITHOUT_TOPICS_MS = 5000;
/** Bytes of all cached pages, compressed; past it those that were not read for longest are dropped. */
const MAX_BYTES = 32 * 2 ** 20;

/** Pages of visitors who are not signed in, by address. Never read or written for a request with a session. */
export interface PageCache {
  /**
   * The cached page of an address; null without one. Where it lacks what was added within the last second, it is made
   * again aside.
   */
  get(key: string, render: () => Promise<RenderedPage>): EncodedPage | null;
  /**
   * Renders a page that is not cached, once for all who ask meanwhile. What was changed before the call is in it.
   * @throws what `render` throws
   */
  make(key: string, render: () => Promise<RenderedPage>): Promise<EncodedPage>;
  /** Outdates the pages that show one of these topics. Call it after the commit. */
  outdate(topics: readonly string[], change: PageChange): void;
  /** Outdates every page: called after a commit that many pages show. Cheap; pages are rendered again on demand. */
  drop(): void;
  /** Counts what may have taken something out of sight, for other caches of what visitors may see. */
  readonly generation: number;
}

interface Entry {
  readonly page: EncodedPage;
  readonly topics: readonly string[] | null;
  readonly at: number;
  /** Since when it lacks something that was added. */
  staleSince: number | null;
}

interface Pending {
  /** How many changes there had been when it began. */
  readonly began: number;
  /** `isOutdated`: something that it shows was changed after it began. */
  readonly made: Promise<{ readonly page: EncodedPage; readonly isOutdated: boolean }>;
}

/** The topic of pages that no topics were named for: every change outdates them. */
const ANY = '*';

const topicsOf = (topics: readonly string[] | null): readonly string[] => topics ?? [ANY];

/** The cached pages, by address and by what they show. */
function makeEntries(now: () => number) {
  /** In order of last use. */
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

  /** The number of the last change of this kind that such a page shows. */
  const lastOf = (topics: readonly string[] | null, change: PageChange): number =>
    Math.max(0, ...topicsOf(topics).map((topic) => lastChange.get(topic)?.[change] ?? 0));

  const begin = (key: string, render: () => Promise<RenderedPage>): Pending => {
    const began = changes;
    const at = now();
    const made = (async () => {
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
    const run = { began, made };
    pending.set(key, run);
    return run;
  };

  return {
    get(key, render) {
      const entry = entries.read(key);
      // Whoever asks next gets the new page; a failure is met by the next request that waits for one.
      if (entry && entry.staleSince !== null && !pending.has(key)) begin(key, render).made.catch(() => {});
      return entry?.page ?? null;
    },
    async make(key, render) {
      const asked = changes;
      const shared = pending.get(key);
      if (!shared) return (await begin(key, render).made).page;
      const { page, isOutdated } = await shared.made;
      if (!isOutdated || shared.began >= asked) return page;
      // One that began meanwhile began after the call.
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
