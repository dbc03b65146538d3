import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/server/clock.ts';
import type { Bus } from '#platform/server/db/bus.ts';
import { type PageCache, type PageChange, makePageCache } from './page-cache.ts';

/** What outdates cached pages, between processes. */
interface Outdated {
  /** The sending process, which has applied it already. */
  readonly from: string;
  /** Null: every page. */
  readonly topics: readonly string[] | null;
  readonly change: PageChange;
}

/** A page cache with invalidation across processes. */
export interface SharedPages extends PageCache {
  /** Outdates every page of this process alone. */
  dropHere(): void;
}

/** An empty cache that receives the changes of other processes over the bus. */
export function makeSharedPages(clock: Clock, bus: Bus): SharedPages {
  const pages = makePageCache(clock);
  const processId = randomUUID();
  bus.on('pages', (payload) => {
    const { from, topics, change } = payload as Outdated;
    if (from === processId) return;
    if (topics) pages.outdate(topics, change);
    else pages.drop();
  });
  return {
    get: pages.get,
    make: pages.make,
    outdate(topics, change) {
      pages.outdate(topics, change);
      bus.send('pages', { from: processId, topics, change } satisfies Outdated);
    },
    drop() {
      pages.drop();
      bus.send('pages', { from: processId, topics: null, change: 'changed' } satisfies Outdated);
    },
    dropHere: pages.drop,
    get generation() {
      return pages.generation;
    },
  };
}
