import { isHiddenFrom } from '#server/features/friends/store.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { type ImageFacts, maySeeImage, maySee } from './rules.ts';
import { type ImageRecord, imageRecord } from './store.ts';

/** @throws {Refusal} `image_not_found` for what is not there or not for this reader, `adults_only` */
export async function checkImageSeen(db: Executor, image: ImageFacts | null, viewer: Viewer | null): Promise<void> {
  if (!image || !maySee(image, viewer) || (await isHiddenFrom(db, viewer, image.uploaderId)))
    throw new Refusal('image_not_found');
  if (!maySeeImage(image, viewer)) throw new Refusal('adults_only');
}

/** An image that this reader may see. @throws {Refusal} */
export async function seenImage(db: Executor, id: string, viewer: Viewer | null, lock = false): Promise<ImageRecord> {
  const image = await imageRecord(db, id, lock);
  await checkImageSeen(db, image, viewer);
  return image!;
}
