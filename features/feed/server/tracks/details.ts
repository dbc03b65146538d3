import type { TrackDetails } from '#features/feed/contract/endpoints.ts';
import type { Reply } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { type StatedDetails, markContent, setStated } from '#content/media/server/actions.ts';
import { fileById } from '#content/media/server/store.ts';
import { checkShownText, markedIn } from '#content/moderation/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import type { Executor } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { mayManageTracks } from '#features/feed/server/rules.ts';
import { trackOf } from './tracks-store.ts';
import { announceSounds, upload } from '#features/feed/server/types.ts';

type Details = Reply<'GET /uploads/:uploadId/tracks/:trackId/details'>;

/** The sound of a track whose details its author may correct. @throws {Refusal} see `trackDetails` */
async function ownSound(db: Executor, viewer: Viewer, uploadId: string, trackId: string, lock = false) {
  const facts = await requireSeen(db, upload, uploadId, viewer, lock);
  if (!mayManageTracks(facts, viewer)) throw new Refusal('forbidden');
  const track = await trackOf(db, uploadId, trackId);
  const file = track?.kind === 'audio' ? await fileById(db, track.file_id) : null;
  if (!file) throw new Refusal('track_not_found');
  return file;
}

/**
 * A track's details as its author states them, and as processing has found them.
 * @throws {Refusal} `upload_not_found`, `forbidden`, `track_not_found`, `adults_only`
 */
export async function trackDetails(ctx: Context, viewer: Viewer, uploadId: string, trackId: string): Promise<Details> {
  const { stated, tempo, musical_key: key, tags } = await ownSound(ctx.db, viewer, uploadId, trackId);
  const none = { tempo: null, key: null, genre: null, date: null, isrc: null };
  const { genre = null, date = null, isrc = null } = tags;
  return { stated: { ...none, ...stated }, found: { tempo, key, genre, date, isrc } };
}

/** The details as they are stored: only those that are given, in normalized form. */
function statedOf({ tempo, key, genre, date, isrc }: TrackDetails): StatedDetails {
  return {
    ...(tempo !== null && { tempo: Math.round(tempo * 100) / 100 }),
    ...(key !== null && { key }),
    ...(genre !== null && { genre: genre.replaceAll(/\s+/g, ' ') }),
    ...(date !== null && { date }),
    ...(isrc !== null && { isrc: isrc.replaceAll('-', '').toUpperCase() }),
  };
}

/**
 * Stores what the author of a track says of it. Pages and the search follow with the commit; what is found later changes
 * nothing of it.
 * @throws {Refusal} as `trackDetails`, `banned_words`, `private_information`
 */
export async function changeDetails(
  ctx: Context,
  viewer: Viewer,
  uploadId: string,
  trackId: string,
  details: TrackDetails,
): Promise<void> {
  const stated = statedOf(details);
  const marks = await checkShownText(ctx, stated.genre ?? '');
  await ctx.db.tx(async (tx) => {
    const file = await ownSound(tx, viewer, uploadId, trackId, true);
    await setStated(tx, file.id, stated);
    // Numbers alone: the log stays for good, and a genre is the member's own words.
    const { tempo = null, key = null } = file.stated;
    await record(ctx, tx, viewer, file.owner_id, {
      action: 'upload.details',
      targetKind: upload.kind,
      targetId: uploadId,
      details: {
        track: trackId,
        before: { tempo, key },
        after: { tempo: stated.tempo ?? null, key: stated.key ?? null },
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
    tx.afterCommit(() => ctx.pages.drop());
  });
}
