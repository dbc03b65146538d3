import type { TrackDetails } from '#features/feed/contract/endpoints.ts';
import type { Reply } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { holdForFiles } from '#content/core/server/returned-files.ts';
import { artworkOf } from '#content/media/contract/track-facts.ts';
import {
  type StatedDetails,
  foundMusicOf,
  markContent,
  presentFile,
  setStated,
  statedMusicOf,
} from '#content/media/server/actions.ts';
import { fileById } from '#content/media/server/store.ts';
import { checkShownText, markedIn } from '#content/moderation/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import type { Executor } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { mayManageTracks } from '#features/feed/server/rules.ts';
import { type CoverChange, changeCover } from './covers.ts';
import { trackOf } from './tracks-store.ts';
import { announceSounds, upload } from '#features/feed/server/types.ts';

type Details = Reply<'GET /uploads/:uploadId/tracks/:trackId/details'>;

/** A track and its sound, whose details its author may correct. @throws {Refusal} see `trackDetails` */
async function ownSound(db: Executor, viewer: Viewer, uploadId: string, trackId: string, lock = false) {
  const facts = await requireSeen(db, upload, uploadId, viewer, lock);
  if (!mayManageTracks(facts, viewer)) throw new Refusal('forbidden');
  const track = await trackOf(db, uploadId, trackId);
  const file = track?.kind === 'audio' ? await fileById(db, track.file_id) : null;
  if (!track || !file) throw new Refusal('track_not_found');
  return { track, file };
}

/**
 * A track's details and cover as its author states them, and as processing has found them.
 * @throws {Refusal} `upload_not_found`, `forbidden`, `track_not_found`, `adults_only`
 */
export async function trackDetails(ctx: Context, viewer: Viewer, uploadId: string, trackId: string): Promise<Details> {
  const { track, file } = await ownSound(ctx.db, viewer, uploadId, trackId);
  const cover = track.cover_file_id === null ? null : await fileById(ctx.db, track.cover_file_id);
  const none = { tempo: null, key: null, genre: null, date: null, isrc: null };
  const { genre = null, date = null, isrc = null } = file.tags;
  return {
    stated: { ...none, ...file.stated },
    found: { ...foundMusicOf(file), genre, date, isrc },
    cover: {
      chosen: cover && presentFile(cover),
      found: artworkOf([presentFile(file)])[0]?.src ?? null,
      hidesFound: track.hides_found_cover,
    },
  };
}

/** The details as they are stored: only those that are given, in normalized form. */
function statedOf({ tempo, key, genre, date, isrc }: TrackDetails): StatedDetails {
  return {
    ...statedMusicOf({ tempo, key }),
    ...(genre !== null && { genre: genre.replaceAll(/\s+/g, ' ') }),
    ...(date !== null && { date }),
    ...(isrc !== null && { isrc: isrc.replaceAll('-', '').toUpperCase() }),
  };
}

/**
 * Stores what the author of a track says of it, and the cover that they choose. Pages and the search follow with the commit; what is found later changes
 * nothing of it.
 * @throws {Refusal} as `trackDetails`, `banned_words`, `private_information`, `file_not_usable`
 */
export async function changeDetails(
  ctx: Context,
  viewer: Viewer,
  uploadId: string,
  trackId: string,
  { coverFileId, hidesFoundCover, isCoverForAll, ...details }: TrackDetails & CoverChange,
): Promise<void> {
  const stated = statedOf(details);
  const marks = await checkShownText(ctx, stated.genre ?? '');
  await ctx.db.tx(async (tx) => {
    const { track, file } = await ownSound(tx, viewer, uploadId, trackId, true);
    await setStated(tx, file.id, stated);
    const cover = await changeCover(ctx, tx, viewer, track, { coverFileId, hidesFoundCover, isCoverForAll });
    // Numbers alone: the log stays for good, and a genre is the member's own words.
    const { tempo = null, key = null } = file.stated;
    await record(ctx, tx, viewer, file.owner_id, {
      action: 'upload.details',
      targetKind: upload.kind,
      targetId: uploadId,
      details: {
        track: trackId,
        before: { tempo, key, cover: track.cover_file_id },
        after: {
          tempo: stated.tempo ?? null,
          key: stated.key ?? null,
          cover: coverFileId === undefined ? track.cover_file_id : coverFileId,
        },
      },
    });
    const known = new Set(await markedIn(ctx, tx, file.stated.genre ?? ''));
    await markContent(
      ctx,
      tx,
      file,
      marks.filter((word) => !known.has(word)),
    );
    await announceSounds(ctx, tx, { kind: upload.kind, id: uploadId });
    if (cover !== null) await holdForFiles(ctx, tx, upload, uploadId, [cover]);
    tx.afterCommit(() => ctx.pages.drop());
  });
}
