import { decodeCursor, encodeCursor } from '#contract/page.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isId } from '#server/platform/ids.ts';
import type { PostKey } from './posts-store.ts';

const bad = (): Refusal => new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });

function momentOf(text: string): Date {
  const at = new Date(Number(text));
  if (!/^\d{1,15}$/.test(text) || Number.isNaN(at.getTime())) throw bad();
  return at;
}

/** The cursor of a row by time and id. */
export function timeCursor(at: Date, id: string): string {
  return encodeCursor([at.getTime(), id]);
}

/** Reads a cursor by time and id. @throws {Refusal} `invalid`. */
export function readTimeCursor(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, 2);
  if (!parts || !isId(parts[1]!)) throw bad();
  return { at: momentOf(parts[0]!), id: parts[1]! };
}

/** The cursor of a post in the list. */
export function postCursor(key: PostKey): string {
  return encodeCursor([key.pinned ? 1 : 0, key.at.getTime(), key.id]);
}

/** Reads the cursor of a post. @throws {Refusal} `invalid`. */
export function readPostCursor(cursor: string | undefined): PostKey | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, 3);
  if (!parts || !/^[01]$/.test(parts[0]!) || !isId(parts[2]!)) throw bad();
  return { pinned: parts[0] === '1', at: momentOf(parts[1]!), id: parts[2]! };
}
