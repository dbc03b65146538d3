import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { NotReadable } from '../../backup/manifest.ts';
import type { BackupSet } from '../../backup/set.ts';
import { requireRoom, withinRoom } from './restore-test.ts';

const set = {} as BackupSet;

test.each([
  ['a set: its files as they are, its database many times', set, { archive: 1e6, blobs: 5e9 }, 6.3e9, true],
  ['a set whose files are too many', set, { archive: 1e6, blobs: 5.2e9 }, 6.3e9, false],
  ['a set whose database is too large', set, { archive: 5e8, blobs: 0 }, 6.3e9, false],
  ['an archive', null, { archive: 3e9, blobs: 0 }, 6.3e9, true],
  ['an archive that is too large', null, { archive: 4e9, blobs: 0 }, 6.3e9, false],
  ['a disk that has nothing but its reserve', set, { archive: 1, blobs: 0 }, 9e8, false],
])('a restore test leaves the room that the site needs: %s', async (_name, of, size, free, fits) => {
  const asked = requireRoom({ set: of, size: () => Promise.resolve(size) }, { free, total: 1e12, reserve: 1e9 });
  if (fits) await expect(asked).resolves.toBeUndefined();
  else await expect(asked).rejects.toThrow(/no room for a restore test: it may take \d+ MB, and \d+ MB may be used/);
});

test('a restore test is given up while it runs where others fill the disk', async () => {
  const parts = (): Readable => Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(256 * 1024)));
  expect((await buffer(withinRoom(parts(), () => false))).length).toBe(16 * 1024 * 1024);
  let looks = 0;
  const source = parts();
  await expect(buffer(withinRoom(source, () => ++looks > 5))).rejects.toThrow(NotReadable);
  expect(looks).toBe(6);
  await expect.poll(() => source.destroyed).toBe(true);
});
