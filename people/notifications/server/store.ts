import { type DigestRhythm, notifications } from '#people/notifications/contract/limits.ts';
import type { NotificationKind } from '#people/notifications/contract/endpoints.ts';
import { type MaybePersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { unblockedOnly, unblockedPair } from '#people/friends/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { Context } from '#platform/server/context.ts';
import type { Switches } from '#platform/server/switches.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { titleWith } from './rules.ts';

/** A row of the inbox with who did it. */
export interface NotificationRow extends MaybePersonColumns {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly message: string;
  readonly url: string | null;
  readonly actor_id: string | null;
  readonly others: number;
  readonly is_read: boolean;
  readonly created_at: Date;
}

/** Whom the text of a notification `n` shows: who did it, and the author of what it is about or stands below. */
const shownMembers: readonly SQL[] = [sql`n.actor_id`, sql.raw(`(n.data->>'ownerId')::uuid`)];

/** What a member finds in the inbox: nothing that is hidden, wanted by mail alone, or from whom a block keeps away. */
const seenBy = (viewer: Viewer, switches: Switches): SQL =>
  sql`n.user_id = ${viewer.profileId} AND n.on_site AND NOT n.is_hidden${openOnly(switches)}${sql.join(shownMembers.map((id) => unblockedOnly(viewer, id)))}`;

/** The condition that a notification `n` leads to no part of the site that is switched off: ` AND …`. Nothing while none is. */
export function openOnly({ offPages, offCategories }: Switches): SQL {
  const pages = offPages.length === 0 ? sql`` : sql` AND coalesce(n.url, '') !~ ${`^(${offPages.join('|')})([/?#]|$)`}`;
  return offCategories.length === 0
    ? pages
    : sql`${pages} AND NOT EXISTS (
        SELECT FROM forum_posts f WHERE f.category_name = ANY(${[...offCategories]}::text[]) AND f.id::text = substring(n.url FROM '^/forum/post/([0-9a-f-]{36})'))`;
}

/** The condition that no block keeps the recipient of a notification `n` away from whom it shows: ` AND …`. */
export const unblockedNotice: SQL = sql.join(shownMembers.map((id) => unblockedPair(sql`n.user_id`, id)));

/** One page of an inbox, newest first. */
export async function inboxPage(
  { db, switches }: Pick<Context, 'db' | 'switches'>,
  viewer: Viewer,
  page: { before: { at: Date; id: string } | null; unreadOnly: boolean; limit: number },
): Promise<NotificationRow[]> {
  const before = page.before
    ? sql` AND (n.created_at, n.id) < (${page.before.at}::timestamptz, ${page.before.id}::uuid)`
    : sql``;
  const unread = page.unreadOnly ? sql` AND NOT n.is_read` : sql``;
  return await db.rows<NotificationRow>(sql`
    SELECT n.id, n.kind, n.title, n.message, n.url, n.actor_id, n.others, n.is_read, n.created_at, ${personColumns}
    FROM notifications n LEFT JOIN profiles p ON p.id = n.actor_id
    WHERE ${seenBy(viewer, switches)}${unread}${before}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${page.limit}`);
}

/** How many are unread, counted no further than the badge shows. */
export async function countUnread({ db, switches }: Pick<Context, 'db' | 'switches'>, viewer: Viewer): Promise<number> {
  const [row] = await db.rows<{ unread: number }>(sql`
    SELECT count(*)::int AS unread FROM (
      SELECT 1 FROM notifications n WHERE ${seenBy(viewer, switches)} AND NOT n.is_read
      LIMIT ${notifications.badgeMax + 1}) AS counted`);
  return row!.unread;
}

/** Contents with a notification to one of two members that names the other as the last to react, either way. */
export async function groupsBetween(db: Executor, one: string, other: string): Promise<string[]> {
  const rows = await db.rows<{ content_id: string }>(sql`
    SELECT content_id FROM notifications WHERE kind = 'like' AND content_id IS NOT NULL
      AND ((actor_id = ${one} AND user_id = ${other}) OR (actor_id = ${other} AND user_id = ${one}))`);
  return rows.map((row) => row.content_id);
}

/** Marks one as read. @returns whether it was unread; null when the member has no such one. */
export async function markRead(db: Executor, profileId: string, id: string): Promise<boolean | null> {
  const [row] = await db.rows<{ was_unread: boolean }>(sql`
    WITH mine AS (
      SELECT id, NOT is_read AS was_unread FROM notifications
      WHERE id = ${id} AND user_id = ${profileId} AND on_site AND NOT is_hidden FOR UPDATE
    ), marked AS (
      UPDATE notifications SET is_read = true WHERE id IN (SELECT id FROM mine WHERE was_unread)
    )
    SELECT was_unread FROM mine`);
  return row?.was_unread ?? null;
}

/** Marks all as read that came until a timestamp. @returns whether any was unread. */
export async function markAllRead(db: Executor, profileId: string, until: Date): Promise<boolean> {
  const rows = await db.rows(sql`
    UPDATE notifications SET is_read = true
    WHERE user_id = ${profileId} AND NOT is_read AND on_site AND NOT is_hidden AND created_at <= ${until}
    RETURNING id`);
  return rows.length > 0;
}

export interface ChannelsRow {
  readonly kind: NotificationKind;
  readonly on_site: boolean;
  readonly by_email: boolean;
  readonly by_push: boolean;
}

/** The kinds that a member has changed. */
export async function changedKinds(db: Executor, profileId: string): Promise<ChannelsRow[]> {
  return await db.rows<ChannelsRow>(
    sql`SELECT kind, on_site, by_email, by_push FROM notification_settings WHERE profile_id = ${profileId}`,
  );
}

/** Upserts the given settings of one kind; concurrent changes of different settings are all stored. */
export async function changeKind(
  db: Executor,
  profileId: string,
  kind: NotificationKind,
  change: { site: boolean | null; email: boolean | null; push: boolean | null },
): Promise<ChannelsRow> {
  const [row] = await db.rows<ChannelsRow>(sql`
    INSERT INTO notification_settings AS mine (profile_id, kind, on_site, by_email, by_push)
    VALUES (${profileId}, ${kind}, coalesce(${change.site}::boolean, true), coalesce(${change.email}::boolean, true), coalesce(${change.push}::boolean, true))
    ON CONFLICT (profile_id, kind) DO UPDATE SET
      on_site = coalesce(${change.site}::boolean, mine.on_site), by_email = coalesce(${change.email}::boolean, mine.by_email),
      by_push = coalesce(${change.push}::boolean, mine.by_push)
    RETURNING kind, on_site, by_email, by_push`);
  return row!;
}

/** How often a member gets mails. */
export async function rhythmOf(db: Executor, profileId: string): Promise<DigestRhythm> {
  const [row] = await db.rows<{ rhythm: DigestRhythm }>(
    sql`SELECT rhythm FROM notification_digests WHERE profile_id = ${profileId}`,
  );
  return row?.rhythm ?? 'off';
}

/** Chooses how often; who begins is mailed what comes from now on. */
export async function setRhythm(db: Executor, profileId: string, rhythm: DigestRhythm, now: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO notification_digests AS mine (profile_id, rhythm, sent_until) VALUES (${profileId}, ${rhythm}, ${now})
    ON CONFLICT (profile_id) DO UPDATE SET rhythm = excluded.rhythm,
      sent_until = CASE WHEN mine.rhythm = 'off' THEN excluded.sent_until ELSE mine.sent_until END`);
}

/** Ends a member's mails. */
export async function endDigest(db: Executor, profileId: string): Promise<void> {
  await db.rows(sql`UPDATE notification_digests SET rhythm = 'off' WHERE profile_id = ${profileId}`);
}

/** A member's whole inbox, for their data export: without what a block keeps from them now. */
export async function exportedInbox(db: Executor, profileId: string): Promise<unknown[]> {
  type Exported = Omit<NotificationRow, keyof MaybePersonColumns | 'id' | 'actor_id'> & {
    readonly display_name: string | null;
  };
  const rows = await db.rows<Exported>(sql`
    SELECT n.kind, n.title, n.message, n.url, n.is_read, n.created_at, n.others, p.display_name
    FROM notifications n LEFT JOIN profiles p ON p.id = n.actor_id
    WHERE n.user_id = ${profileId} AND NOT n.is_hidden${unblockedNotice} ORDER BY n.created_at, n.id`);
  return rows.map(({ others, display_name: name, ...row }) => ({
    ...row,
    title: titleWith(row.title, name ?? '', others),
  }));
}

/** A member whose mail is due. */
export interface DueDigest {
  readonly profile_id: string;
  readonly email: string;
  readonly sent_until: Date;
}

/** The condition that a member `p` with the user `u` gets mails: not suspended, not leaving, and the address is theirs. */
export const mailable = (now: Date): SQL =>
  sql`u.email_verified AND u.deletion_at IS NULL AND (p.suspended_until IS NULL OR p.suspended_until <= ${now}::timestamptz)`;

/** The next members by id whose mail is due. @param before when the last one must have been sent, by rhythm */
export async function dueDigests(
  db: Executor,
  { now, ...before }: { now: Date; daily: Date; weekly: Date },
  after: string,
  limit: number,
): Promise<DueDigest[]> {
  return await db.rows<DueDigest>(sql`
    SELECT d.profile_id, u.email, d.sent_until
    FROM notification_digests d JOIN profiles p ON p.id = d.profile_id JOIN users u ON u.id = p.user_id
    WHERE d.rhythm <> 'off' AND ${mailable(now)} AND d.profile_id > ${after}::uuid
      AND d.sent_until <= CASE d.rhythm WHEN 'daily' THEN ${before.daily}::timestamptz ELSE ${before.weekly}::timestamptz END
    ORDER BY d.profile_id LIMIT ${limit}`);
}

/** What a mail lists: the newest first, and of how many. */
export interface DigestRow extends MaybePersonColumns {
  readonly title: string;
  readonly message: string;
  readonly others: number;
  readonly total: number;
}

/** A member's unread ones since a timestamp, of the kinds that they want by mail. */
export async function digestRows(
  { db, switches }: Pick<Context, 'db' | 'switches'>,
  profileId: string,
  between: { from: Date; to: Date },
  limit: number,
): Promise<DigestRow[]> {
  return await db.rows<DigestRow>(sql`
    SELECT n.title, n.message, n.others, count(*) OVER ()::int AS total, ${personColumns}
    FROM notifications n LEFT JOIN profiles p ON p.id = n.actor_id
    LEFT JOIN notification_settings s ON s.profile_id = n.user_id AND s.kind = n.kind
    WHERE n.user_id = ${profileId} AND NOT n.is_read AND NOT n.is_hidden AND n.mailed_at IS NULL AND n.kind <> 'welcome' AND coalesce(s.by_email, true)
      ${openOnly(switches)}${unblockedNotice}
      AND n.created_at > ${between.from} AND n.created_at <= ${between.to}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}`);
}

/** Records until which timestamp a member has been mailed. @returns false when another run was faster. */
export async function claimDigest(tx: Tx, due: DueDigest, until: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    UPDATE notification_digests SET sent_until = ${until}
    WHERE profile_id = ${due.profile_id} AND sent_until = ${due.sent_until} AND rhythm <> 'off' RETURNING profile_id`);
  return rows.length > 0;
}

/** Removes some of what was read, or only meant for mail, before a timestamp. @returns how many. */
export async function clearBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const rows = await db.rows(sql`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE (is_read OR NOT on_site) AND created_at < ${before} LIMIT ${limit})
    RETURNING id`);
  return rows.length;
}
