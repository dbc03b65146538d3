import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Song } from '#scripts/demo/sound/song.ts';
import type { Drawing } from './drawings.ts';

/** A file that an action needs: a picture, an archive of a kit, or a recording with its cover. */
export type Order =
  | Drawing
  | { readonly archive: string }
  | { readonly song: Song; readonly title: string; readonly artist: string; readonly cover: Drawing | null };

/** Makes the demo's files in a process of its own. */
export interface Studio {
  /** Begins with a file, after those that were ordered before. */
  order(order: Order): void;
  /** A file, once. @throws what went wrong in the process */
  take(order: Order): Promise<Buffer>;
  close(): void;
}

/**
 * Opens a studio. Its process ends with `close`. In the site's own process the image library reads none of the formats
 * that pictures are drawn in.
 */
export function openStudio(): Studio {
  const folder = mkdtempSync(path.join(tmpdir(), 'looproom-studio-'));
  const ordered = new Map<Order, Promise<string>>();
  const waiting: PromiseWithResolvers<string>[] = [];
  let child: ChildProcess | null = null;
  const order = (work: Order): void => {
    const uploaded = Promise.withResolvers<string>();
    // Whoever takes it hears of the failure.
    uploaded.promise.catch(() => {});
    ordered.set(work, uploaded.promise);
    waiting.push(uploaded);
    // Files go over the disk: a channel copies a large message again with each of its pieces.
    child ??= fork(path.join(import.meta.dirname, 'studio-process.ts'), [folder], { execArgv: [] })
      .on('message', (file: string) => waiting.shift()!.resolve(file))
      .on('exit', () => {
        for (const { reject } of waiting) reject(new Error('The studio has ended: its output says why.'));
      });
    child.send(work);
  };
  return {
    order,
    async take(work) {
      if (!ordered.has(work)) order(work);
      const file = await ordered.get(work)!;
      ordered.delete(work);
      const content = await readFile(file);
      await rm(file);
      return content;
    },
    close() {
      child?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
