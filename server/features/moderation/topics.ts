import type { Context } from '#server/context.ts';
import { sql } from '#server/platform/db/database.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';

/**
 * Whether somebody may listen to the events for staff. The flags are read again: a connection knows its reader as they
 * were when it was opened.
 */
export async function maySeeStaffEvents(ctx: Context, viewer: Viewer | null): Promise<boolean> {
  if (!viewer) return false;
  const [row] = await ctx.db.rows<{ is_admin: boolean; is_moderator: boolean }>(
    sql`SELECT is_admin, is_moderator FROM profiles WHERE id = ${viewer.profileId} AND user_id IS NOT NULL`,
  );
  return row !== undefined && isStaff({ ...viewer, isAdmin: row.is_admin, isModerator: row.is_moderator });
}
