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
  /** The thread that the recipients watch: all that is unread of it is one notification, which counts. */
  readonly threadId?: string;
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
  const written: Written[] = [];
  const single = recipients.filter((one) => notices[one.notice]!.threadId === undefined);
  if (single.length > 0)
    written.push(
      ...(await tx.rows<Written>(sql`
    INSERT INTO notifications (id, user_id, kind, title, message, url, actor_id, data, content_id, cause, on_site, created_at)
    SELECT id, user_id, kind, title, message, url, actor_id, data, content_id, cause, on_site, ${now}
    FROM (${wanted(single, notices, now)}) wanted
    ON CONFLICT (user_id, cause) DO NOTHING
    RETURNING id, user_id, kind, on_site, ${hasDevice} AS pushed, false AS joined`)),
    );
  const watching = recipients.filter((one) => notices[one.notice]!.threadId !== undefined);
  if (watching.length > 0) written.push(...(await countInThreads(tx, wanted(watching, notices, now), now)));
  await pushAfter(
    ctx,
    tx,
    written.filter((row) => row.pushed).map((row) => row.id),
  );
  await mailRepliesSoon(ctx, tx, written);
  const seen = written.filter((row) => row.on_site);
  if (seen.length > 0) {
    tx.afterCommit(() => {
      for (const row of seen) ctx.realtime.announce(`viewer:${row.user_id}`, 'notified', { kind: row.kind });
    });
  }
  const joined = seen.filter((row) => row.joined);
  if (joined.length > 0) announceInbox(ctx, tx, [...new Set(joined.map((row) => row.user_id))]);
  return written.length;
}

interface Written {
  readonly id: string;
  readonly user_id: string;
  readonly kind: NotificationKind;
  readonly on_site: boolean;
  readonly pushed: boolean;
  /** It was in the inbox before. */
  readonly joined: boolean;
}

/** The query of the rows that recipients are to get: of those who want the kind, and from whom no block keeps it. */
function wanted(
  recipients: readonly { readonly id: string; readonly notice: number }[],
  notices: readonly Notice[],
  now: Date,
): SQL {
  return sql`
    SELECT new.id, p.id AS user_id, n.kind, n.title, n.message, n.url, n.actor_id,
      jsonb_strip_nulls(jsonb_build_object('ownerId', n.owner_id)) AS data, n.content_id, n.thread_id, n.cause,
      n.always OR coalesce(s.on_site, true) AS on_site
    FROM unnest(${recipients.map(() => newId(now))}::uuid[], ${recipients.map((one) => one.id)}::uuid[], ${recipients.map((one) => one.notice)}::int[]) AS new (id, profile_id, notice)
    JOIN unnest(${notices.map((_, number) => number)}::int[], ${notices.map((one) => one.kind)}::text[], ${notices.map((one) => one.title)}::text[], ${notices.map((one) => one.message)}::text[],
      ${notices.map((one) => one.url ?? null)}::text[], ${notices.map((one) => one.actorId ?? null)}::uuid[], ${notices.map((one) => one.ownerId ?? null)}::uuid[], ${notices.map((one) => one.contentId ?? null)}::uuid[],
      ${notices.map((one) => one.threadId ?? null)}::uuid[], ${notices.map((one) => one.cause)}::text[], ${notices.map((one) => isAlwaysNotified(one.kind))}::bool[])
      AS n (number, kind, title, message, url, actor_id, owner_id, content_id, thread_id, cause, always) ON n.number = new.notice
    JOIN profiles p ON p.id = new.profile_id
    LEFT JOIN notification_settings s ON s.profile_id = p.id AND s.kind = n.kind
    WHERE p.user_id IS NOT NULL AND p.id IS DISTINCT FROM n.actor_id${unblockedPair(sql`n.actor_id`, sql`p.id`)}${unblockedPair(sql`n.owner_id`, sql`p.id`)}
      AND (n.always OR coalesce(s.on_site, true) OR coalesce(s.by_email, true) OR (coalesce(s.by_push, true) AND ${canPush}))`;
}

