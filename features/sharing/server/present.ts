import type { ItemArchive } from '#content/media/contract/archives.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import type { KitLicence } from '#features/sharing/contract/limits.ts';
import { canEdit, canRemove, canReport, canSpeak, isActiveMember } from '#content/core/server/policies.ts';
import { type Roles, noticeFor, visibilityOf } from '#content/core/server/present.ts';
import { pendingForStaff } from '#content/core/server/review.ts';
import { isInterrupted, presentFile } from '#content/media/server/actions.ts';
import type { ArchiveCounts } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { type EditorOf, personOf } from '#people/profiles/server/store.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { playerOf } from '#platform/server/markdown/players.ts';
import { mayUseArchive } from './buying/access.ts';
import type { ItemRow } from './store.ts';
import type { SharedType } from './types.ts';

/** The author's notice on an item that staff have not approved yet. */
export const pendingNotice =
  'This is waiting for approval. Only you and staff can see it. You will get a notification.';

/** The author's notice on an album before its release. */
const scheduledNotice =
  'It opens to everybody at its release date, with its private tracks. Until then only you, staff and whoever has a secret link can see it.';

/** The data that belongs to an item. */
export interface ItemParts {
  /** In a list: it stands before newer things. */
  readonly isAhead: boolean;
  /** Its newest archive. */
  readonly archive: ArchiveCounts | undefined;
  /** This reader has bought it. */
  readonly bought: boolean;
  readonly preview: FileRow | undefined;
  /** The track that is the song, where this reader may hear it. */
  readonly track: SharedItem['track'];
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
function noticeOf(row: ItemRow, viewer: Viewer | null): string | null {
  if (row.state === 'pending') return row.author_id === viewer?.profileId ? pendingNotice : pendingForStaff;
  return row.is_scheduled && row.state === 'private' ? scheduledNotice : noticeFor(row, viewer);
}

/** One item as its reader sees it. */
export function presentItem(
  { descriptor }: SharedType,
  row: ItemRow,
  parts: ItemParts,
  roles: Roles,
  viewer: Viewer | null,
  editorOf: EditorOf,
  restore: boolean,
): SharedItem {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin ?? false,
    state: row.state,
    removedBy: row.removed_by,
    isRejected: row.is_rejected,
  };
  const isOpen = row.state === 'published';
  const isPending = row.state === 'pending';
  const edit = canEdit(owned, viewer);
  const isOwn = viewer !== null && viewer.profileId === row.author_id;
  const hasArchive = row.archive_file_id !== null;
  const mayUse = mayUseArchive({ authorId: row.author_id, price: row.price }, viewer, parts.bought);
  return {
    id: row.id,
    kind: descriptor.kind,
    title: row.title,
    artist: row.artist,
    html: row.html,
    summary: row.summary,
    source: edit ? row.description : null,
    version: row.version,
    author: personOf(row, roles),
    type: row.type,
    // What costs something is not given away at another address.
    url: mayUse ? row.url : null,
    playerUrl: descriptor.kind === 'song' && row.url !== null ? (playerOf(row.url)?.src ?? null) : null,
    track: parts.track,
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
    archive: hasArchive ? presentArchive(row, parts.archive, edit) : null,
    price: row.price,
    bought: parts.bought,
    tags: row.tags,
    downloadCount: row.download_count,
    isAdult: row.is_adult,
    isAhead: parts.isAhead,
    visibility: visibilityOf(row.state),
    isPending,
    notice: noticeOf(row, viewer),
    likeCount: row.like_count,
    liked: row.liked,
    replyCount: row.reply_count,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: editorOf(row.edited_by),
    eventSeq: Number(row.event_seq ?? 0),
    can: {
      edit,
      delete: canRemove(owned, viewer),
      restore,
      like: isOpen && isActiveMember(viewer),
      reply: isOpen && canSpeak(viewer),
      report: canReport(owned, viewer),
      download: hasArchive && mayUse && parts.archive?.processing === 'done',
      buy: hasArchive && isOpen && row.price !== null && !parts.bought && !isOwn && isActiveMember(viewer),
      addVersion: hasArchive && edit && isOwn,
    },
  };
}
