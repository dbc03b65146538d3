import type { Context } from '#server/context.ts';
import { recordActivity } from '#server/features/activity/store.ts';
import { award, payAgain, takeBack } from '#server/features/ledger/actions.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { reasonsToHold } from '#server/features/moderation/actions.ts';
import { type Decider, mayTakeAway } from '#server/features/moderation/rules/staff.ts';
import { type Actor, audit } from '#server/features/moderation/store.ts';
import type { Action } from '#server/platform/content-kind.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { announceGallery, publishToUploader } from './live.ts';
import { type ImageRecord, imageRecord, markDecided, markRemoved, markRestored, setFeatured } from './store.ts';
import { followImageNoticesJob } from './notify.ts';

/** The content's kind, as files, reports and the audit log name it. */
export const GALLERY_KIND = 'gallery_image';

/** Name of an image's reward in the ledger. */
const rewardCause = (id: string): string => `${GALLERY_KIND}:${id}`;
const addressOf = (id: string): string => `/gallery?image=${id}`;

/** A pending image, its row held. @throws {Refusal} `image_not_found`, `already_decided` */
async function undecided(tx: Tx, id: string): Promise<ImageRecord> {
  const image = await imageRecord(tx, id, true);
  if (!image) throw new Refusal('image_not_found');
  if (image.state !== 'pending') throw new Refusal('already_decided');
  return image;
}

/** Nobody can judge, or be shown, a picture that could not be read. @throws {Refusal} `image_not_ready` */
async function checkReady(tx: Tx, id: string): Promise<void> {
  const rows = await tx.rows(
    sql`SELECT 1 FROM files WHERE content_id = ${id} AND content_kind = ${GALLERY_KIND} AND state = 'claimed' AND processing = 'done'`,
  );
  if (rows.length === 0) throw new Refusal('image_not_ready');
}

/**
 * Puts an image into the gallery: its uploader is notified and rewarded, once.
 * Nobody approves words of their own that seem to hold private information; a moderator no image of their own at all.
 * @param actor staff, or null for the operator
 * @throws {Refusal} `image_not_found`, `already_decided`, `image_not_ready`, `own_content`
 */
export async function approveImage(ctx: Context, tx: Tx, actor: Decider, id: string): Promise<ImageRecord> {
  const image = await undecided(tx, id);
  const isOwn = actor?.profileId === image.uploaderId;
  if (isOwn && (!actor.isAdmin || reasonsToHold(ctx, `${image.title}\n${image.description}`).length > 0))
    throw new Refusal('own_content');
  await checkReady(tx, id);
  await markDecided(tx, id, {
    state: 'approved',
    by: actor?.profileId ?? null,
    reason: null,
    at: ctx.clock.now(),
  });
  await award(ctx, tx, image.uploaderId, 'gallery_image', rewardCause(id));
  await audit(ctx, tx, actor, { action: 'gallery.approve', targetKind: GALLERY_KIND, targetId: id });
  await recordActivity(tx, {
    profileId: image.uploaderId,
    type: 'gallery',
    targetType: GALLERY_KIND,
    targetId: id,
    content: 'added an image to the gallery',
    at: ctx.clock.now(),
  });
  await notify(ctx, tx, [image.uploaderId], {
    kind: 'approval',
    title: 'Image approved',
    message: `"${image.title}" is in the gallery now.`,
    url: addressOf(id),
    cause: `gallery.approve:${id}`,
  });
  await publishToUploader(ctx, tx, image, 'approved');
  announceGallery(ctx, tx, 'image_approved', id);
  return image;
}