/**
 * Writes what a watched thread brings: one row for a watcher and thread, which counts. The upsert locks the row, so that
 * of several processes each adds to what the others have counted; a reply that was counted before adds nothing.
 * The newest reply, whose id is the highest, gives the text.
 */
async function countInThreads(tx: Tx, rows: SQL, now: Date): Promise<Written[]> {
  const { listedReplies: listed, mostReplies: most } = notifications;
  const fresh = sql.raw(
    `ARRAY(SELECT c FROM unnest(excluded.content_ids) AS c WHERE c <> ALL(mine.content_ids || mine.past_ids) ORDER BY c)`,
  );
  const last = (ids: SQL): SQL => sql`(${ids})[greatest(1, cardinality(${ids}) - ${sql.raw(String(listed - 1))}):]`;
  const all = sql`(mine.content_ids || ${fresh})`;
  // Where it was read, or all that it counted is hidden, another reply begins it again.
  const begins = sql.raw('(mine.is_read OR mine.is_hidden)');
  const newer = (column: string): SQL =>
    sql.raw(
      `CASE WHEN mine.is_read OR mine.is_hidden OR excluded.content_id > mine.content_id THEN excluded.${column} ELSE mine.${column} END`,
    );
  return await tx.rows<Written>(sql`
    INSERT INTO notifications AS mine (id, user_id, kind, title, message, url, actor_id, data, content_id, content_ids, others, cause, on_site, created_at)
    SELECT * FROM (
      SELECT DISTINCT ON (user_id, thread_id) id, user_id, kind, title, message, url, actor_id, data, content_id,
        array_agg(content_id) OVER threads AS content_ids, (count(*) OVER threads)::int - 1 AS others, 'watched:' || thread_id, on_site, ${now}::timestamptz
      FROM (${rows}) wanted
      WHERE NOT EXISTS (SELECT 1 FROM notifications o WHERE o.user_id = wanted.user_id AND o.cause = wanted.cause)
      WINDOW threads AS (PARTITION BY user_id, thread_id)
      -- Every process locks the rows in this order.
      ORDER BY user_id, thread_id, content_id DESC) newest
    ON CONFLICT (user_id, cause) DO UPDATE SET
      title = ${newer('title')}, message = ${newer('message')}, url = ${newer('url')}, actor_id = ${newer('actor_id')},
      content_id = ${newer('content_id')}, data = excluded.data, on_site = excluded.on_site, created_at = excluded.created_at,
      content_ids = CASE WHEN mine.is_read THEN ${last(fresh)} ELSE ${last(all)} END,
      past_ids = CASE WHEN mine.is_read THEN ${last(sql`(mine.past_ids || mine.content_ids)`)} ELSE mine.past_ids END,
      unlisted = CASE WHEN mine.is_read THEN 0
        ELSE least(${most}, mine.unlisted::bigint + greatest(0, cardinality(${all}) - ${listed}::int)) END,
      others = least(${most}, CASE WHEN ${begins} THEN cardinality(${fresh}) - 1 ELSE mine.others::bigint + cardinality(${fresh}) END),
      mailed_at = CASE WHEN mine.is_read THEN NULL ELSE mine.mailed_at END, is_read = false, is_hidden = false
    WHERE NOT excluded.content_ids <@ (mine.content_ids || mine.past_ids)
    RETURNING id, user_id, kind, on_site, EXISTS (SELECT 1 FROM push_devices d WHERE d.profile_id = mine.user_id) AS pushed, others > 0 AS joined`);
}

/**
 * After replies of watched threads were held, removed or shown again: the notification of each watcher counts those that
 * everybody may see and has the text of the newest of them, and is hidden while there is none. For jobs: works in batches.
 * @param changed the replies; null where the thread itself has changed
 * @param noticesOf what notifications of those of some replies say that everybody may see, by their ids
 */
