import type { Poll, Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { canEdit, canRemove, canReport, canSpeak, isActiveMember } from '#content/core/server/policies.ts';
import { type Roles, noticeFor, visibilityOf } from '#content/core/server/present.ts';
import { downloadUrlOf, presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { type EditorOf, personOf } from '#people/profiles/server/store.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import type { PollRow } from './polls/polls-store.ts';
import { mayManageTracks } from './rules.ts';
import type { TrackRow } from './tracks/tracks-store.ts';
import type { UploadRow } from './uploads-store.ts';

/** A poll as its reader sees it: counts only after their own vote, or when it is closed. */
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

/** The data that belongs to an upload. */
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
  restore: boolean,
): Upload {
  const owned = {
    authorId: row.author_id,
    authorIsAdmin: row.person_is_admin,
    state: row.state,
    removedBy: row.removed_by,
  };
  const isOpen = row.state === 'published';
  const edit = canEdit(owned, viewer);
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
    visibility: visibilityOf(row.state),
    notice: noticeFor(row, viewer),
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
      delete: canRemove(owned, viewer),
      restore,
      like: isOpen && isActiveMember(viewer),
      comment: isOpen && canSpeak(viewer),
      report: canReport(owned, viewer),
      manageTracks: mayManageTracks(owned, viewer),
    },
  };
}
