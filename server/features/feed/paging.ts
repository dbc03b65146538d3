import { decodeCursor, encodeCursor } from '#contract/page.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isId } from '#server/platform/ids.ts';

/** Place of a row in a list in order of time. */
export interface TimeKey {
  readonly at: Date;
  readonly id: string;
}

/** The cursor of a row. */
export function timeCursor(key: TimeKey): string {
  return encodeCursor([key.at.getTime(), key.id]);
}

/** Reads a cursor. @throws {Refusal} `invalid`. */
export function readTimeCursor(cursor: string | undefined): TimeKey | null {
  if (cursor === undefined) return null;
  const [time, id] = decodeCursor(cursor, 2) ?? [];
  if (time === undefined || id === undefined || !/^\d{1,14}$/.test(time) || !isId(id))
    throw new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });
  return { at: new Date(Number(time)), id };
}
