import { notifications as limits } from '#people/notifications/contract/limits.ts';
import { type MaybePersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import type { Context } from '#platform/server/context.ts';
import { openOnly, unblockedNotice } from './store.ts';

/** A browser's subscription, as it came from it. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface DeviceRow {
  readonly id: string;
  readonly label: string;
  readonly session_id: string;
  readonly created_at: Date;
}

/** Browsers of a member that get pushes, the newest first. */
export async function devicesOf(db: Executor, profileId: string): Promise<DeviceRow[]> {
  return await db.rows<DeviceRow>(sql`
    SELECT id, label, session_id, created_at FROM push_devices WHERE profile_id = ${profileId} ORDER BY created_at DESC, id DESC`);
}

/**
 * Upserts a browser's subscription; one that another member has used becomes this member's. Beyond
 * `notifications.pushDevices` the oldest is removed.
 */
export async function saveDevice(
  tx: Tx,
  device: Subscription & { id: string; profileId: string; sessionId: string; label: string; at: Date },
): Promise<void> {
  // Locked, so that concurrent calls are counted one after the other.
  await tx.rows(sql`SELECT 1 FROM profiles WHERE id = ${device.profileId} FOR NO KEY UPDATE`);
  await tx.rows(sql`
    INSERT INTO push_devices (id, profile_id, session_id, endpoint, p256dh, auth, label, created_at)
    VALUES (${device.id}, ${device.profileId}, ${device.sessionId}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${device.label}, ${device.at})
    ON CONFLICT (endpoint) DO UPDATE SET profile_id = excluded.profile_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label`);
  await tx.rows(sql`
    DELETE FROM push_devices WHERE id IN (
      SELECT id FROM push_devices WHERE profile_id = ${device.profileId}
      ORDER BY created_at DESC, id DESC OFFSET ${limits.pushDevices})`);
}

/** Takes a member's browser away. */
export async function removeDevice(db: Executor, profileId: string, id: string): Promise<void> {
  await db.rows(sql`DELETE FROM push_devices WHERE id = ${id} AND profile_id = ${profileId}`);
}

/** Takes browsers away that their push service does not know any more. */
export async function forgetDevices(db: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.rows(sql`DELETE FROM push_devices WHERE id = ANY(${[...ids]}::uuid[])`);
}

/** One message to one browser. */
export interface PushRow extends MaybePersonColumns, Subscription {
  readonly id: string;
  readonly device_id: string;
  readonly title: string;
  readonly message: string;
  readonly url: string | null;
  readonly others: number;
}

/**
 * What is still to be pushed of some notifications: unread, shown, wanted by push and not from behind a block, to every
 * browser whose session lasts.
 */
export async function pushRows(
  { db, switches }: Pick<Context, 'db' | 'switches'>,
  ids: readonly string[],
  now: Date,
): Promise<PushRow[]> {
  return await db.rows<PushRow>(sql`
    SELECT n.id, n.title, n.message, n.url, n.others, d.id AS device_id, d.endpoint, d.p256dh, d.auth, ${personColumns}
    FROM notifications n JOIN push_devices d ON d.profile_id = n.user_id
    JOIN sessions e ON e.id = d.session_id AND e.expires_at > ${now}
    LEFT JOIN profiles p ON p.id = n.actor_id
    LEFT JOIN notification_settings s ON s.profile_id = n.user_id AND s.kind = n.kind
    WHERE n.id = ANY(${[...ids]}::uuid[]) AND NOT n.is_read AND NOT n.is_hidden AND coalesce(s.by_push, true)
      ${openOnly(switches)}${unblockedNotice}
    ORDER BY n.id, d.id`);
}
