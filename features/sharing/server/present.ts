import type { ItemArchive } from '#content/media/contract/archives.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import type { KitLicence } from '#features/sharing/contract/limits.ts';
import { canSpeak, isActiveMember } from '#content/core/server/policies.ts';
import type { PresentedContent } from '#content/core/server/reader.ts';
import { pendingForStaff } from '#content/core/server/review.ts';
import { isInterrupted, presentFile } from '#content/media/server/actions.ts';
import type { ArchiveCounts } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { playerOf } from '#platform/server/markdown/players.ts';
import { mayUseArchive } from './buying/access.ts';
import type { ItemMusic } from './sounds/sounds.ts';
import type { ItemRow } from './store.ts';
import type { SharedType } from './types.ts';

/** The author's notice on an item that staff have not approved yet. */
export const pendingNotice =
  'This is waiting for approval. Only you and staff can see it. You will get a notification.';

/** The author's notice on an album before its release. */
const scheduledNotice =
  'It opens to everybody at its release date, with its private tracks. Until then only you, staff and whoever has a secret link can see it.';

/** The data that belongs to an item. */
export interface ItemParts extends ItemMusic {
  /** Its newest archive. */
  readonly archive: ArchiveCounts | undefined;
  /** This reader has bought it. */
  readonly bought: boolean;
  readonly preview: FileRow | undefined;
}

/** @param isEditor reads why it was refused */
function presentArchive(row: ItemRow, file: ArchiveCounts | undefined, isEditor: boolean): ItemArchive | null {
  if (!file) return null;
  return {
    fileId: file.file_id,
    version: row.archive_version ?? 1,
    name: file.name,
    bytes: file.bytes,
    processing: file.processing,
    reason: isEditor ? file.processing_reason : null,
    mayProcessAgain: isEditor && isInterrupted(file),
    entries: file.entries,
    sounds: file.sounds,
    programs: file.programs,
    nested: file.nested,
    unpackedBytes: file.unpacked_bytes,
  };
}

/** The notice for author and staff on an item that others do not see. */
function noticeOf(row: ItemRow, shared: string | null, viewer: Viewer | null): string | null {
  if (row.state === 'pending') return row.author_id === viewer?.profileId ? pendingNotice : pendingForStaff;
  return row.is_scheduled && row.state === 'private' ? scheduledNotice : shared;
}

/** One item as its reader sees it. @param content what every content is to its reader */
export function presentItem(
  { descriptor }: SharedType,
  row: ItemRow,
  { can, ...content }: PresentedContent,
  parts: ItemParts,
  viewer: Viewer | null,
): SharedItem {
  const isOpen = row.state === 'published';
  const isOwn = viewer !== null && viewer.profileId === row.author_id;
  const hasArchive = row.archive_file_id !== null;
  const mayUse = mayUseArchive({ authorId: row.author_id, price: row.price }, viewer, parts.bought);
  return {
    ...content,
    kind: descriptor.kind,
    artist: row.artist,
    html: row.html,
    summary: row.summary,
    source: can.edit ? row.description : null,
    type: row.type,
    // What costs something is not given away at another address.
    url: mayUse ? row.url : null,
    playerUrl: descriptor.kind === 'song' && row.url !== null ? (playerOf(row.url)?.src ?? null) : null,
    track: parts.track,
    cover: parts.cover,
    sound: parts.sound,
    preview: parts.preview ? presentFile(parts.preview) : null,
    set:
      row.entry_count === null
        ? null
        : {
            entryCount: row.entry_count,
            releaseAt: row.release_at?.toISOString() ?? null,
            isScheduled: row.is_scheduled ?? false,
          },
    licence: row.licence === null ? null : { key: row.licence as KitLicence, text: row.licence_text ?? '' },
    archive: hasArchive ? presentArchive(row, parts.archive, can.edit) : null,
    price: row.price,
    bought: parts.bought,
    tags: row.tags,
    downloadCount: row.download_count,
    isAhead: false,
    isPending: row.state === 'pending',
    notice: noticeOf(row, content.notice, viewer),
    replyCount: row.reply_count,
    can: {
      ...can,
      reply: isOpen && canSpeak(viewer),
      download: hasArchive && mayUse && parts.archive?.processing === 'done',
      buy: hasArchive && isOpen && row.price !== null && !parts.bought && !isOwn && isActiveMember(viewer),
      addVersion: hasArchive && can.edit && isOwn,
    },
  };
}
