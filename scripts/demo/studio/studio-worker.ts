import { parentPort } from 'node:worker_threads';
import { coverOf, draw, pictures } from './drawings.ts';
import { makeArchive } from '#scripts/demo/sound/one-shots.ts';
import { play } from '#scripts/demo/sound/song.ts';
import { wavOf } from '#scripts/demo/sound/wav.ts';
import type { Order } from './studio.ts';

/** A worker thread that makes pictures and sounds, so that the community's actions need not wait for it. */

async function make(order: Order): Promise<Buffer> {
  if (order.kind === 'picture') return await draw(pictures[order.index]!);
  if (order.kind === 'cover') return await draw(coverOf(order.number));
  if (order.kind === 'archive') return await makeArchive(order.name);
  const { song, title, artist, cover } = order;
  const picture = cover === null ? null : await draw(coverOf(cover));
  return wavOf(play(song), { title, artist, bpm: song.bpm, key: song.key, cover: picture });
}

async function answer(id: number, order: Order): Promise<void> {
  const content = Uint8Array.from(await make(order));
  parentPort!.postMessage({ id, content }, [content.buffer]);
}

// A failure ends the thread, and its owner hears of it.
parentPort!.on('message', ({ id, order }: { id: number; order: Order }) => void answer(id, order));
