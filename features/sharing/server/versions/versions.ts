import { archive, archiveRightsWording } from '#platform/contract/archive-limits.ts';
import type { ArchiveVersion } from '#content/media/contract/archives.ts';
import type { Context } from '#platform/server/context.ts';
import { requireEditable } from '#content/core/server/edit.ts';
import { checkText, mark } from '#content/moderation/server/actions.ts';
import { record } from '#content/moderation/server/store.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { holdForFiles } from '#content/core/server/returned-files.ts';
import { claimFiles, copyEntriesStated } from '#content/media/server/actions.ts';
import { archivesOf } from '#content/media/server/actions.ts';
import { cleanText } from '#features/gallery/server/rules.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import type { SharedType } from '#features/sharing/server/types.ts';
import { insertVersion, stagedArchive, versionKind, versionsOf } from './versions-store.ts';

/**
 * An archive that may be shared: the member's own, free, and not refused by its list.
 * @throws {Refusal} `rights_required`, `file_not_usable`, `file_failed` with the reason
 */
export async function checkArchive(
  ctx: Context,
  viewer: Viewer,
  fileId: string,
  rights: boolean | undefined,
): Promise<void> {
  if (rights !== true) throw new Refusal('rights_required');
  const staged = await stagedArchive(ctx.db, viewer.profileId, fileId);
  if (!staged) throw new Refusal('file_not_usable');
  if (staged.processing === 'failed')
    throw new Refusal('file_failed', { ...(staged.reason !== null && { detail: staged.reason }) });
}

/** Makes an archive the next version of a thing, whose row is new or locked. @throws {Refusal} `file_not_usable` */
export async function addArchive(
  ctx: Context,
  tx: Tx,
  { descriptor }: SharedType,
  item: { readonly id: string; readonly authorId: string },
  version: { readonly number: number; readonly fileId: string; readonly notes: string },
): Promise<void> {
  const at = ctx.clock.now();
  const id = newId(at);
  await claimFiles(ctx, tx, item.authorId, [version.fileId], {
    contentKind: versionKind,
    contentId: id,
    guarded: true,
    kinds: ['archive'],
    rights: archiveRightsWording,
  });
  await insertVersion(tx, { ...version, id, itemId: item.id, itemKind: descriptor.kind, at });
}

/**
 * Adds a version to a thing: its author alone.
 * @throws {Refusal} as `checkArchive`, the type's `notFound`, `forbidden`, `too_many_versions`, `banned_words`, `content_blocked`
 */
export async function addVersion(
  ctx: Context,
  viewer: Viewer,
  shared: SharedType,
  id: string,
  form: { readonly fileId: string; readonly notes: string; readonly rights: boolean },
): Promise<void> {
  const { item, descriptor } = shared;
  const facts = await requireEditable(ctx.db, item, id, viewer);
  if (facts.authorId !== viewer.profileId) throw new Refusal('forbidden');
  const notes = cleanText(form.notes);
  const { reasons, marks } = await checkText(ctx, notes);
  if (reasons.length > 0) throw new Refusal('content_blocked');
  await checkArchive(ctx, viewer, form.fileId, form.rights);
  await ctx.db.tx(async (tx) => {
    await requireSeen(tx, item, id, viewer, true);
    const [last] = await versionsOf(tx, id);
    const number = (last?.number ?? 0) + 1;
    if (number > archive.versionsMax) throw new Refusal('too_many_versions', { meta: { max: archive.versionsMax } });
    await addArchive(ctx, tx, shared, { id, authorId: facts.authorId }, { number, fileId: form.fileId, notes });
    if (last) await copyEntriesStated(tx, last.file_id, form.fileId);
    await tx.rows(sql`
      UPDATE ${sql.raw(descriptor.table)} SET archive_file_id = ${form.fileId}, archive_version = ${number} WHERE id = ${id}`);
    await record(ctx, tx, viewer, facts.authorId, {
      action: `${descriptor.kind}.version`,
      targetKind: descriptor.kind,
      targetId: id,
      details: { before: { archive: number - 1 }, after: { archive: number } },
    });
    await mark(ctx, tx, { kind: descriptor.kind, id, authorId: facts.authorId }, marks);
    await item.announce(ctx, tx, facts, 'edited');
    await holdForFiles(ctx, tx, item, id, [form.fileId]);
  });
}

/** Every version of the archive of a thing, newest first. @throws {Refusal} as `requireSeen` */
export async function listVersions(
  ctx: Context,
  viewer: Viewer | null,
  shared: SharedType,
  id: string,
): Promise<ArchiveVersion[]> {
  await requireSeen(ctx.db, shared.item, id, viewer);
  const versions = await versionsOf(ctx.db, id);
  const files = await archivesOf(
    ctx.db,
    versions.map((version) => version.file_id),
  );
  return versions.flatMap((version) => {
    const file = files.get(version.file_id);
    if (!file) return [];
    const { file_id: fileId, number, notes, created_at: createdAt } = version;
    const { name, bytes, processing } = file;
    return [{ fileId, number, name, bytes, processing, notes, createdAt: createdAt.toISOString() }];
  });
}
