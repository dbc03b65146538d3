import { expect, it } from 'vitest';
import { expectLinear } from '#site/testing/cost.ts';
import { zipOfParts } from '#site/testing/zip.ts';
import { type ReadArchive, readDirectory } from './directory.ts';
import { memorySource } from './source.ts';

const list = (zip: Buffer, entries: number): Promise<ReadArchive> =>
  readDirectory(memorySource(zip), { entries, unpackedBytes: 4 * 1024 ** 3 });

it('a ZIP of 100,000 entries is refused where fewer are allowed; where they are, all of them are listed at a cost that grows with their number', async () => {
  const zipOf = (length: number): Buffer =>
    zipOfParts(
      Array.from({ length }, (_, at) => ({ name: `${at % 100}/${at}.wav` })),
      { zip64: true },
    );
  const zips = new Map([12_500, 100_000].map((length) => [length, zipOf(length)]));
  await expect(list(zips.get(100_000)!, 20_000)).rejects.toThrow(/more than 20,000 entries/);
  await expectLinear(async (length) => {
    expect((await list(zips.get(length)!, 100_000)).entries).toHaveLength(length);
  }, 100_000);
});
