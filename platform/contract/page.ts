/**
 * Keyset pagination. Every list is paged by the key of its last row, never by offset; the end is `next: null`, so that
 * hidden rows never end a list early. The cursor is opaque to the client.
 *
 * Plain values: the browser may import this file at run time.
 */

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the following page, or null at the end. */
  readonly next: string | null;
}

/** Packs the key of the last row into a cursor (URL-safe, no padding). Values must not contain `~`. */
export function encodeCursor(parts: readonly (string | number | boolean)[]): string {
  return parts.map((part) => encodeURIComponent(String(part))).join('~');
}

/** Unpacks a cursor; null when it does not have `length` parts or cannot be read. */
export function decodeCursor(cursor: string, length: number): string[] | null {
  const parts = cursor.split('~');
  if (parts.length !== length) return null;
  try {
    return parts.map((part) => decodeURIComponent(part));
  } catch {
    return null;
  }
}
