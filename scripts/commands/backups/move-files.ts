import { openStorage } from '#platform/server/storage/open.ts';
import type { ListedFile, Storage } from '#platform/server/storage/storage.ts';
import { type Command, CommandError, type Outcome, folderCommand } from '../command.ts';
import { oneOf, required } from '../values.ts';
import { guarded } from './restore.ts';

/** Files that are copied at the same time: a store answers slowly and takes many. */
const AT_ONCE = 8;

/** What was done so far. */
interface Moved {
  /** Files of the source, and those that were not in the target yet. */
  files: number;
  copied: number;
  bytes: number;
}

/** Times of stores have no parts of a second. */
const second = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Copies one file where the target has none of its size, or an older one. */
async function copyOne(
  { key, bytes, modifiedAt }: ListedFile,
  from: Storage,
  to: Storage,
  moved: Moved,
): Promise<void> {
  const there = await to.stat(key);
  if (there?.bytes === bytes && second(there.modifiedAt) >= second(modifiedAt)) return;
  const [about, source] = [await from.stat(key), await from.read(key)];
  // A member has removed it meanwhile.
  if (!about || !source) return;
  const stored = await to.put(key, source.body, { contentType: about.contentType, bytes: source.bytes });
  if (stored.bytes !== source.bytes) throw new CommandError(`${key} did not arrive whole. Run the command again.`);
  moved.copied++;
  moved.bytes += stored.bytes;
}

/**
 * Copies what the target lacks. It removes nothing, so that the wrong direction loses nothing; the site's own cleaning
 * removes files that no row names.
 */
async function copyMissing(from: Storage, to: Storage): Promise<Moved> {
  const moved: Moved = { files: 0, copied: 0, bytes: 0 };
  let group: ListedFile[] = [];
  const copyGroup = async (): Promise<void> => {
    await Promise.all(group.map((file) => copyOne(file, from, to, moved)));
    group = [];
  };
  for await (const file of from.list('')) {
    moved.files++;
    group.push(file);
    if (group.length === AT_ONCE) await copyGroup();
  }
  await copyGroup();
  return moved;
}

/** From the data folder into a bucket, or back. */
export const moveFiles: Command = folderCommand({
  name: 'move-files',
  about:
    'Copies members’ files between the data folder and the bucket of S3_BUCKET while the site runs; again, it copies what is new.',
  parameters: {},
  options: { to: required(oneOf(['disk', 's3'], 'Where they go; from the other one.', 'PLACE')) },
  async run({ config }, input): Promise<Outcome> {
    if (!config.s3) throw new CommandError('Set S3_BUCKET and its keys for this command: it names the bucket.');
    const [disk, bucket] = [await openStorage({ ...config, s3: null }), await openStorage(config)];
    try {
      const [from, to] = input.to === 's3' ? [disk, bucket] : [bucket, disk];
      const moved = await guarded(() => copyMissing(from, to));
      return {
        data: moved,
        text: `${moved.copied} of ${moved.files} files (${(moved.bytes / 1e6).toFixed(1)} MB) were copied; the others were there.`,
      };
    } finally {
      disk.close();
      bucket.close();
    }
  },
});
