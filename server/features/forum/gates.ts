import { hasBlocks, isHiddenFrom } from '#server/features/relations/store.ts';
import type { FileReaders } from '#server/platform/content-kind.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { type PostGate, postGate } from './posts-store.ts';
import { type ReplyGate, replyGate } from './replies-store.ts';
import { mayReadText, maySee, maySeeAdult } from './rules.ts';
import { hasUnlocked } from './unlocks-store.ts';

/** @throws {Refusal} `post_not_found` for what is not there or not for this reader, `adults_only`. */
export async function checkPostSeen(
  db: Executor,
  post: { authorId: string; state: PostGate['state']; removedBy: string | null; isAdult: boolean } | null,
  viewer: Viewer | null,
): Promise<void> {
  if (!post || !maySee(post, viewer) || (await isHiddenFrom(db, viewer, post.authorId)))
    throw new Refusal('post_not_found');
  if (post.isAdult && !maySeeAdult(viewer) && viewer?.profileId !== post.authorId) throw new Refusal('adults_only');
}

/** A post that this reader may see. @throws {Refusal} */
export async function seenPost(db: Executor, id: string, viewer: Viewer | null, lock = false): Promise<PostGate> {
  const post = await postGate(db, id, lock);
  await checkPostSeen(db, post, viewer);
  return post!;
}

/** Whether this reader may read all of a post's text, be it locked or not. */
export async function mayReadPostText(db: Executor, post: PostGate, viewer: Viewer | null): Promise<boolean> {
  if (mayReadText(post, viewer, false)) return true;
  return viewer !== null && (await hasUnlocked(db, post.id, viewer.profileId));
}

/**
 * Who may have a post's pictures: who may see the post, and read its text. Where a block stands between members, nobody
 * is answered for everybody.
 */
export async function readersOfPost(db: Executor, id: string, viewer: Viewer | null): Promise<FileReaders> {
  const post = await postGate(db, id);
  if (!post || !maySee(post, viewer) || (await isHiddenFrom(db, viewer, post.authorId))) return 'nobody';
  if (post.isAdult && !maySeeAdult(viewer) && viewer?.profileId !== post.authorId) return 'nobody';
  if (!(await mayReadPostText(db, post, viewer))) return 'nobody';
  const isOpen = post.state === 'published' && !post.isAdult && !post.isLocked;
  return isOpen && !(await hasBlocks(db, post.authorId)) ? 'everybody' : 'reader';
}

/** A reply that this reader may see, in a post that they may see. @throws {Refusal} `reply_not_found`, `adults_only`. */
export async function seenReply(db: Executor, id: string, viewer: Viewer | null, lock = false): Promise<ReplyGate> {
  const reply = await replyGate(db, id, lock);
  const postSeen = reply && maySee({ authorId: reply.postAuthorId, state: reply.postState, removedBy: null }, viewer);
  // Removed replies keep their place: everybody may ask for them, and gets no text. Held ones are nobody else's.
  if (!reply || !postSeen || (reply.state === 'held' && !maySee(reply, viewer))) throw new Refusal('reply_not_found');
  if ((await isHiddenFrom(db, viewer, reply.authorId)) || (await isHiddenFrom(db, viewer, reply.postAuthorId)))
    throw new Refusal('reply_not_found');
  if (reply.postAdult && !maySeeAdult(viewer) && viewer?.profileId !== reply.postAuthorId)
    throw new Refusal('adults_only');
  return reply;
}
