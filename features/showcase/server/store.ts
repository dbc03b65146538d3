import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** A showcase with its member. */
export interface ShowcaseRow extends PersonColumns {
  readonly id: string;
  readonly user_id: string;
  readonly artist_id: string;
  readonly artist_name: string;
  readonly profile_image_url: string | null;
  readonly followers_count: number;
  readonly monthly_listeners: number;
  readonly top_track_name: string | null;
  readonly typed_followers: number;
  readonly typed_top_track: string | null;
  readonly is_verified: boolean;
  readonly has_verified_track: boolean;
  readonly is_unknown: boolean;
  readonly refreshed_at: Date | null;
}

/** Keyset cursor of a showcase in the leaderboard. */
export interface ShowcaseKey {
  /** As its reader counted when the page was made. */
  readonly place: number;
  readonly verified: boolean;
  readonly followers: number;
  readonly id: string;
}

const select: SQL = sql`
  SELECT s.id, s.user_id, s.artist_id, s.artist_name, s.profile_image_url, s.followers_count, s.monthly_listeners, s.top_track_name,
    s.typed_followers, s.typed_top_track, s.is_verified, s.has_verified_track, s.is_unknown, s.refreshed_at, ${personColumns}
  FROM spotify_showcases s JOIN profiles p ON p.user_id = s.user_id`;

/** One page of the leaderboard, most followers first; verified ones before those that members typed. */
export async function showcasePage(
  db: Executor,
  viewer: Viewer | null,
  after: ShowcaseKey | null,
  limit: number,
): Promise<ShowcaseRow[]> {
  const key =
    after === null
      ? sql``
      : sql` AND (s.is_verified, s.followers_count, s.id) < (${after.verified}::boolean, ${after.followers}::int, ${after.id}::uuid)`;
  return await db.rows<ShowcaseRow>(sql`
    ${select} WHERE NOT s.is_unknown${unblockedOnly(viewer, sql.raw('p.id'))}${key}
    ORDER BY s.is_verified DESC, s.followers_count DESC, s.id DESC LIMIT ${limit}`);
}

/** The showcase of a sign-in user. @param lock keeps the row until the transaction ends */
export async function showcaseOfUser(db: Executor, userId: string, lock = false): Promise<ShowcaseRow | null> {
  const [row] = await db.rows<ShowcaseRow>(
    sql`${select} WHERE s.user_id = ${userId}${lock ? sql` FOR UPDATE OF s` : sql``}`,
  );
  return row ?? null;
}

/** Showcases by id. @param lock keeps the rows until the transaction ends */
export async function showcasesById(db: Executor, ids: readonly string[], lock = false): Promise<ShowcaseRow[]> {
  return await db.rows<ShowcaseRow>(
    sql`${select} WHERE s.id = ANY(${[...ids]}::uuid[])${lock ? sql` FOR UPDATE OF s` : sql``}`,
  );
}

/** The values that a member typed. */
export interface Typed {
  readonly followers: number;
  readonly monthlyListeners: number;
  readonly topTrack: string | null;
}

/** Writes a new showcase. @returns false when the member has one already */
export async function insertShowcase(
  tx: Tx,
  row: { id: string; userId: string; artistId: string; artistName: string; typed: Typed; at: Date },
): Promise<boolean> {
  const { typed } = row;
  const inserted = await tx.rows(sql`
    INSERT INTO spotify_showcases (id, user_id, artist_id, artist_name, followers_count, monthly_listeners, top_track_name, typed_followers, typed_top_track, created_at, updated_at)
    VALUES (${row.id}, ${row.userId}, ${row.artistId}, ${row.artistName}, ${typed.followers}, ${typed.monthlyListeners}, ${typed.topTrack},
      ${typed.followers}, ${typed.topTrack}, ${row.at}, ${row.at})
    ON CONFLICT (user_id) DO NOTHING RETURNING id`);
  return inserted.length > 0;
}

/** Writes what a member typed. What Spotify has answered with stays shown; about an unknown artist it is asked again. */
export async function updateTyped(tx: Tx, id: string, typed: Typed, at: Date): Promise<void> {
  await tx.rows(sql`
    UPDATE spotify_showcases SET typed_followers = ${typed.followers}, typed_top_track = ${typed.topTrack}::text, monthly_listeners = ${typed.monthlyListeners},
      followers_count = CASE WHEN is_verified THEN followers_count ELSE ${typed.followers}::int END,
      top_track_name = CASE WHEN has_verified_track THEN top_track_name ELSE ${typed.topTrack}::text END,
      refreshed_at = CASE WHEN is_unknown THEN NULL ELSE refreshed_at END, updated_at = ${at}
    WHERE id = ${id}`);
}

/** Writes what Spotify has answered with; where it says no number, the typed one is shown. */
export async function updateAsked(
  tx: Tx,
  id: string,
  artist: {
    artistName: string;
    followers: number | null;
    topTrack: string | null;
    imageUrl: string | null;
    at: Date;
  },
): Promise<void> {
  await tx.rows(sql`
    UPDATE spotify_showcases SET artist_name = ${artist.artistName}, profile_image_url = ${artist.imageUrl}::text,
      followers_count = coalesce(${artist.followers}::int, typed_followers), is_verified = ${artist.followers !== null},
      top_track_name = coalesce(${artist.topTrack}::text, typed_top_track), has_verified_track = ${artist.topTrack !== null},
      is_unknown = false, refreshed_at = ${artist.at}
    WHERE id = ${id}`);
}

/** Spotify has no such artist. */
export async function markUnknown(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.rows(sql`UPDATE spotify_showcases SET is_unknown = true, refreshed_at = ${at} WHERE id = ${id}`);
}

/** Deletes showcases for good. @returns their ids, whose files the caller gives up */
export async function deleteShowcases(tx: Tx, where: SQL): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`DELETE FROM spotify_showcases WHERE ${where} RETURNING id`);
  return rows.map((row) => row.id);
}

/** Ids after one, in order; for the daily refresh. */
export async function idsAfter(db: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`SELECT id FROM spotify_showcases WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}
