import type { Licence } from '#content/media/contract/limits.ts';
import { type PodcastChoice, podcasts as limits } from '#features/podcasts/contract/limits.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { enclosureTypes } from './rules.ts';

/** Whose podcast it is, and what they chose for it. */
export interface OwnerRow {
  readonly id: string;
  readonly user_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly bio: string;
  readonly choice: PodcastChoice;
  readonly track_ids: readonly string[];
  readonly shows_mail: boolean;
  /** Of the profile, or of the choice. */
  readonly changed_at: Date;
}

/** A member with their choice, the default where they made none; null where there is no such member. */
export async function podcastOwner(db: Executor, profileId: string, lock = false): Promise<OwnerRow | null> {
  const [row] = await db.rows<OwnerRow>(sql`
    SELECT p.id, p.user_id, p.username, p.display_name, p.bio, coalesce(c.choice, 'all') AS choice,
      coalesce(c.track_ids, '{}') AS track_ids, coalesce(c.shows_mail, false) AS shows_mail,
      greatest(p.updated_at, c.changed_at) AS changed_at
    FROM profiles p LEFT JOIN podcasts c ON c.profile_id = p.id
    WHERE p.id = ${profileId}::uuid AND p.user_id IS NOT NULL${lock ? sql` FOR NO KEY UPDATE OF p` : sql``}`);
  return row ?? null;
}

/** The tracks that a podcast has alone; null for all that may be in it. */
export const chosenBy = ({ choice, track_ids: trackIds }: OwnerRow): readonly string[] | null =>
  choice === 'chosen' ? trackIds : null;

/** A track that may be in a podcast. */
export interface EpisodeRow {
  readonly track_id: string;
  readonly upload_id: string;
  readonly upload_title: string;
  /** Several sounds of one upload are distinguished by their own names. */
  readonly has_several: boolean;
  readonly file_name: string;
  readonly file_tags: Record<string, string>;
  readonly summary: string;
  readonly created_at: Date;
  readonly changed_at: Date;
  readonly licence: Licence;
  readonly duration_ms: number | null;
  readonly key: string;
  readonly content_type: string;
  readonly bytes: number;
  /** Key of a picture for it that is large enough: its cover, else that of a public set of the member; null without one. */
  readonly cover: string | null;
}

/** SQL: the whole picture among those made of a file, where it is large enough for a podcast. */
const largeEnough = sql`least(c.width, c.height) >= ${limits.artworkMin}`;

/** SQL: the cover of the track `t` of the upload `u`, as `EpisodeRow` has it. What its author chose takes the place of what is in the sound. */
const coverKey = sql`coalesce(
  (SELECT c.key FROM file_renditions c WHERE c.file_id = t.cover_file_id AND c.name = 'original' AND ${largeEnough}),
  (SELECT c.key FROM file_renditions c
    WHERE c.file_id = t.file_id AND c.name = 'cover-original' AND t.cover_file_id IS NULL AND NOT t.hides_found_cover AND ${largeEnough}),
  (SELECT c.key FROM set_entries e JOIN sets s ON s.id = e.set_id
      JOIN files o ON o.content_kind = 'set' AND o.content_id = s.id AND o.state = 'claimed' AND o.kind = 'image'
      JOIN file_renditions c ON c.file_id = o.id AND c.name = 'original' AND ${largeEnough}
    WHERE e.track_id = t.id AND s.author_id = u.author_id AND s.state = 'published' AND NOT s.is_adult
    ORDER BY s.created_at, s.id LIMIT 1))`;

/**
 * A member's public tracks that may be downloaded, in a format that podcasts have, newest first; 18+ ones are never
 * among them. The tracks of an upload are a second apart, so that programs show them in its order.
 * @param chosen these alone; all of them for null
 */
export async function episodesOf(
  db: Executor,
  profileId: string,
  chosen: readonly string[] | null,
): Promise<EpisodeRow[]> {
  return await db.rows<EpisodeRow>(sql`
    SELECT t.id AS track_id, u.id AS upload_id, u.title AS upload_title, u.summary, f.name AS file_name, f.tags AS file_tags,
      EXISTS (SELECT 1 FROM upload_files o WHERE o.upload_id = u.id AND o.kind = 'audio' AND o.id <> t.id) AS has_several,
      u.created_at - t.position * interval '1 second' AS created_at, greatest(u.created_at, u.edited_at, t.version_at) AS changed_at,
      f.licence, f.duration_ms, coalesce(r.key, f.key) AS key, coalesce(r.content_type, f.content_type) AS content_type,
      coalesce(r.bytes, f.bytes)::float8 AS bytes, ${coverKey} AS cover
    FROM uploads u JOIN upload_files t ON t.upload_id = u.id AND t.kind = 'audio'
      JOIN files f ON f.id = t.file_id AND f.download <> 'off' AND f.processing IN ('done', 'unavailable')
      LEFT JOIN file_renditions r ON r.file_id = f.id AND r.name = 'stream'
    WHERE u.author_id = ${profileId}::uuid AND u.state = 'published' AND NOT u.is_adult
      AND coalesce(r.content_type, f.content_type) = ANY(${Object.keys(enclosureTypes)}::text[])
      ${chosen === null ? sql`` : sql`AND t.id = ANY(${[...chosen]}::uuid[])`}
    ORDER BY u.created_at DESC, u.id DESC, t.position LIMIT ${limits.episodes}`);
}

/** Stores what a member chose. The caller has locked the profile. */
export async function saveChoice(
  tx: Tx,
  profileId: string,
  chosen: { choice: PodcastChoice; trackIds: readonly string[]; showsMail: boolean },
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO podcasts (profile_id, choice, track_ids, shows_mail, changed_at)
    VALUES (${profileId}, ${chosen.choice}, ${[...chosen.trackIds]}::uuid[], ${chosen.showsMail}, ${at})
    ON CONFLICT (profile_id) DO UPDATE
    SET choice = excluded.choice, track_ids = excluded.track_ids, shows_mail = excluded.shows_mail, changed_at = excluded.changed_at`);
}

/** Whether all of some tracks are in uploads of a member. */
export async function areOwnTracks(db: Executor, profileId: string, trackIds: readonly string[]): Promise<boolean> {
  const ids = [...new Set(trackIds)];
  const [row] = await db.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM upload_files t JOIN uploads u ON u.id = t.upload_id
    WHERE t.id = ANY(${ids}::uuid[]) AND t.kind = 'audio' AND u.author_id = ${profileId}`);
  return row!.count === ids.length;
}

/** What a member chose, for their data export. */
export async function exportPodcast(db: Executor, profileId: string): Promise<Record<string, unknown[]>> {
  return {
    podcast: await db.rows(
      sql`SELECT choice, track_ids, shows_mail, changed_at FROM podcasts WHERE profile_id = ${profileId}`,
    ),
  };
}

/** Deletes what a member chose. */
export async function erasePodcast(tx: Tx, profileId: string): Promise<void> {
  await tx.rows(sql`DELETE FROM podcasts WHERE profile_id = ${profileId}`);
}
