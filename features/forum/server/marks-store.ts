import type { ForumOrder } from '#features/forum/contract/limits.ts';
import { notifications } from '#people/notifications/contract/limits.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';

/** Sets or removes a bookmark. */
export async function setBookmark(db: Executor, profileId: string, postId: string, at: Date | null): Promise<void> {
  await db.rows(sql`
    INSERT INTO post_readers (profile_id, post_id, bookmarked_at) VALUES (${profileId}, ${postId}, ${at})
    ON CONFLICT (profile_id, post_id) DO UPDATE SET bookmarked_at = excluded.bookmarked_at`);
}

/** Watches a post, or stops. */
export async function setWatching(db: Executor, profileId: string, postId: string, on: boolean): Promise<void> {
  await db.rows(sql`
    INSERT INTO post_readers (profile_id, post_id, watching) VALUES (${profileId}, ${postId}, ${on})
    ON CONFLICT (profile_id, post_id) DO UPDATE SET watching = excluded.watching`);
}

/** Stores until which timestamp a member has read a post. */
export async function setRead(db: Executor, profileId: string, postId: string, at: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO post_readers (profile_id, post_id, last_read_at, replies_read)
    SELECT ${profileId}::uuid, id, ${at}::timestamptz, reply_count FROM forum_posts WHERE id = ${postId}
    ON CONFLICT (profile_id, post_id) DO UPDATE SET last_read_at = excluded.last_read_at, replies_read = excluded.replies_read`);
}

/** The next watchers of a post by their id. @param after the last one that was notified */
export async function watchersOf(db: Executor, postId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ profile_id: string }>(sql`
    SELECT profile_id FROM post_readers WHERE post_id = ${postId} AND watching AND profile_id > ${after}::uuid
    ORDER BY profile_id LIMIT ${limit}`);
  return rows.map((row) => row.profile_id);
}

/** The first watchers of each of some posts by their id, at most a batch of each, one query. */
export async function firstWatchersOf(db: Executor, postIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.rows<{ post_id: string; profile_id: string }>(sql`
    SELECT o.id AS post_id, w.profile_id FROM unnest(${[...postIds]}::uuid[]) AS o (id) CROSS JOIN LATERAL (
      SELECT profile_id FROM post_readers WHERE post_id = o.id AND watching ORDER BY profile_id LIMIT ${notifications.batch}) w`);
  const rowsByPost = Map.groupBy(rows, (row) => row.post_id);
  return new Map([...rowsByPost].map(([postId, watching]) => [postId, watching.map((row) => row.profile_id)]));
}

/** Milliseconds without a request after which the next one begins a new visit. */
const VISIT_GAP_MS = 30 * 60_000;
/** Milliseconds between two writes of a visit's last timestamp (throttle). */
const VISIT_WRITE_MS = 60_000;

/** What the forum's list knows about its reader. */
export interface ForumVisit {
  /** End of the visit before this one; null on the first. */
  readonly previous: Date | null;
  /** Whether `recordVisit` has something to write. */
  readonly due: boolean;
  /** The reader's own posts that wait for staff, newest first. */
  readonly held: readonly string[];
  /** The order of the list that they chose last. */
  readonly order: ForumOrder | null;
}

/** A reader's visit of the forum, one query. */
export async function visitOf(db: Executor, profileId: string, now: Date): Promise<ForumVisit> {
  const [row] = await db.rows<{
    last_at: Date | null;
    previous_at: Date | null;
    list_order: ForumOrder | null;
    held: string[];
  }>(sql`
    SELECT v.last_at, v.previous_at, v.list_order, ARRAY(SELECT id FROM forum_posts WHERE author_id = ${profileId} AND state = 'held'
      ORDER BY created_at DESC, id DESC LIMIT 10) AS held
    FROM (VALUES (${profileId}::uuid)) AS reader (id) LEFT JOIN forum_visits v ON v.profile_id = reader.id`);
  const { last_at: last, previous_at: before, list_order: order, held } = row!;
  if (last === null) return { previous: null, due: true, held, order };
  const silent = now.getTime() - last.getTime();
  return { previous: silent > VISIT_GAP_MS ? last : before, due: silent > VISIT_WRITE_MS, held, order };
}

/** Records that a member is in the forum now. */
export async function recordVisit(db: Executor, profileId: string, now: Date): Promise<void> {
  const gap = new Date(now.getTime() - VISIT_GAP_MS);
  await db.rows(sql`
    INSERT INTO forum_visits AS mine (profile_id, last_at, previous_at) VALUES (${profileId}, ${now}, NULL)
    ON CONFLICT (profile_id) DO UPDATE SET previous_at = CASE WHEN mine.last_at < ${gap} THEN mine.last_at ELSE mine.previous_at END, last_at = excluded.last_at`);
}

/** Remembers the order in which a member reads the list. */
export async function rememberOrder(db: Executor, profileId: string, order: ForumOrder, now: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO forum_visits (profile_id, last_at, list_order) VALUES (${profileId}, ${now}, ${order})
    ON CONFLICT (profile_id) DO UPDATE SET list_order = excluded.list_order`);
}
