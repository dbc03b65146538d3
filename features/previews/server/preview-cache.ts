import { Refusal } from '#platform/server/http/refusal.ts';
import { type Preview, drawPreview } from './draw.ts';

/** Bytes of pictures that a process keeps. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Length of the queue of drawings; further requests are refused (backpressure). */
const MAX_WAITING = 24;

/** Drawn previews of one process. */
export interface PreviewCache {
  /** @throws {Refusal} `rate_limited` when too many wait */
  picture(preview: Preview, logo?: Buffer | null): Promise<Buffer>;
}

/** A FIFO cache by content. One picture is drawn at a time, and once for concurrent requests of the same (single flight). */
export function makePreviewCache(drawOne: typeof drawPreview = drawPreview): PreviewCache {
  const cache = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function draw(
    key: string,
    { preview, logo }: { preview: Preview; logo: Buffer | null },
    before: Promise<unknown>,
  ): Promise<Buffer> {
    try {
      await before.catch(() => {});
      const drawn = await drawOne(preview, logo);
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
    picture(preview, logo = null) {
      const key = JSON.stringify(preview);
      const known = cache.get(key);
      if (known) return known;
      if (waiting >= MAX_WAITING) throw new Refusal('rate_limited', { meta: { retryAfter: 5 } });
      waiting++;
      const drawing = draw(key, { preview, logo }, last);
      last = drawing;
      cache.set(key, drawing);
      return drawing;
    },
  };
}
