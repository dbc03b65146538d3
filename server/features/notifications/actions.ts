import type { Context } from '#server/context.ts';
import { blockedAmong } from '#server/features/relations/store.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';

export type NotificationKind =
  | 'friend_request'
  | 'friend_accepted'
  | 'reply'
  | 'mention'
  | 'watched'
  | 'like'
  | 'approval'
  | 'rejection'
  | 'removal'
  | 'rank'
  | 'tip'
  | 'unlock'
  | 'staff';

/** Kinds that one member causes for another: none comes from who is blocked, either way. Staff's decisions always do. */
const social: ReadonlySet<NotificationKind> = new Set([
  'friend_request',
  'friend_accepted',
  'reply',
  'mention',
  'watched',
  'like',
]);

/** Something to tell. */
export interface Notice {
  readonly kind: NotificationKind;
  readonly title: string;
  readonly message: string;
  readonly url?: string;
  readonly actorId?: string;
  /** Names the cause, such as `post_reply:{id}`: telling the same member of it twice adds nothing. */
  readonly cause: string;
}

/**
 * Tells members of something: the one place that writes notifications. Open pages of the told learn of it after the
 * commit.
 * @param profileIds who is told; repeated ids count once.
 * @returns how many were told now.
 */
export async function notify(ctx: Context, tx: Tx, profileIds: readonly string[], notice: Notice): Promise<number> {
  const { actorId } = notice;
  const blocked =
    actorId !== undefined && social.has(notice.kind) ? await blockedAmong(tx, actorId, profileIds) : new Set<string>();
  const told = [...new Set(profileIds)].filter((id) => !blocked.has(id));
  if (told.length === 0) return 0;
  const now = ctx.clock.now();
  const rows = await tx.rows<{ user_id: string }>(sql`
    INSERT INTO notifications (id, user_id, kind, title, message, url, actor_id, cause, created_at)
    SELECT new.id, new.user_id, ${notice.kind}, ${notice.title}, ${notice.message}, ${notice.url ?? null}, ${notice.actorId ?? null}::uuid, ${notice.cause}, ${now}
    FROM unnest(${told.map(() => newId(now))}::uuid[], ${told}::uuid[]) AS new (id, user_id)
    ON CONFLICT (user_id, cause) DO NOTHING
    RETURNING user_id`);
  tx.afterCommit(() => {
    for (const row of rows) ctx.realtime.announce(`viewer:${row.user_id}`, 'notified', { kind: notice.kind });
  });
  return rows.length;
}
