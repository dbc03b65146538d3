import { availableParallelism } from 'node:os';
import { photo, writeIn } from '#server/platform/media/testing/corpus.ts';
import { mediaFolder, take, together } from './interleaved.ts';
import type { Taken } from './work.ts';

/** 100 pictures of 12 megapixels, as many at a time as there are cores. */
export interface PicturesResult {
  readonly count: number;
  readonly site: Taken;
  readonly sharp: Taken;
  /** Pictures in the time of one of bare sharp's, by the clock and by CPU. */
  readonly ratio: number;
  readonly cpuRatio: number | null;
}

const DIFFERENT = 5;
/** By turns, so that noise of the machine meets both alike. */
const ROUNDS = 5;

/** Compares the site's whole job with sharp alone, making the same renditions. */
export async function comparePictures(count: number): Promise<PicturesResult> {
  const made: string[] = [];
  for (let index = 0; index < DIFFERENT; index++)
    made.push(await writeIn(mediaFolder, `photo-${index}.jpg`, await photo(4000, 3000)));
  const files = Array.from({ length: Math.ceil(count / ROUNDS) }, (_, index) => made[index % DIFFERENT]!);
  const taken: { site: Taken[]; sharp: Taken[] } = { site: [], sharp: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const by of ['site', 'sharp'] as const)
      taken[by].push(await take({ kind: 'pictures', by, files, at: availableParallelism() }));
    const [site, sharp] = [taken.site.at(-1)!, taken.sharp.at(-1)!];
    const shown = ({ seconds, cpu }: Taken): string => `${seconds.toFixed(1)} s (${cpu?.toFixed(1) ?? '?'} s of CPU)`;
    console.log(`  ${files.length} pictures: site ${shown(site)}, sharp ${shown(sharp)}`);
  }
  const [site, sharp] = [together(taken.site), together(taken.sharp)];
  const cpuRatio = site.cpu === null || sharp.cpu === null ? null : sharp.cpu / site.cpu;
  return { count: files.length * ROUNDS, site, sharp, ratio: sharp.seconds / site.seconds, cpuRatio };
}
