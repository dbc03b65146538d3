import type { QueueItem } from '#features/parties/contract/endpoints.ts';
import type { Person } from '#platform/contract/shapes.ts';
import type { Playable } from '#features/feed/server/actions.ts';
import { presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';

/** The shown columns of a track of the queue, waiting or played. */
export interface QueuedRow {
  readonly id: string;
  readonly upload_id: string;
  readonly track_id: string;
  readonly file_id: string;
  readonly author_id: string;
  readonly added_by: string;
  readonly votes: number;
  readonly duration_ms: number;
}

/** Its columns: `q` of the queue, `u` of uploads, `t` of their files, `f` of files. What it is called, `playablesOf` says. */
export const queuedColumns = sql.raw(
  'q.id, q.upload_id, q.track_id, t.file_id, u.author_id, q.added_by, q.votes, f.duration_ms',
);

/** The file of a track. @param files by upload, as `filesOf` answers */
export function fileOf(row: QueuedRow, files: ReadonlyMap<string, readonly FileRow[]>): FileRow | undefined {
  return files.get(row.upload_id)?.find((file) => file.id === row.file_id);
}

/** A track as a reader sees it. People who are missing in the map are not named. */
export function presentQueued(
  row: QueuedRow,
  shown: {
    readonly author: Person | undefined;
    readonly addedBy: Person | undefined;
    readonly voted: boolean;
    readonly playable: Playable | undefined;
    readonly file: FileRow | undefined;
  },
): QueueItem {
  return {
    id: row.id,
    uploadId: row.upload_id,
    trackId: row.track_id,
    title: shown.playable?.title ?? '',
    artwork: (shown.playable?.artwork ?? []).slice(0, shown.file ? undefined : 1),
    author: shown.author ?? unknownPerson,
    addedBy: shown.addedBy ?? unknownPerson,
    durationMs: row.duration_ms,
    votes: row.votes,
    voted: shown.voted,
    file: shown.file ? presentFile(shown.file) : null,
  };
}
