import type { FoundMusic, StatedMusic } from '#content/media/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { requireEditable } from '#content/core/server/edit.ts';
import { entryAt, foundMusicOf, setEntryStated, statedMusicOf } from '#content/media/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { announceSounds } from '#features/sharing/server/subjects.ts';
import type { SharedType } from '#features/sharing/server/types.ts';
import { versionKind, versionsOf } from './versions-store.ts';

/** Names a sound of an archive of a thing. */
interface SoundPlace {
  readonly itemId: string;
  readonly fileId: string;
  readonly position: number;
}

/** A sound of a thing's archive whose details its author may correct. @throws {Refusal} see `soundDetails` */
async function ownSound(
  db: Context['db'] | Tx,
  viewer: Viewer,
  { item }: SharedType,
  { itemId, fileId, position }: SoundPlace,
  lock = false,
) {
  const facts = await requireEditable(db, item, itemId, viewer, lock);
  if (facts.authorId !== viewer.profileId) throw new Refusal('forbidden');
  const version = (await versionsOf(db, itemId)).find((one) => one.file_id === fileId);
  const sound = version ? await entryAt(db, fileId, position) : null;
  if (!version || sound?.kind !== 'sound') throw new Refusal('not_found');
  return { facts, version, sound };
}

/**
 * Tempo and key of a sound as its author states them, and as the analysis has found them.
 * @throws {Refusal} the type's `notFound`, `adults_only`, `forbidden`, `not_found`
 */
export async function soundDetails(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  place: SoundPlace,
): Promise<{ stated: StatedMusic; found: FoundMusic }> {
  const { sound } = await ownSound(ctx.db, viewer, shared, place);
  return { stated: { tempo: null, key: null, ...sound.stated }, found: foundMusicOf(sound) };
}

/**
 * Stores what the author of an archive says of a sound in it. Pages and the search follow with the commit; a later analysis
 * changes nothing of it.
 * @throws {Refusal} as `soundDetails`
 */
export async function changeSoundDetails(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  place: SoundPlace,
  details: StatedMusic,
): Promise<void> {
  const stated = statedMusicOf(details);
  await ctx.db.tx(async (tx) => {
    const { facts, version, sound } = await ownSound(tx, viewer, shared, place, true);
    await setEntryStated(tx, { file_id: version.file_id, position: sound.position }, stated);
    await record(ctx, tx, viewer, facts.authorId, {
      action: `${shared.descriptor.kind}.sound`,
      targetKind: shared.descriptor.kind,
      targetId: place.itemId,
      details: { version: version.number, position: place.position, before: sound.stated, after: stated },
    });
    await announceSounds(ctx, tx, { kind: versionKind, id: version.id });
    tx.afterCommit(() => ctx.pages.drop());
  });
}