export async function followThread(
  ctx: Context,
  threadId: string,
  changed: readonly string[] | null,
  noticesOf: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, Notice>>,
): Promise<void> {
  // Of what was read only the text matters.
  const concerned = changed === null ? sql`` : sql` AND (NOT is_read OR content_id = ANY(${[...changed]}::uuid[]))`;
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const from: string = after;
    after = await ctx.db.tx(async (tx) => {
      const rows = await tx.rows<ThreadRow>(sql`
        SELECT id, user_id, content_ids, unlisted FROM notifications
        WHERE cause = ${`watched:${threadId}`} AND kind = 'watched' AND id > ${from}::uuid${concerned}
        ORDER BY id LIMIT ${notifications.batch} FOR UPDATE`);
      await setThreadRows(ctx, tx, rows, await noticesOf(tx, [...new Set(rows.flatMap((row) => row.content_ids))]));
      return rows.length === notifications.batch ? rows.at(-1)!.id : undefined;
    });
  }
}

interface ThreadRow {
  readonly id: string;
  readonly user_id: string;
  readonly content_ids: readonly string[];
  readonly unlisted: number;
}

async function setThreadRows(
  ctx: Context,
  tx: Tx,
  rows: readonly ThreadRow[],
  notices: ReadonlyMap<string, Notice>,
): Promise<void> {
  const states = rows.map(({ id, content_ids: ids, unlisted }) => {
    const shown = ids.filter((one) => notices.has(one)).toSorted();
    return {
      id,
      others: Math.min(notifications.mostReplies, Math.max(0, shown.length - 1 + unlisted)),
      newest: shown.at(-1) ?? null,
    };
  });
  const used = [...new Set(states.flatMap(({ newest }) => newest ?? []))].map((id) => ({ id, ...notices.get(id)! }));
  const changed = await tx.rows<{ user_id: string }>(sql`
    UPDATE notifications n SET is_hidden = t.id IS NULL, others = state.others, content_id = coalesce(t.id, n.content_id),
      title = coalesce(t.title, n.title), message = coalesce(t.message, n.message), url = coalesce(t.url, n.url),
      actor_id = CASE WHEN t.id IS NULL THEN n.actor_id ELSE t.actor_id END
    FROM unnest(${states.map(({ id }) => id)}::uuid[], ${states.map(({ others }) => others)}::int[], ${states.map(({ newest }) => newest)}::uuid[]) AS state (id, others, newest)
    LEFT JOIN unnest(${used.map(({ id }) => id)}::uuid[], ${used.map(({ title }) => title)}::text[], ${used.map(({ message }) => message)}::text[],
      ${used.map(({ url }) => url ?? null)}::text[], ${used.map(({ actorId }) => actorId ?? null)}::uuid[]) AS t (id, title, message, url, actor_id) ON t.id = state.newest
    WHERE n.id = state.id AND (n.is_hidden, n.others, n.content_id) IS DISTINCT FROM (t.id IS NULL, state.others, coalesce(t.id, n.content_id))
    RETURNING n.user_id`);
  announceInbox(ctx, tx, [...new Set(changed.map((row) => row.user_id))]);
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
 * Hides the notifications of contents in every inbox, or shows them again: when they are held or removed, and when that
 * is undone; `followThread` does it for those of watched threads. For jobs: works in batches, each a transaction of its own, and is safe to repeat.
 */
export async function followContent(ctx: Context, contentIds: readonly string[], shown: boolean): Promise<void> {
  for (;;) {
    const changed = await ctx.db.tx(async (tx) => {
      const rows = await tx.rows<{ user_id: string; counts: boolean }>(sql`
        UPDATE notifications SET is_hidden = ${!shown} WHERE id IN (
          SELECT id FROM notifications WHERE content_id = ANY(${[...contentIds]}::uuid[]) AND is_hidden = ${shown} AND others >= 0
            AND content_ids = '{}' ORDER BY id LIMIT ${notifications.batch} FOR UPDATE)
        RETURNING user_id, on_site AND NOT is_read AS counts`);
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
