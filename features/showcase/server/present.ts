import type { OwnShowcase, Showcase } from '#features/showcase/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import type { CustomRole } from '#people/profiles/server/rules.ts';
import { activeCustomRoles, personOf } from '#people/profiles/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { SHOWCASE_KIND, artistUrl } from './rules.ts';
import type { ShowcaseRow } from './store.ts';

/** The small square of a processed picture. */
function pictureUrl(files: readonly FileRow[] | undefined): string | null {
  const file = files?.at(-1);
  if (!file) return null;
  const { renditions, url } = presentFile(file);
  return renditions.find((rendition) => rendition.name === 'square')?.url ?? url;
}

function present(
  row: ShowcaseRow,
  files: readonly FileRow[] | undefined,
  roles: ReadonlyMap<string, CustomRole>,
  viewer: Viewer | null,
): Omit<Showcase, 'place'> {
  return {
    id: row.id,
    member: personOf(row, roles),
    artistName: row.artist_name,
    artistUrl: artistUrl(row.artist_id),
    pictureUrl: pictureUrl(files),
    followers: { value: row.followers_count, isSelfReported: !row.is_verified },
    // Spotify says this number to nobody.
    monthlyListeners: { value: row.monthly_listeners, isSelfReported: true },
    topTrack:
      row.top_track_name === null ? null : { name: row.top_track_name, isSelfReported: !row.has_verified_track },
    can: { report: viewer !== null && viewer.verified && !viewer.suspendedUntil && viewer.userId !== row.user_id },
  };
}

/** Pictures by showcase, and the custom roles: one query for each, whatever the number of rows. */
async function surroundingsOf(ctx: Context, rows: readonly ShowcaseRow[]) {
  const ids = rows.map((row) => row.id);
  return await Promise.all([filesOf(ctx.db, SHOWCASE_KIND, ids), activeCustomRoles(ctx.db)]);
}

/** Rows of the leaderboard as their reader sees them. @param before how many places there are before them */
export async function presentShowcases(
  ctx: Context,
  viewer: Viewer | null,
  rows: readonly ShowcaseRow[],
  before: number,
): Promise<Showcase[]> {
  const [files, roles] = await surroundingsOf(ctx, rows);
  return rows.map((row, at) => ({ ...present(row, files.get(row.id), roles, viewer), place: before + at + 1 }));
}

/** A showcase as its member sees it. */
export async function presentOwn(ctx: Context, viewer: Viewer, row: ShowcaseRow): Promise<OwnShowcase> {
  const [files, roles] = await surroundingsOf(ctx, [row]);
  const pictures = files.get(row.id);
  const isAsking = row.refreshed_at === null && ctx.config.spotifyLookup;
  const isProcessing = pictures?.some((file) => file.processing === 'waiting') ?? false;
  return {
    ...present(row, pictures, roles, viewer),
    state: isAsking || isProcessing ? 'asking' : row.is_unknown ? 'unknown' : 'listed',
    typed: {
      followers: row.typed_followers,
      monthlyListeners: row.monthly_listeners,
      topTrackName: row.typed_top_track ?? '',
    },
  };
}
