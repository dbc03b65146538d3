import type { Poll, UploadFile } from '#features/feed/contract/endpoints.ts';
import { downloadUrlOf, presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import type { PollRow } from './polls/polls-store.ts';
import { withCover } from './tracks/covers.ts';
import type { TrackRow } from './tracks/tracks-store.ts';

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

/** The files of an upload. */
interface Parts {
  readonly tracks: readonly TrackRow[];
  readonly files: ReadonlyMap<string, FileRow>;
}

/** The tracks and other files of an upload, in their order. */
export function presentTracks({ tracks, files }: Parts, mayHaveOriginals: boolean): UploadFile[] {
  return tracks.flatMap((track) => {
    const file = files.get(track.file_id);
    if (!file) return [];
    const { id: trackId, version, play_count: playCount } = track;
    const terms = { download: file.download, licence: file.licence };
    const cover = track.cover_file_id === null ? undefined : files.get(track.cover_file_id);
    const shown = withCover(presentFile(file, mayHaveOriginals), track, cover && presentFile(cover));
    return [{ ...shown, trackId, version, playCount, terms, downloadUrl: downloadUrlOf(file) }];
  });
}
