import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import type { ImageKey } from './store.ts';

/** The cursor of an image: featured, time and id. Lists that know no featured first write it all the same. */
export function imageCursor(row: { is_featured: boolean; created_at: Date; id: string }): string {
  return encodeCursor([row.is_featured ? 1 : 0, row.created_at.getTime(), row.id]);
}

/** Reads a cursor. @throws {Refusal} `invalid` */
export function readImageCursor(cursor: string | undefined): ImageKey | null {
  if (cursor === undefined) return null;
  const [featured = '', time = '', id = ''] = decodeCursor(cursor, 3) ?? [];
  const at = new Date(Number(time));
  if (!/^[01]$/.test(featured) || !/^\d{1,15}$/.test(time) || Number.isNaN(at.getTime()) || !isId(id))
    throw new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });
  return { featured: featured === '1', at, id };
}
