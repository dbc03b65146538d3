import { search as limits } from '#content/search/contract/limits.ts';
import { trackTitle } from '#content/media/contract/track-facts.ts';
import type { FoundTrack } from '#content/search/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { foldedWords } from './fold.ts';
import { find, inTime, understand } from './search.ts';

/** What somebody chooses from. */
interface TracksQuery {
  readonly q?: string | undefined;
  readonly kind: 'audio' | 'video';
  readonly own?: 'true' | undefined;
  readonly after?: string | undefined;
}

interface UploadsPage {
  readonly ids: readonly string[];
  readonly next: string | null;
}

/**
 * Tracks or videos of uploads, by the words of the uploads; without words the newest.
 * @throws {Refusal} `search_too_long`, `search_too_slow`, `invalid` for a cursor of another list
 */
export async function findTracks(
  ctx: Context,
  viewer: Viewer,
  query: TracksQuery,
): Promise<{ items: FoundTrack[]; next: string | null }> {
  const { ids, next } = query.own ? await ownUploads(ctx, viewer, query) : await foundUploads(ctx, viewer, query);
  return { items: await tracksOf(ctx.db, ids, query.kind), next };
}

async function foundUploads(ctx: Context, viewer: Viewer, { q, kind, after }: TracksQuery): Promise<UploadsPage> {
  const { found, next } = await find(ctx, viewer, { q, type: 'upload', [kind]: 'true', after });
  return { ids: found.map(({ id }) => id), next };
}

/** The member's own, also those that no search finds because they are private. Words are beginnings of words of the title. */
async function ownUploads(ctx: Context, viewer: Viewer, { q, kind, after }: TracksQuery): Promise<UploadsPage> {
  understand(q ?? '');
  const words = foldedWords(q ?? '').slice(0, limits.words);
  const before = readTimeCursor(after);
  const rows = await inTime(ctx, (reader) =>
    reader.rows<{ id: string; at: Date }>(sql`
      SELECT u.id, u.created_at AS at FROM (
        SELECT u.id, u.created_at, u.title FROM uploads u
        WHERE u.author_id = ${viewer.profileId}::uuid AND u.state IN ('published', 'private') AND ${sql.raw(`u.has_${kind}`)}
          ${canSeeAdult(viewer) ? sql`` : sql`AND NOT u.is_adult`}
          ${before ? sql`AND (u.created_at, u.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
        ORDER BY u.created_at DESC, u.id DESC LIMIT ${limits.ownLooked}) u
      WHERE ${sql.join(
        [sql`true`, ...words.map((word) => sql`strpos(' ' || search_text(u.title), ${` ${word}`}) > 0`)],
        sql` AND `,
      )}
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${limits.perPage + 1}`),
  );
  const page = rows.slice(0, limits.perPage);
  const last = rows.length > page.length ? page.at(-1)! : null;
  return { ids: page.map(({ id }) => id), next: last && timeCursor(last.at, last.id) };
}

/** What can be played of some uploads that the reader may see, in their order. Several of one upload have their own names. */
async function tracksOf(db: Executor, ids: readonly string[], kind: 'audio' | 'video'): Promise<FoundTrack[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<{
    upload_id: string;
    track_id: string;
    title: string;
    name: string;
    tags: Record<string, string>;
    has_several: boolean;
    display_name: string | null;
    duration_ms: number;
    state: string;
    is_adult: boolean;
  }>(sql`
    SELECT t.upload_id, t.id AS track_id, u.title, f.name, f.tags,
      (SELECT count(*) FROM upload_files o WHERE o.upload_id = t.upload_id AND o.kind = t.kind) > 1 AS has_several, p.display_name, f.duration_ms, u.state, u.is_adult
    FROM upload_files t JOIN uploads u ON u.id = t.upload_id JOIN files f ON f.id = t.file_id LEFT JOIN profiles p ON p.id = u.author_id
    WHERE t.upload_id = ANY(${[...ids]}::uuid[]) AND t.kind = ${kind} AND u.state IN ('published', 'private')
      AND f.processing = 'done' AND f.duration_ms IS NOT NULL
    ORDER BY array_position(${[...ids]}::uuid[], t.upload_id), t.position, t.id`);
  return rows.map((row) => ({
    id: row.track_id,
    uploadId: row.upload_id,
    title: trackTitle(row, row, row.has_several),
    by: row.display_name ?? 'Unknown User',
    durationMs: row.duration_ms,
    isPrivate: row.state === 'private',
    isAdult: row.is_adult,
  }));
}
