import type { Artwork, MediaFile } from '#content/media/contract/endpoints.ts';
import { trackArtwork, trackTitle } from '#content/media/contract/track-facts.ts';
import { presentRendition } from '#content/media/server/actions.ts';
import { picturesOf } from '#content/media/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { withCover } from './covers.ts';

/** What a track is called and looks like, wherever it plays. */
export interface Playable {
  readonly title: string;
  /** Its cover, the smallest size first; empty without one. */
  readonly artwork: readonly Artwork[];
}

interface PlaceRow {
  readonly id: string;
  readonly upload_id: string;
  readonly kind: MediaFile['kind'];
  readonly file_id: string;
  readonly cover_file_id: string | null;
  readonly hides_found_cover: boolean;
  readonly title: string;
  readonly name: string;
  readonly tags: Record<string, string>;
}

/** Sounds and videos of some uploads by track id, in two queries. Whether a reader may see them is not asked. */
export async function playablesOf(db: Executor, uploadIds: readonly string[]): Promise<ReadonlyMap<string, Playable>> {
  if (uploadIds.length === 0) return new Map();
  const rows = await db.rows<PlaceRow>(sql`
    SELECT t.id, t.upload_id, t.kind, t.file_id, t.cover_file_id, t.hides_found_cover, u.title, f.name, f.tags
    FROM upload_files t JOIN uploads u ON u.id = t.upload_id JOIN files f ON f.id = t.file_id
    WHERE t.upload_id = ANY(${[...new Set(uploadIds)]}::uuid[]) ORDER BY t.upload_id, t.position, t.id`);
  const pictures = await picturesOf(
    db,
    rows.flatMap((row) => (row.cover_file_id === null ? row.file_id : [row.file_id, row.cover_file_id])),
  );
  const pictured = (kind: MediaFile['kind'], fileId: string) => {
    const renditions = (pictures.get(fileId) ?? []).map(presentRendition);
    return { kind, renditions, placeholder: null, altText: '' };
  };
  const uploads = [...Map.groupBy(rows, (row) => row.upload_id).values()];
  return new Map(
    uploads.flatMap((places) => {
      const files = places.map((place) => pictured(place.kind, place.file_id));
      return places.map((place, at): [string, Playable] => {
        const chosen = place.cover_file_id === null ? undefined : pictured('image', place.cover_file_id);
        const hasSeveral = places.filter(({ kind }) => kind === place.kind).length > 1;
        const artwork = trackArtwork(withCover(files[at]!, place, chosen), files);
        return [place.id, { title: trackTitle(place, place, hasSeveral), artwork }];
      });
    }),
  );
}
