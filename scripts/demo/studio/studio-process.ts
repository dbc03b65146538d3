import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { archiveOf } from '#scripts/demo/sound/archives.ts';
import { play } from '#scripts/demo/sound/song.ts';
import { wavOf } from '#scripts/demo/sound/wav.ts';
import { draw } from './drawings.ts';
import type { Order } from './studio.ts';

/** A process that makes pictures and sounds, one after the other, so that the community's actions need not wait for it. */
async function make(order: Order): Promise<Buffer> {
  if ('archive' in order) return archiveOf(order.archive);
  if ('drawing' in order) return await draw(order);
  const { song, title, artist, cover } = order;
  const { left, right } = play(song);
  return wavOf([left, right], { title, artist, bpm: song.bpm, key: song.key, cover: cover && (await draw(cover)) });
}

const folder = process.argv[2]!;
let count = 0;
let last = Promise.resolve();
process.on('message', (order: Order) => {
  const file = path.join(folder, String(count++));
  // A failure ends the process, and its owner hears of it.
  last = last.then(async () => {
    writeFileSync(file, await make(order));
    process.send!(file);
  });
});
process.on('disconnect', () => process.exit());
