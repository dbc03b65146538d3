import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { Refusal } from './http/refusal.ts';
import { isId } from './ids.ts';

/** The refusal of a cursor that is not of the list. */
export const badCursor = (): Refusal => new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });

/** A timestamp in a cursor, milliseconds. @throws {Refusal} `invalid`. */
export function timestampOf(text: string): Date {
  const at = new Date(Number(text));
  if (!/^\d{1,15}$/.test(text) || Number.isNaN(at.getTime())) throw badCursor();
  return at;
}

/** Place of a row in order of time. */
export interface TimePlace {
  readonly at: Date;
  readonly id: string;
}

/** The cursor of a row by its place in a thread or a room. */
export const placeCursor = (place: number): string => encodeCursor([place]);

/** Reads a cursor by place. @throws {Refusal} `invalid`. */
export function readPlaceCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [text = ''] = decodeCursor(cursor, 1) ?? [];
  if (!/^\d{1,15}$/.test(text)) throw badCursor();
  return Number(text);
}

/** The cursor of a row by time and id. */
export function timeCursor(at: Date, id: string): string {
  return encodeCursor([at.getTime(), id]);
}

/** Reads a keyset cursor by time and id. @throws {Refusal} `invalid`. */
export function readTimeCursor(cursor: string | undefined): TimePlace | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, 2);
  if (!parts || !isId(parts[1]!)) throw badCursor();
  return { at: timestampOf(parts[0]!), id: parts[1]! };
}
