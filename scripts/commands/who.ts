import { findUser, type UserRow } from '#people/accounts/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { isId } from '#platform/server/ids.ts';
import { CommandError, UsageError } from './command.ts';

/** A member by username or address. @throws {CommandError} when there is none. */
export async function memberNamed(ctx: Context, name: string): Promise<UserRow> {
  const user = await findUser(ctx.db, name);
  if (!user) throw new CommandError(`There is no member "${name}".`);
  return user;
}

/** Rows of one page of a list. */
export const PAGE = 50;

/** The key of a cursor that `nextAfter` made. @throws {UsageError} */
export function keyAfter(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null;
  const [time, id] = decodeCursor(cursor, 2) ?? [];
  const at = new Date(Number(time));
  if (Number.isNaN(at.getTime()) || id === undefined || !isId(id))
    throw new UsageError('--after must be what the page before has printed.');
  return { at, id };
}

/** The cursor of the next page; null at the end. @param rows one more than a page, where there is one */
export function nextAfter(rows: readonly { at: Date; id: string }[]): string | null {
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return last ? encodeCursor([last.at.getTime(), last.id]) : null;
}
