import { notifications } from '#people/notifications/contract/limits.ts';
import type { NotificationKind } from '#people/notifications/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { unblockedPair } from '#people/friends/server/store.ts';
import { type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { pushAfter } from './push-jobs.ts';
import { mailRepliesSoon } from './reply-mails.ts';
import { adultMessage, adultWatched, isAlwaysNotified } from './rules.ts';

/** Whether the recipient has a browser that gets pushes. */
const hasDevice: SQL = sql.raw('EXISTS (SELECT 1 FROM push_devices d WHERE d.profile_id = notifications.user_id)');

/** The same while recipients `p` are selected. */
const canPush: SQL = sql.raw('EXISTS (SELECT 1 FROM push_devices d WHERE d.profile_id = p.id)');

/** A notification to send. Its text comes from `noticeText`. */
export interface Notice {
  readonly kind: NotificationKind;
  /** Begins with `{actor}` where somebody did it. */
  readonly title: string;
  readonly message: string;
  readonly url?: string;
  /**
   * Profile id of who did it. Nobody is notified of their own actions, nor of those of a member blocked either way.
   * Decisions and messages of staff are the site's own and have none: they always arrive.
   */
  readonly actorId?: string;
  /**
   * Profile id of the author of what it is about, or of what that stands below. Whom a block keeps away from them, either
   * way, is not notified: the text would name what they do not find on the site.
   */
  readonly ownerId?: string;
  /** The content it is about: `followContent` hides and shows it with that. */
  readonly contentId?: string;
  /** Names the cause, such as `post_reply:{id}`: a second notification of the same member adds nothing. */
  readonly cause: string;
}

/**
 * Notifies members: with `notifyGroup` the one place that decides who gets which notification. Left out are who did it,
 * who is blocked or blocks them or the owner, who has left, and who has turned this kind off everywhere. Open pages of
 * the recipients get an event after the commit.
 * @param profileIds the recipients; repeated ids count once. Many are notified in batches of `notifications.batch`,
 * each in a transaction.
 * @returns how many were notified now.
 */
export async function notify(ctx: Context, tx: Tx, profileIds: readonly string[], notice: Notice): Promise<number> {
  return await notifyAll(ctx, tx, [{ profileIds, notice }]);
}

/**
 * As `notify`, of several things at once, with one statement. A member who is a recipient of several notices of one cause
 * gets the first of them.
 */
export async function notifyAll(
  ctx: Context,
  tx: Tx,
  messages: readonly { readonly profileIds: readonly string[]; readonly notice: Notice }[],
): Promise<number> {
  const known = new Set<string>();
  const recipients: { readonly id: string; readonly notice: number }[] = [];
  for (const [number, { profileIds, notice }] of messages.entries()) {
    for (const id of profileIds) {
      if (known.has(`${id} ${notice.cause}`)) continue;
      known.add(`${id} ${notice.cause}`);
      recipients.push({ id, notice: number });
    }
  }
  if (recipients.length === 0) return 0;
  const now = ctx.clock.now();
  const notices = messages.map(({ notice }) => notice);
  const rows = await tx.rows<{
    id: string;
    user_id: string;
    kind: NotificationKind;
    on_site: boolean;
    pushed: boolean;
  }>(sql`
    INSERT INTO notifications (id, user_id, kind, title, message, url, actor_id, data, content_id, cause, on_site, created_at)
    SELECT new.id, p.id, n.kind, n.title, n.message, n.url, n.actor_id, jsonb_strip_nulls(jsonb_build_object('ownerId', n.owner_id)), n.content_id, n.cause, n.always OR coalesce(s.on_site, true), ${now}
    FROM unnest(${recipients.map(() => newId(now))}::uuid[], ${recipients.map((one) => one.id)}::uuid[], ${recipients.map((one) => one.notice)}::int[]) AS new (id, profile_id, notice)
    JOIN unnest(${notices.map((_, number) => number)}::int[], ${notices.map((one) => one.kind)}::text[], ${notices.map((one) => one.title)}::text[], ${notices.map((one) => one.message)}::text[],
      ${notices.map((one) => one.url ?? null)}::text[], ${notices.map((one) => one.actorId ?? null)}::uuid[], ${notices.map((one) => one.ownerId ?? null)}::uuid[], ${notices.map((one) => one.contentId ?? null)}::uuid[],
      ${notices.map((one) => one.cause)}::text[], ${notices.map((one) => isAlwaysNotified(one.kind))}::bool[])
      AS n (number, kind, title, message, url, actor_id, owner_id, content_id, cause, always) ON n.number = new.notice
    JOIN profiles p ON p.id = new.profile_id
    LEFT JOIN notification_settings s ON s.profile_id = p.id AND s.kind = n.kind
    WHERE p.user_id IS NOT NULL AND p.id IS DISTINCT FROM n.actor_id${unblockedPair(sql`n.actor_id`, sql`p.id`)}${unblockedPair(sql`n.owner_id`, sql`p.id`)}
      AND (n.always OR coalesce(s.on_site, true) OR coalesce(s.by_email, true) OR (coalesce(s.by_push, true) AND ${canPush}))
    ON CONFLICT (user_id, cause) DO NOTHING
    RETURNING id, user_id, kind, on_site, ${hasDevice} AS pushed`);
  await pushAfter(
    ctx,
    tx,
    rows.filter((row) => row.pushed).map((row) => row.id),
  );
  await mailRepliesSoon(ctx, tx, rows);
  await joinWatched(
    ctx,
    tx,
    rows.filter((row) => row.kind === 'watched').map((row) => row.id),
  );
  const seen = rows.filter((row) => row.on_site);
  if (seen.length > 0) {
    tx.afterCommit(() => {
      for (const row of seen) ctx.realtime.announce(`viewer:${row.user_id}`, 'notified', { kind: row.kind });
    });
  }
  return rows.length;
}

/**
 * Joins unread notifications of replies in one watched post to that of the newest reply, whose id is the highest; it
 * counts them, and is as good as mailed where they were. The inbox has one line of a thread. The older ones stay as hidden rows, so that a job that runs again
 * finds their causes taken.
 * @param ids of notifications that were just written
 */
async function joinWatched(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.rows<{ user_id: string }>(sql`
    WITH newest AS (
      SELECT DISTINCT ON (user_id, split_part(url, '?', 1)) id, user_id, split_part(url, '?', 1) AS thread
      FROM notifications WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY user_id, split_part(url, '?', 1), content_id DESC, id DESC
    ), older AS (
      SELECT o.id, newest.id AS into_id, o.others, o.mailed_at FROM newest
      JOIN notifications o ON o.user_id = newest.user_id AND o.kind = 'watched' AND NOT o.is_read AND NOT o.is_hidden
        AND o.id <> newest.id AND split_part(o.url, '?', 1) = newest.thread
    ), hidden AS (
      UPDATE notifications SET is_hidden = true, is_read = true, others = -1 WHERE id IN (SELECT id FROM older)
    )
    UPDATE notifications n SET others = joined.others, mailed_at = joined.mailed_at
    FROM (SELECT into_id, sum(others + 1)::int AS others, max(mailed_at) AS mailed_at FROM older GROUP BY into_id) joined
    WHERE n.id = joined.into_id RETURNING n.user_id`);
  if (rows.length > 0) announceInbox(ctx, tx, [...new Set(rows.map((row) => row.user_id))]);
}

/**
 * Notifies one member of something that can happen to the same content repeatedly: one that is still unread makes room
 * for the new one, so that the inbox holds a single unread line about it. The same version again adds nothing.
 * @param cause.about names the thing, such as `forum_post.edit:{id}`
 */
export async function notifyAgain(
  ctx: Context,
  tx: Tx,
  profileId: string,
  notice: Omit<Notice, 'actorId' | 'cause'>,
  cause: { readonly about: string; readonly version: number },
): Promise<void> {
  const notified = await notify(ctx, tx, [profileId], { ...notice, cause: `${cause.about}:${cause.version}` });
  if (notified === 0) return;
  await tx.rows(sql`
    DELETE FROM notifications WHERE user_id = ${profileId} AND kind = ${notice.kind} AND NOT is_read
      AND starts_with(cause, ${`${cause.about}:`}) AND cause <> ${`${cause.about}:${cause.version}`}`);
}

/**
 * Notifies one member of what several did, as one notification that grows: "Ada and 3 others …". It moves to the top,
 * unread, when more have done it than it named before; the same ones again change nothing.
 * @param group.actorId the last of them; null when nobody does it any more: then it is removed.
 * @param group.others how many beside the last one.
 * @param group.at when the last of them did it.
 */
export async function notifyGroup(
  ctx: Context,
  tx: Tx,
  profileId: string,
  notice: Omit<Notice, 'actorId'>,
  group: { actorId: string; others: number; at: Date } | null,
): Promise<void> {
  if (group === null) {
    const rows = await tx.rows<{ id: string }>(sql`
      UPDATE notifications SET is_hidden = true, others = -1
      WHERE user_id = ${profileId} AND cause = ${notice.cause} AND others >= 0 RETURNING id`);
    if (rows.length > 0) announceInbox(ctx, tx, [profileId]);
    return;
  }
  const always = isAlwaysNotified(notice.kind);
  const rows = await tx.rows<{ id: string; on_site: boolean; is_news: boolean; pushed: boolean }>(sql`
    INSERT INTO notifications AS mine (id, user_id, kind, title, message, url, actor_id, content_id, others, most_others, cause, on_site, created_at)
    SELECT ${newId(group.at)}::uuid, p.id, ${notice.kind}, ${notice.title}, ${notice.message}, ${notice.url ?? null}, ${group.actorId}::uuid, ${notice.contentId ?? null}::uuid,
      ${group.others}::int, ${group.others}::int, ${notice.cause}, ${always} OR coalesce(s.on_site, true), ${group.at}::timestamptz
    FROM profiles p LEFT JOIN notification_settings s ON s.profile_id = p.id AND s.kind = ${notice.kind}
    WHERE p.id = ${profileId} AND p.user_id IS NOT NULL AND p.id <> ${group.actorId}::uuid
      AND (${always} OR coalesce(s.on_site, true) OR coalesce(s.by_email, true) OR (coalesce(s.by_push, true) AND ${canPush}))
    ON CONFLICT (user_id, cause) DO UPDATE SET
      title = excluded.title, message = excluded.message, actor_id = excluded.actor_id, others = excluded.others,
      is_hidden = false, on_site = excluded.on_site,
      is_read = mine.is_read AND excluded.others <= mine.most_others,
      created_at = CASE WHEN excluded.others > mine.most_others THEN excluded.created_at ELSE mine.created_at END,
      most_others = greatest(mine.most_others, excluded.others)
    RETURNING id, on_site, created_at = ${group.at}::timestamptz AS is_news,
      EXISTS (SELECT 1 FROM push_devices d WHERE d.profile_id = mine.user_id) AS pushed`);
  if (rows[0]?.is_news && rows[0].pushed) await pushAfter(ctx, tx, [rows[0].id]);
  if (rows[0]?.on_site) announceInbox(ctx, tx, [profileId]);
}

/**
 * Notifies the author of a content of who reacted to it last, and how many others: not of their own reactions, nor of
 * those of blocked members. For jobs: counts again each time, and is safe to repeat.
 * @param reactions query of `profile_id` and `created_at` of every reaction to the content
 */
export async function notifyReactions(
  ctx: Context,
  authorId: string,
  notice: Omit<Notice, 'actorId'>,
  reactions: SQL,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    // One after the other, so that the one that counts last writes last.
    await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${notice.cause}, 0))`);
    const [last] = await tx.rows<{ profile_id: string; created_at: Date; total: number }>(sql`
      SELECT r.profile_id, r.created_at, count(*) OVER ()::int AS total FROM (${reactions}) r
      WHERE r.profile_id <> ${authorId}${unblockedPair(sql`${authorId}::uuid`, sql`r.profile_id`)}
      ORDER BY r.created_at DESC, r.profile_id DESC LIMIT 1`);
    const group = last ? { actorId: last.profile_id, others: last.total - 1, at: last.created_at } : null;
    await notifyGroup(ctx, tx, authorId, notice, group);
  });
}

/** Open pages of members fetch their inbox again, after the commit. */
function announceInbox(ctx: Context, tx: Tx, profileIds: readonly string[]): void {
  tx.afterCommit(() => {
    for (const id of profileIds) ctx.realtime.announce(`viewer:${id}`, 'inbox', { unread: null });
  });
}

/**
 * Where the newest of joined notifications was hidden, the next one stands for the others.
 * @param ids of the hidden ones
 * @param gone contents whose notifications are not shown
 */
async function partWatched(tx: Tx, ids: readonly string[], gone: readonly string[]): Promise<void> {
  await tx.rows(sql`
    WITH next AS (
      SELECT DISTINCT ON (hidden.id) hidden.id AS hidden_id, o.id, hidden.others - 1 AS others, hidden.is_read
      FROM notifications hidden JOIN notifications o ON o.user_id = hidden.user_id AND o.kind = 'watched' AND o.is_hidden
        AND o.others = -1 AND split_part(o.url, '?', 1) = split_part(hidden.url, '?', 1)
        AND o.content_id <> ALL(${[...gone]}::uuid[])
      WHERE hidden.id = ANY(${[...ids]}::uuid[]) ORDER BY hidden.id, o.content_id DESC, o.id DESC
    ), alone AS (
      UPDATE notifications SET others = 0 WHERE id = ANY(${[...ids]}::uuid[])
    )
    UPDATE notifications n SET is_hidden = false, is_read = next.is_read, others = next.others
    FROM next WHERE n.id = next.id`);
}

/**
 * Hides the notifications of contents in every inbox, or shows them again: when they are held or removed, and when that
 * is undone. For jobs: works in batches, each a transaction of its own, and is safe to repeat.
 */
export async function followContent(ctx: Context, contentIds: readonly string[], shown: boolean): Promise<void> {
  for (;;) {
    const changed = await ctx.db.tx(async (tx) => {
      const rows = await tx.rows<{ id: string; user_id: string; counts: boolean; joins: boolean }>(sql`
        UPDATE notifications SET is_hidden = ${!shown} WHERE id IN (
          SELECT id FROM notifications WHERE content_id = ANY(${[...contentIds]}::uuid[]) AND is_hidden = ${shown} AND others >= 0
          LIMIT ${notifications.batch})
        RETURNING id, user_id, on_site AND NOT is_read AS counts, kind = 'watched' AND others > 0 AS joins`);
      const joined = rows.filter((row) => row.joins).map((row) => row.id);
      if (!shown && joined.length > 0) await partWatched(tx, joined, contentIds);
      announceInbox(ctx, tx, [...new Set(rows.filter((row) => row.counts).map((row) => row.user_id))]);
      return rows.length;
    });
    if (changed < notifications.batch) return;
  }
}

/** Deletes the notifications of contents that are gone for good. */
export async function forgetContent(tx: Tx, contentIds: readonly string[]): Promise<void> {
  await tx.rows(sql`DELETE FROM notifications WHERE content_id = ANY(${[...contentIds]}::uuid[])`);
}

/** Removes the text from notifications of contents that became 18+ since. For jobs, as `followContent`. */
export async function keepAdultWords(ctx: Context, contentIds: readonly string[]): Promise<void> {
  for (;;) {
    const rows = await ctx.db.rows(sql`
      UPDATE notifications SET message = ${adultMessage}, title = CASE WHEN kind = 'watched' THEN ${adultWatched} ELSE title END
      WHERE id IN (
        SELECT id FROM notifications WHERE content_id = ANY(${[...contentIds]}::uuid[]) AND message <> ${adultMessage}
        LIMIT ${notifications.batch})
      RETURNING id`);
    if (rows.length < notifications.batch) return;
  }
}

/**
 * Takes back what a member was notified of and has not read.
 * @param causes of the notifications; one that ends in a colon stands for all that begin so
 * @returns `read` where the member has read one of them
 */
export async function withdrawNotices(
  ctx: Context,
  tx: Tx,
  profileId: string,
  causes: readonly string[],
): Promise<'read' | 'unread'> {
  const rows = await tx.rows<{ id: string; is_read: boolean }>(sql`
    SELECT n.id, n.is_read FROM notifications n JOIN unnest(${[...causes]}::text[]) AS c(cause)
      ON n.cause = c.cause OR (c.cause LIKE '%:' AND starts_with(n.cause, c.cause))
    WHERE n.user_id = ${profileId} FOR UPDATE OF n`);
  const unread = rows.filter((row) => !row.is_read).map((row) => row.id);
  if (unread.length > 0) {
    await tx.rows(sql`DELETE FROM notifications WHERE id = ANY(${unread}::uuid[])`);
    announceInbox(ctx, tx, [profileId]);
  }
  return rows.some((row) => row.is_read) ? 'read' : 'unread';
}