/** Rejects an image; its uploader is notified with the reason. @throws {Refusal} `image_not_found`, `already_decided`, `staff_protected` */
export async function rejectImage(
  ctx: Context,
  tx: Tx,
  actor: Decider,
  id: string,
  reason: string,
): Promise<ImageRecord> {
  const image = await undecided(tx, id);
  if (!mayTakeAway({ authorId: image.uploaderId, authorIsAdmin: image.uploaderIsAdmin }, actor))
    throw new Refusal('staff_protected');
  await markDecided(tx, id, { state: 'rejected', by: actor?.profileId ?? null, reason, at: ctx.clock.now() });
  await audit(ctx, tx, actor, { action: 'gallery.reject', targetKind: GALLERY_KIND, targetId: id, reason });
  await notify(ctx, tx, [image.uploaderId], {
    kind: 'rejection',
    title: 'Image not approved',
    message: `"${image.title}" was not approved: ${reason}`,
    url: addressOf(id),
    cause: `gallery.reject:${id}`,
  });
  await publishToUploader(ctx, tx, image, 'rejected');
  return image;
}

/** Features an approved image, or no longer. @throws {Refusal} `image_not_found`, `not_approved` */
export async function featureImage(ctx: Context, tx: Tx, actor: Actor, id: string, on: boolean): Promise<ImageRecord> {
  const image = await imageRecord(tx, id, true);
  if (!image) throw new Refusal('image_not_found');
  if (image.state !== 'approved') throw new Refusal('not_approved');
  if (image.isFeatured === on) return image;
  await setFeatured(tx, id, on);
  await audit(ctx, tx, actor, {
    action: on ? 'gallery.feature' : 'gallery.unfeature',
    targetKind: GALLERY_KIND,
    targetId: id,
  });
  announceGallery(ctx, tx, 'image_changed', id);
  return image;
}

/** Hides an image and takes its reward back; the files stay with its owner and staff until the purge. */
export async function removeImage(ctx: Context, tx: Tx, id: string, removal: Action): Promise<boolean> {
  const image = await imageRecord(tx, id, true);
  if (!image || image.state === 'removed') return false;
  await markRemoved(tx, id, { by: removal.profileId, reason: removal.reason, at: ctx.clock.now() });
  if (image.state === 'approved') await takeBack(ctx, tx, image.uploaderId, rewardCause(id));
  await publishToUploader(ctx, tx, image, 'removed');
  await ctx.jobs.enqueue(tx, followImageNoticesJob, { imageId: id });
  announceGallery(ctx, tx, 'image_changed', id);
  return true;
}

/** Undoes a removal: what was approved is so again and pays once again, what waited waits again. */
export async function restoreImage(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const image = await imageRecord(tx, id, true);
  if (!image || image.state !== 'removed') return false;
  await markRestored(tx, id);
  const state = image.stateBefore ?? 'pending';
  if (state === 'approved') await payAgain(ctx, tx, image.uploaderId, rewardCause(id));
  await publishToUploader(ctx, tx, image, state);
  await ctx.jobs.enqueue(tx, followImageNoticesJob, { imageId: id });
  announceGallery(ctx, tx, 'image_changed', id);
  return true;
}

/**
 * Removes an image by its owner, staff or the operator (`actor` null). What is done to somebody else's stands in the
 * audit log and notifies its owner. @returns false when it was removed already
 */
export async function takeDownImage(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  image: ImageRecord,
  reason: string,
): Promise<boolean> {
  if (!(await removeImage(ctx, tx, image.id, { profileId: actor?.profileId ?? null, reason }))) return false;
  if (actor?.profileId === image.uploaderId) return true;
  await audit(ctx, tx, actor, { action: 'gallery.remove', targetKind: GALLERY_KIND, targetId: image.id, reason });
  await notify(ctx, tx, [image.uploaderId], {
    kind: 'removal',
    title: `Your image "${image.title}" was removed`,
    message: reason === '' ? 'Staff gave no reason.' : reason,
    cause: `gallery.remove:${image.id}:${ctx.clock.now().getTime()}`,
  });
  return true;
}

/** Brings a removed image back, by its owner, staff or the operator. @returns false when it was not removed */
export async function bringBackImage(ctx: Context, tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const image = await imageRecord(tx, id, true);
  if (!image || !(await restoreImage(ctx, tx, id))) return false;
  if (actor?.profileId !== image.uploaderId)
    await audit(ctx, tx, actor, { action: 'gallery.restore', targetKind: GALLERY_KIND, targetId: id });
  return true;
}
