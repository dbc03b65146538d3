import { sets as limits } from '#features/sets/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { canSpeak, isActiveMember, requireSeen } from '#content/core/server/policies.ts';
import { contentType } from '#content/core/server/type.ts';
import { type ChosenVisibility, setVisibility } from '#content/core/server/visibility.ts';
import { checkShownText } from '#content/moderation/server/actions.ts';
import { announceItemChanged } from '#features/sharing/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { setType } from './entries.ts';
import { openSetJob } from './jobs.ts';
import {
  countEntries,
  deleteEntry,
  entryIds,
  entryTracks,
  insertEntry,
  orderEntries,
  releaseOf,
  setRelease,
} from './store.ts';

/** Milliseconds into the future in which a release may lie. */
const RELEASE_WITHIN_MS = 366 * 86_400_000;

/** Locks a set of the member's own: changes of one set happen one after the other. @throws {Refusal} `forbidden`, as `requireSeen` */
async function lockOwn(tx: Tx, viewer: Viewer, setId: string) {
  const facts = await requireSeen(tx, setType(), setId, viewer, true);
  if (facts.authorId !== viewer.profileId || facts.state === 'removed' || !isActiveMember(viewer))
    throw new Refusal('forbidden');
  return facts;
}

/** Changes of a set by staff, their own, stand in the audit log. @param before, after number of entries, or places of one */
const recordEntries = (
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  setId: string,
  entries: { readonly before: object; readonly after: object },
): Promise<void> =>
  record(ctx, tx, viewer, viewer.profileId, {
    action: 'set.entries',
    targetKind: 'set',
    targetId: setId,
    details: entries,
  });

/** What is put into a set. */
export type Addition =
  | { readonly track: { readonly uploadId: string; readonly trackId: string } }
  | { readonly songId: string };

/**
 * Puts a track or a song at the end of a set: what the member may see, published or their own.
 * @throws {Refusal} `set_not_found`, `forbidden`, `track_not_found`, `song_not_found`, `already_in_set`, `set_full`
 */
export async function addEntry(ctx: Context, viewer: Viewer, setId: string, added: Addition): Promise<number> {
  const track = 'track' in added ? added.track : null;
  const songId = 'songId' in added ? added.songId : null;
  return await ctx.db.tx(async (tx) => {
    await lockOwn(tx, viewer, setId);
    if (!canSpeak(viewer)) throw new Refusal('forbidden');
    const type = contentType(track ? 'upload' : 'song')!;
    const facts = await requireSeen(tx, type, track?.uploadId ?? songId!, viewer).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'upload_not_found') throw new Refusal('track_not_found');
      throw error;
    });
    if (facts.state !== 'published' && facts.authorId !== viewer.profileId)
      throw new Refusal(track ? 'track_not_found' : 'song_not_found');
    const [storedTrack] = track ? await entryTracks(tx, [track.trackId]) : [];
    if (track && (storedTrack?.upload_id !== track.uploadId || storedTrack.kind === 'image'))
      throw new Refusal('track_not_found');
    if ((await entryIds(tx, setId)).length >= limits.entriesMax) throw new Refusal('set_full');
    const addedAt = ctx.clock.now();
    const place = { uploadId: track?.uploadId ?? null, trackId: track?.trackId ?? null, songId };
    if (!(await insertEntry(tx, { id: newId(addedAt), setId, ...place, addedAt }))) throw new Refusal('already_in_set');
    const count = await countEntries(tx, setId);
    await recordEntries(ctx, tx, viewer, setId, { before: { count: count - 1 }, after: { count } });
    await announceItemChanged(ctx, tx, 'set', setId);
    return count;
  });
}

/** Removes an entry of a set. Idempotent. @throws {Refusal} `set_not_found`, `forbidden` */
export async function removeEntry(ctx: Context, viewer: Viewer, setId: string, entryId: string): Promise<number> {
  return await ctx.db.tx(async (tx) => {
    await lockOwn(tx, viewer, setId);
    const before = await countEntries(tx, setId);
    await deleteEntry(tx, setId, entryId);
    const count = await countEntries(tx, setId);
    if (count !== before) await recordEntries(ctx, tx, viewer, setId, { before: { count: before }, after: { count } });
    await announceItemChanged(ctx, tx, 'set', setId);
    return count;
  });
}

/** Moves an entry before another one, or to the end. @throws {Refusal} `set_not_found`, `forbidden`, `not_found` */
export async function placeEntry(
  ctx: Context,
  viewer: Viewer,
  setId: string,
  entryId: string,
  before: string | null,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await lockOwn(tx, viewer, setId);
    const ids = await entryIds(tx, setId);
    if (!ids.includes(entryId) || (before !== null && !ids.includes(before))) throw new Refusal('not_found');
    if (before === entryId) return;
    const others = ids.filter((id) => id !== entryId);
    others.splice(before === null ? others.length : others.indexOf(before), 0, entryId);
    await orderEntries(tx, setId, others);
    const places = { before: { entry: entryId, at: ids.indexOf(entryId) }, after: { at: others.indexOf(entryId) } };
    await recordEntries(ctx, tx, viewer, setId, places);
    await announceItemChanged(ctx, tx, 'set', setId);
  });
}

/**
 * Its author decides who sees a set. An album whose release lies in the future stays private until then.
 * @param releaseAt of an album; undefined leaves it as it is
 * @throws {Refusal} `set_not_found`, `forbidden`, `visibility_waits`, `release_too_far`, `spam_blocked`; of a scheduled
 *   album's title `banned_words`, `private_information`
 */
export async function changeSetVisibility(
  ctx: Context,
  viewer: Viewer,
  setId: string,
  visibility: ChosenVisibility,
  releaseAt: Date | null | undefined,
): Promise<void> {
  const now = ctx.clock.now();
  if (releaseAt && releaseAt.getTime() > now.getTime() + RELEASE_WITHIN_MS) throw new Refusal('release_too_far');
  await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, setType(), setId, viewer, true);
    if (facts.authorId !== viewer.profileId) throw new Refusal('forbidden');
    const row = (await releaseOf(tx, setId, true))!;
    const at = row.set_type === 'album' ? (releaseAt === undefined ? row.release_at : releaseAt) : null;
    const isScheduled = visibility === 'public' && at !== null && at > now;
    await setRelease(tx, setId, { releaseAt: at, isScheduled });
    await setVisibility(ctx, tx, viewer, setType(), setId, isScheduled ? 'link' : visibility);
    // The countdown shows its title to everybody, and all else is checked at its hour.
    if (isScheduled) await checkShownText(ctx, facts.title, tx);
    if (isScheduled) await ctx.jobs.enqueue(tx, openSetJob, { setId, at: at.toISOString() }, { startAfter: at });
    await announceItemChanged(ctx, tx, 'set', setId);
  });
}
