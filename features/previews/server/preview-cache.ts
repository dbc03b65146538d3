import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/http/refusal.ts';

/** Bytes of pictures that a process keeps. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Length of the queue of drawings; further requests are refused (backpressure). */
const MAX_WAITING = 24;

/** Drawn pictures of one process. */
export interface PictureCache {
  /** @param key names what the picture shows @throws {Refusal} `rate_limited` when too many wait */
  picture(key: string, draw: () => Promise<Buffer>): Promise<Buffer>;
}

/** A FIFO cache by content. One picture is drawn at a time, and once for concurrent requests of the same (single flight). */
export function makePictureCache(): PictureCache {
  const cache = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function drawAfter(before: Promise<unknown>, key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      await before.catch(() => {});
      const drawn = await draw();
      bytes += drawn.length;
      for (const [oldest, picture] of cache) {
        if (bytes <= CACHE_BYTES || oldest === key) break;
        cache.delete(oldest);
        bytes -= (await picture).length;
      }
      return drawn;
    } catch (error) {
      cache.delete(key);
      throw error;
    } finally {
      waiting--;
    }
  }

  return {
    picture(key, draw) {
      const known = cache.get(key);
      if (known) return known;
      if (waiting >= MAX_WAITING) throw new Refusal('rate_limited', { meta: { retryAfter: 5 } });
      waiting++;
      const drawing = drawAfter(last, key, draw);
      last = drawing;
      cache.set(key, drawing);
      return drawing;
    },
  };
}

const caches = new WeakMap<Context, PictureCache>();

/** The picture of this process for a key, drawn once. @throws {Refusal} `rate_limited` when too many wait */
export function drawnOnce(ctx: Context, key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const own = caches.get(ctx) ?? makePictureCache();
  caches.set(ctx, own);
  return own.picture(key, draw);
}
