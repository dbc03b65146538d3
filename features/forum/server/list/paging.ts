import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { isId } from '#platform/server/ids.ts';
import { badCursor, timestampOf } from '#platform/server/paging.ts';
import type { PostKey } from '#features/forum/server/posts-store.ts';

/** The cursor of a post in the list. */
export function postCursor(key: PostKey): string {
  return encodeCursor([key.pinned ? 1 : 0, key.at.getTime(), key.id]);
}

/** Reads the cursor of a post. @throws {Refusal} `invalid`. */
export function readPostCursor(cursor: string | undefined): PostKey | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, 3);
  if (!parts || !/^[01]$/.test(parts[0]!) || !isId(parts[2]!)) throw badCursor();
  return { pinned: parts[0] === '1', at: timestampOf(parts[1]!), id: parts[2]! };
}
