import type { WelcomeStep } from '#features/welcome/contract/limits.ts';
import { welcome as limits } from '#features/welcome/contract/limits.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { unblockedPair } from '#people/friends/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';

/** Begins the welcome of a new member; one that has begun stays as it is. */
export async function beginWelcome(tx: Tx, profileId: string, at: Date): Promise<void> {
  await tx.rows(
    sql`INSERT INTO welcomes (profile_id, created_at) VALUES (${profileId}, ${at}) ON CONFLICT (profile_id) DO NOTHING`,
  );
}

/** Whether a member was welcomed: not who was here before there was a welcome. */
export async function isWelcomed(db: Executor, profileId: string): Promise<boolean> {
  return (await db.rows(sql`SELECT 1 AS one FROM welcomes WHERE profile_id = ${profileId}`)).length > 0;
}

/** How far a member is; who was here before there was a welcome has it finished. */
export interface WelcomeRow {
  readonly steps: readonly WelcomeStep[];
  readonly is_welcomed: boolean;
  readonly is_finished: boolean;
  readonly has_posted: boolean;
  readonly makes: readonly string[];
}

/** How far a member is. */
export async function welcomeRow(db: Executor, profileId: string): Promise<WelcomeRow> {
  const [row] = await db.rows<WelcomeRow>(sql`
    SELECT coalesce(w.steps, '{}') AS steps, w.profile_id IS NOT NULL AS is_welcomed, w.profile_id IS NULL OR w.finished_at IS NOT NULL AS is_finished,
      p.makes, EXISTS (SELECT 1 FROM forum_posts t WHERE t.author_id = p.id AND t.state IN ('published', 'held')) AS has_posted
    FROM profiles p LEFT JOIN welcomes w ON w.profile_id = p.id WHERE p.id = ${profileId}`);
  return row!;
}

/** Notes a step that is done. Of who was here before there was a welcome nothing is noted. */
export async function setStep(db: Executor, profileId: string, step: WelcomeStep): Promise<void> {
  await db.rows(sql`
    UPDATE welcomes SET steps = array_append(steps, ${step}::text) WHERE profile_id = ${profileId} AND NOT ${step}::text = ANY(steps)`);
}

/** Ends the welcome. */
export async function setFinished(db: Executor, profileId: string, at: Date): Promise<void> {
  await db.rows(sql`UPDATE welcomes SET finished_at = ${at} WHERE profile_id = ${profileId} AND finished_at IS NULL`);
}

/** A member to follow. */
export interface SuggestedRow extends PersonColumns {
  readonly person_id: string;
  readonly makes: readonly string[];
}

/**
 * Members with public contents of the last days, for somebody who may follow them: nobody who is followed, blocked either
 * way, suspended, silenced or gone, shows no activity, or joined in a burst. Reads the newest contents alone, from the
 * indexes of the lists.
 */
export async function activePeople(
  db: Executor,
  profileId: string,
  now: Date,
  since: Date,
  listed: { readonly posts: SQL; readonly uploads: boolean },
): Promise<SuggestedRow[]> {
  return await db.rows<SuggestedRow>(sql`
    WITH alive AS (
      (SELECT author_id FROM forum_posts WHERE state = 'published' AND NOT is_adult${listed.posts} AND coalesce(last_reply_at, created_at) > ${since}
        ORDER BY coalesce(last_reply_at, created_at) DESC, id DESC LIMIT ${limits.aliveContents})
      UNION ALL
      (SELECT author_id FROM uploads WHERE ${listed.uploads} AND state = 'published' AND NOT is_adult AND created_at > ${since}
        ORDER BY created_at DESC, id DESC LIMIT ${limits.aliveContents})
    ), active AS (SELECT author_id, count(*) AS contents FROM alive GROUP BY author_id)
    SELECT ${personColumns}, p.makes FROM active a JOIN profiles p ON p.id = a.author_id JOIN profiles me ON me.id = ${profileId}
    WHERE p.id <> me.id AND p.user_id IS NOT NULL AND NOT p.joined_in_burst
      AND (p.suspended_until IS NULL OR p.suspended_until <= ${now}) AND (p.silenced_until IS NULL OR p.silenced_until <= ${now})
      AND p.profile_customization->>'show_activity' IS DISTINCT FROM 'false'
      AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = me.id AND f.followed_id = p.id)${unblockedPair(sql`me.id`, sql`p.id`)}
    ORDER BY p.makes && me.makes DESC, a.contents DESC, p.id DESC LIMIT ${limits.people}`);
}

/** Categories with posts that were written or answered in the last days: fixed ones by their key, rows by their id. */
export async function activeCategories(
  db: Executor,
  profileId: string,
  since: Date,
  listed: SQL,
): Promise<
  { category: string; label: string | null; description: string | null; posts: number; is_following: boolean }[]
> {
  return await db.rows<{
    category: string;
    label: string | null;
    description: string | null;
    posts: number;
    is_following: boolean;
  }>(sql`
    WITH alive AS (
      SELECT coalesce(category_name, category_id::text, 'general') AS category, category_id, author_id FROM forum_posts
      WHERE state = 'published' AND NOT is_adult${listed} AND coalesce(last_reply_at, created_at) > ${since}
      ORDER BY coalesce(last_reply_at, created_at) DESC, id DESC LIMIT ${limits.aliveContents}
    ), active AS (
      SELECT a.category, a.category_id, count(*)::int AS posts FROM alive a JOIN profiles p ON p.id = a.author_id
      WHERE TRUE${unblockedPair(sql`${profileId}::uuid`, sql`p.id`)} GROUP BY a.category, a.category_id
    )
    SELECT a.category, c.name AS label, c.description, a.posts,
      EXISTS (SELECT 1 FROM category_follows f WHERE f.profile_id = ${profileId} AND f.category = a.category) AS is_following
    FROM active a LEFT JOIN forum_categories c ON c.id = a.category_id
    WHERE a.category <> 'nsfw' AND (a.category_id IS NULL OR c.is_active)
    ORDER BY a.posts DESC, a.category LIMIT ${limits.categories}`);
}
