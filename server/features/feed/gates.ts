import { maySee, maySeeAdult } from '#server/features/forum/rules.ts';
import type { Ownership } from '#server/features/forum/rules.ts';
import { isHiddenFrom } from '#server/features/relations/store.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { type CommentGate, commentGate } from './comments-store.ts';
import { type UploadGate, uploadGate } from './uploads-store.ts';

/** @throws {Refusal} `upload_not_found` for what is not there or not for this reader, `adults_only`. */
export async function checkUploadSeen(
  db: Executor,
  upload: (Ownership & { readonly isAdult: boolean }) | null,
  viewer: Viewer | null,
): Promise<void> {
  if (!upload || !maySee(upload, viewer) || (await isHiddenFrom(db, viewer, upload.authorId)))
    throw new Refusal('upload_not_found');
  if (upload.isAdult && !maySeeAdult(viewer) && viewer?.profileId !== upload.authorId) throw new Refusal('adults_only');
}

/** An upload that this reader may see. @throws {Refusal} */
export async function seenUpload(db: Executor, id: string, viewer: Viewer | null, lock = false): Promise<UploadGate> {
  const upload = await uploadGate(db, id, lock);
  await checkUploadSeen(db, upload, viewer);
  return upload!;
}

/** An upload that this reader may see and that everybody may act on. @throws {Refusal} */
export async function openUpload(db: Executor, id: string, viewer: Viewer | null): Promise<UploadGate> {
  const upload = await seenUpload(db, id, viewer);
  if (upload.state !== 'published') throw new Refusal('upload_not_found');
  return upload;
}

/** A comment that this reader may see, in an upload that they may see. @throws {Refusal} `comment_not_found`, `adults_only`. */
export async function seenComment(db: Executor, id: string, viewer: Viewer | null, lock = false): Promise<CommentGate> {
  const comment = await commentGate(db, id, lock);
  const uploadSeen =
    comment && maySee({ authorId: comment.uploadAuthorId, state: comment.uploadState, removedBy: null }, viewer);
  // Removed comments keep their place: everybody may ask for them, and gets no text. Held ones are nobody else's.
  if (!comment || !uploadSeen || (comment.state === 'held' && !maySee(comment, viewer)))
    throw new Refusal('comment_not_found');
  if ((await isHiddenFrom(db, viewer, comment.authorId)) || (await isHiddenFrom(db, viewer, comment.uploadAuthorId)))
    throw new Refusal('comment_not_found');
  if (comment.uploadAdult && !maySeeAdult(viewer) && viewer?.profileId !== comment.uploadAuthorId)
    throw new Refusal('adults_only');
  return comment;
}
