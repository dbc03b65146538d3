import type { Switches } from '#platform/server/switches.ts';
import { type MaybePersonColumns, personColumns } from '#people/profiles/server/store.ts';
import type { NotificationKind } from '#people/notifications/contract/endpoints.ts';
import { notifications as limits } from '#people/notifications/contract/limits.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { mailable, openOnly, unblockedNotice } from './store.ts';

/** Notes when replies to members are mailed, where they get mails, have joined since, and nothing is noted yet. */
export async function noteReplies(
  tx: Tx,
  profileIds: readonly string[],
  { since, due }: { readonly since: Date; readonly due: Date },
): Promise<void> {
  await tx.rows(sql`
    UPDATE notification_digests SET replies_due_at = ${due} WHERE profile_id IN (
      SELECT d.profile_id FROM notification_digests d JOIN profiles p ON p.id = d.profile_id
      WHERE d.profile_id = ANY(${[...profileIds]}::uuid[]) AND d.rhythm <> 'off' AND d.replies_due_at IS NULL AND p.created_at > ${since}
      ORDER BY d.profile_id FOR UPDATE OF d)`);
}

/** A member whose replies may be mailed. */
export interface DueReplies {
  readonly profile_id: string;
  readonly email: string;
  readonly replies_due_at: Date;
  readonly replies_mailed_at: Date | null;
  /** The last request of any of their sessions, to some minutes. */
  readonly last_used_at: Date | null;
  /** They want mails and may get them. */
  readonly is_mailable: boolean;
}

/** Members whose replies are due, the longest waiting first. */
export async function dueReplies(db: Executor, now: Date, limit: number): Promise<DueReplies[]> {
  return await db.rows<DueReplies>(sql`
    SELECT d.profile_id, u.email, d.replies_due_at, d.replies_mailed_at, d.rhythm <> 'off' AND ${mailable(now)} AS is_mailable,
      (SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = u.id) AS last_used_at
    FROM notification_digests d JOIN profiles p ON p.id = d.profile_id JOIN users u ON u.id = p.user_id
    WHERE d.replies_due_at <= ${now} ORDER BY d.replies_due_at LIMIT ${limit}`);
}

/** Takes the note of due replies away. @returns false when another run was faster */
export async function claimReplies(tx: Tx, due: DueReplies): Promise<boolean> {
  const rows = await tx.rows(sql`
    UPDATE notification_digests SET replies_due_at = NULL
    WHERE profile_id = ${due.profile_id} AND replies_due_at = ${due.replies_due_at} RETURNING profile_id`);
  return rows.length > 0;
}

/** Notes a later time. */
export async function deferReplies(tx: Tx, profileId: string, until: Date): Promise<void> {
  await tx.rows(sql`UPDATE notification_digests SET replies_due_at = ${until} WHERE profile_id = ${profileId}`);
}

/** An unread notification that no mail has named. */
export interface ReplyRow extends MaybePersonColumns {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly url: string | null;
  readonly others: number;
}

/** A member's unread notifications of some kinds that they want by mail and no mail has named, at most a batch, newest first. */
export async function replyRows(
  tx: Tx,
  switches: Switches,
  profileId: string,
  kinds: readonly NotificationKind[],
): Promise<ReplyRow[]> {
  return await tx.rows<ReplyRow>(sql`
    SELECT n.id, n.title, n.message, n.url, n.others, ${personColumns}
    FROM notifications n LEFT JOIN profiles p ON p.id = n.actor_id
    LEFT JOIN notification_settings s ON s.profile_id = n.user_id AND s.kind = n.kind
    WHERE n.user_id = ${profileId} AND n.kind = ANY(${[...kinds]}::text[]) AND NOT n.is_read AND NOT n.is_hidden AND n.mailed_at IS NULL
      AND coalesce(s.by_email, true)${openOnly(switches)}${unblockedNotice}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${limits.batch}`);
}

/** Notes that a mail has named notifications. */
export async function markMailed(tx: Tx, profileId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx.rows(sql`UPDATE notifications SET mailed_at = ${at} WHERE id = ANY(${[...ids]}::uuid[])`);
  await tx.rows(sql`UPDATE notification_digests SET replies_mailed_at = ${at} WHERE profile_id = ${profileId}`);
}
