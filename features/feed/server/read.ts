import type { Upload } from '#features/feed/contract/endpoints.ts';
import { canSpeak } from '#content/core/server/policies.ts';
import { type ContentRow, contentReader } from '#content/core/server/reader.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { isStaff } from '#platform/server/http/viewer.ts';
import { pollsOf } from './polls/polls-store.ts';
import { presentPoll, presentTracks } from './present.ts';
import { mayManageTracks } from './rules.ts';
import { tracksOf } from './tracks/tracks-store.ts';
import { upload } from './types.ts';

interface UploadRow extends ContentRow {
  readonly content: string;
  readonly html: string;
  readonly summary: string;
  readonly comment_count: number;
  readonly tags: string[];
}

const columns = sql`t.content, t.html, t.summary, t.comment_count,
  array(SELECT g.tag FROM upload_tags g WHERE g.upload_id = t.id ORDER BY g.tag) AS tags`;

/** Reads uploads with their tracks, files, polls and tags. */
export const uploads = contentReader<UploadRow, Upload>(upload, {
  columns: () => columns,
  async present(ctx, viewer, rows) {
    const ids = rows.map((row) => row.id);
    const [files, tracks, polls] = await Promise.all([
      filesOf(ctx.db, 'upload', ids),
      tracksOf(ctx.db, ids),
      pollsOf(ctx.db, ids, viewer?.userId ?? null),
    ]);
    const tracksById = Map.groupBy(tracks, (track) => track.upload_id);
    const now = ctx.clock.now();
    return (row, { can, ...content }) => {
      const own = {
        tracks: tracksById.get(row.id) ?? [],
        files: new Map((files.get(row.id) ?? []).map((file) => [file.id, file])),
      };
      const poll = polls.get(row.id);
      return {
        ...content,
        html: row.html,
        summary: row.summary,
        source: can.edit ? row.content : null,
        files: presentTracks(own, isStaff(viewer) || viewer?.profileId === row.author_id),
        poll: poll ? presentPoll(poll, now) : null,
        tags: row.tags,
        commentCount: row.comment_count,
        playCount: own.tracks.reduce((sum, track) => sum + track.play_count, 0),
        can: {
          ...can,
          comment: row.state === 'published' && canSpeak(viewer),
          manageTracks: mayManageTracks({ authorId: row.author_id, state: row.state }, viewer),
        },
      };
    };
  },
});
