import { Worker } from 'node:worker_threads';
import type { DemoArchive } from '#scripts/demo/sound/one-shots.ts';
import type { Song } from '#scripts/demo/sound/song.ts';

/**
 * A file that an action needs: a picture of the gallery, a cover, an archive of a kit, or a recording with the number of
 * its cover.
 */
export type Order =
  | { readonly kind: 'picture'; readonly index: number }
  | { readonly kind: 'cover'; readonly number: number }
  | { readonly kind: 'archive'; readonly name: DemoArchive }
  | {
      readonly kind: 'song';
      readonly song: Song;
      readonly title: string;
      readonly artist: string;
      readonly cover: number | null;
    };

/** Makes the demo's files in a thread of its own. */
export interface Studio {
  /** Begins with a file, after those that were ordered before. */
  order(order: Order): void;
  /** A file that was ordered, once. @throws what went wrong in the thread */
  take(order: Order): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a studio. Its thread ends with `close`. */
export function openStudio(): Studio {
  const worker = new Worker(new URL('./studio-worker.ts', import.meta.url));
  const waiting = new Map<number, { give: (content: Buffer) => void; fail: (error: unknown) => void }>();
  const ordered = new Map<Order, Promise<Buffer>>();
  let count = 0;
  worker.on('message', ({ id, content }: { id: number; content: Uint8Array }) => {
    waiting.get(id)?.give(Buffer.from(content.buffer));
    waiting.delete(id);
  });
  worker.on('error', (error) => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  });
  return {
    order(order) {
      const id = count++;
      const content = new Promise<Buffer>((give, fail) => void waiting.set(id, { give, fail }));
      // Whoever takes it hears of the failure.
      content.catch(() => {});
      ordered.set(order, content);
      worker.postMessage({ id, order });
    },
    async take(order) {
      const content = ordered.get(order);
      if (!content) throw new Error('Nobody has ordered this file.');
      ordered.delete(order);
      return await content;
    },
    async close() {
      await worker.terminate();
    },
  };
}
