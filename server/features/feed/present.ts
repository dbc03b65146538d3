import type { TrackMoment, Poll, Upload, UploadComment, UploadFile } from '#contract/feed.ts';
import { type Moderated, mayEdit, mayRemove, mayRestore, maySee, maySpeak } from '#server/features/forum/rules.ts';
import { downloadUrlOf, presentFile } from '#server/features/media/actions.ts';
import type { FileRow } from '#server/features/media/store.ts';
import type { CustomRole } from '#server/features/profiles/rules.ts';
import { type EditorOf, personOf } from '#server/features/profiles/store.ts';
import { holdNotice } from '#server/features/safety/actions.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import type { CommentRow, MomentRow } from './comments-store.ts';
import type { PollRow } from './polls-store.ts';
import { mayAct, mayManageTracks, mayRemoveComment, mayRestoreComment } from './rules.ts';
import type { TrackRow } from './tracks-store.ts';
import type { UploadRow } from './uploads-store.ts';

type Roles = ReadonlyMap<string, CustomRole>;

function noticeOf(row: Pick<UploadRow, 'state' | 'hold_reasons' | 'removed_reason'>): string | null {
  if (row.state === 'held') return holdNotice(row.hold_reasons ?? ['unchecked text']);
  if (row.state === 'removed')
    return row.removed_reason ? `Removed: ${row.removed_reason}` : 'Removed. It can be restored for 30 days.';
  return null;
}

/** What decides who may do what with an upload or a comment. */
function ownedOf(row: UploadRow | CommentRow): Moderated {
  return {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin,
    state: row.state,
    removedBy: row.removed_by,
  };
}

/** A poll as its reader may know it: counts only after their own vote, or when it is closed. */
export function presentPoll(row: PollRow, now: Date): Poll {
  const isClosed = row.closes_at <= now;
  const open = isClosed || row.mine !== null;
  return {
    question: row.question,
    options: row.options.map((option) => ({ id: option.id, label: option.label, count: open ? option.votes : null })),
    closesAt: row.closes_at.toISOString(),
    isClosed,
    total: row.total,
    mine: row.mine,
  };
}

/** What hangs on an upload. */
export interface Parts {
  readonly tracks: readonly TrackRow[];
  readonly files: ReadonlyMap<string, FileRow>;
  readonly poll: PollRow | undefined;
}

function presentTracks({ tracks, files }: Parts, mayHaveOriginals: boolean): UploadFile[] {
  return tracks.flatMap((track) => {
    const file = files.get(track.file_id);
    if (!file) return [];
    const { id: trackId, version, play_count: playCount } = track;
    const terms = { download: file.download, licence: file.licence };
    const shown = presentFile(file, mayHaveOriginals);
    return [{ ...shown, trackId, version, playCount, terms, downloadUrl: downloadUrlOf(file) }];
  });
}

/** One upload as its reader sees it. */
export function presentUpload(
  row: UploadRow,
  parts: Parts,
  roles: Roles,
  viewer: Viewer | null,
  now: Date,
  editorOf: EditorOf,
): Upload {
  const owned = ownedOf(row);
  const isOpen = row.state === 'published';
  const edit = mayEdit(owned, viewer);
  return {
    id: row.id,
    title: row.title,
    html: row.html,
    summary: row.summary,
    source: edit ? row.content : null,
    version: row.version,
    author: personOf(row, roles),
    files: presentTracks(parts, isStaff(viewer) || viewer?.profileId === row.author_id),
    poll: parts.poll ? presentPoll(parts.poll, now) : null,
    tags: row.tags,
    isAdult: row.is_adult,
    visibility: row.state,
    notice: noticeOf(row),
    likeCount: row.like_count,
    liked: row.liked,
    commentCount: row.comment_count,
    playCount: parts.tracks.reduce((sum, track) => sum + track.play_count, 0),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: editorOf(row.edited_by),
    eventSeq: Number(row.event_seq ?? 0),
    can: {
      edit,
      delete: mayRemove(owned, viewer),
      restore: mayRestore(owned, viewer),
      like: isOpen && mayAct(viewer),
      comment: isOpen && maySpeak(viewer),
      report: isOpen && mayAct(viewer) && viewer.profileId !== row.author_id,
      manageTracks: mayManageTracks(owned, viewer),
    },
  };
}

/** One comment. What was removed keeps its place without its text, but for who may restore it. */
export function presentComment(
  row: CommentRow,
  roles: Roles,
  viewer: Viewer | null,
  editorOf: EditorOf,
): UploadComment {
  const owned = ownedOf(row);
  const restore = mayRestoreComment(owned, row.upload_author_id, viewer);
  const readable = maySee(owned, viewer) || restore;
  const edit = mayEdit(owned, viewer) && row.upload_state !== 'removed';
  const isOpen = row.state === 'published';
  const moment =
    readable && row.track_id !== null && row.at_ms !== null ? { trackId: row.track_id, ms: row.at_ms } : null;
  return {
    id: row.id,
    uploadId: row.upload_id,
    author: personOf(row, roles),
    html: readable ? row.html : '',
    source: edit ? row.content : null,
    version: row.version,
    at: moment,
    mark: readable ? row.mark : null,
    visibility: row.state,
    notice: readable ? noticeOf(row) : 'This comment was removed.',
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: editorOf(row.edited_by),
    can: {
      edit,
      delete: mayRemoveComment(owned, row.upload_author_id, viewer),
      restore,
      mark:
        isOpen &&
        moment !== null &&
        mayManageTracks({ authorId: row.upload_author_id, state: row.upload_state, removedBy: null }, viewer),
      report: isOpen && mayAct(viewer) && viewer.profileId !== row.author_id,
    },
  };
}

/** A comment at a moment, as the waveform shows it. */
export function presentMoment(row: MomentRow, roles: Roles): TrackMoment {
  return { commentId: row.id, ms: row.at_ms, author: personOf(row, roles), excerpt: row.excerpt, mark: row.mark };
}
