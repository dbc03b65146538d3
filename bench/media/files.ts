import { loadavg } from 'node:os';
import { wavOf } from '#server/testing/wav.ts';
import { type ArchiveResult, measureArchive } from './archives.ts';
import { type PicturesResult, comparePictures } from './pictures.ts';
import { type RangesResult, compareRanges } from './ranges.ts';
import { seedFiles } from './seed.ts';
import { type SoundResult, compareSound } from './sound.ts';
import { type TransferResult, compareTransfer } from './transfer.ts';

/** What files cost, each beside a program that does the same work without a site. */
export interface FilesResult {
  readonly pictures: PicturesResult | null;
  readonly sound: SoundResult | null;
  readonly transfer: TransferResult | null;
  readonly ranges: RangesResult | null;
  readonly archive: ArchiveResult | null;
  /** Load of the machine at the end, which includes the measurement's own. */
  readonly load: number;
}

/** Bytes of the file that players ask for: five minutes at 256 kbit/s. */
const PLAYED_BYTES = 10 * 1024 * 1024;

/** Measures all of it, or what the name holds. */
export async function measureFiles(options: {
  only: string;
  seconds: number;
  pictures: number;
  megabytes: number;
}): Promise<FilesResult> {
  const wants = (name: string): boolean => name.includes(options.only);
  const content = wavOf(PLAYED_BYTES);
  const seeded = wants('upload') || wants('ranges') ? await seedFiles(content) : null;
  return {
    // First: its memory is that of this process.
    archive: wants('archives') ? await measureArchive() : null,
    sound: wants('sound') ? await compareSound() : null,
    transfer: seeded && wants('upload') ? await compareTransfer(seeded, options.megabytes) : null,
    ranges: seeded && wants('ranges') ? await compareRanges(seeded, content, options.seconds) : null,
    pictures: wants('pictures') ? await comparePictures(options.pictures) : null,
    load: loadavg()[0]!,
  };
}
