import { artworkOf } from '#content/media/contract/track-facts.ts';
import type { ItemSound, SharedItem } from '#features/sharing/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type ArchiveCounts,
  type FoundEntry,
  filesOf,
  firstSounds,
  heardAs,
  presentFile,
  waveOfPeaks,
} from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { playablesOf } from '#features/feed/server/actions.ts';
import { mayUseArchive } from '#features/sharing/server/buying/access.ts';
import { type FoundSound, soundsOfSets } from '#features/sharing/server/events.ts';
import { type ItemRow, songTracks } from '#features/sharing/server/store.ts';
import type { SharedType } from '#features/sharing/server/types.ts';
import { ask } from '#platform/server/events/emit.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';

/** What of the items of a page is known before their sounds. */
export interface KnownParts {
  readonly previews: ReadonlyMap<string, readonly FileRow[]> | null;
  readonly archives: ReadonlyMap<string, ArchiveCounts>;
  readonly bought: ReadonlySet<string> | null;
}

/** Cover, sound and linked track of an item. */
export type ItemMusic = Pick<SharedItem, 'cover' | 'sound' | 'track'>;

const soundOfFile = (
  file: FileRow,
  { uploadId, trackId, title, by }: Pick<ItemSound, 'uploadId' | 'trackId' | 'title' | 'by'>,
): ItemSound => {
  const { id: fileId, url, processing, durationMs, wave, tempo, key, ...shown } = presentFile(file);
  const levels = { loudness: shown.playedLoudness, truePeak: shown.playedTruePeak };
  return { uploadId, trackId, fileId, title, by, url, processing, durationMs, ...levels, wave, tempo, key };
};

/** A track of an upload, with who it is by. */
export interface FoundTrack {
  readonly track_id: string;
  readonly upload_id: string;
  readonly file_id: string;
  readonly uploader: string | null;
}

/** Tracks as what sounds, by track id: a constant number of queries. Whether a reader may hear them is not asked. */
export async function soundsOfTracks(
  ctx: Context,
  tracks: readonly FoundTrack[],
): Promise<ReadonlyMap<string, FoundSound>> {
  const uploadIds = [...new Set(tracks.map((track) => track.upload_id))];
  const [files, playables] = await Promise.all([filesOf(ctx.db, 'upload', uploadIds), playablesOf(ctx.db, uploadIds)]);
  return new Map(
    tracks.flatMap(({ track_id: trackId, upload_id: uploadId, file_id: fileId, uploader }) => {
      const file = files.get(uploadId)?.find(({ id }) => id === fileId);
      const playable = playables.get(trackId);
      if (!file || !playable) return [];
      const { title, artwork } = playable;
      return [
        [trackId, { artwork, sound: soundOfFile(file, { uploadId, trackId, title, by: uploader ?? 'Unknown User' }) }],
      ];
    }),
  );
}

/**
 * The tracks that are songs, where the reader may hear them. Of an 18+ track nothing is seen or heard beside a song that is
 * not marked so.
 */
async function ofSongs(ctx: Context, viewer: Viewer | null, rows: readonly ItemRow[]) {
  const tracks = await songTracks(
    ctx.db,
    rows.flatMap((row) => row.track_id ?? []),
  );
  if (tracks.length === 0) return () => null;
  const [seen, sounds] = await Promise.all([
    ctx.kinds.get('upload')!.listedFor!(ctx, viewer, [...new Set(tracks.map((track) => track.upload_id))]),
    soundsOfTracks(ctx, tracks),
  ]);
  const byId = new Map(tracks.map((track) => [track.track_id, track]));
  return (row: ItemRow) => {
    const track = byId.get(row.track_id ?? '');
    const found = track && seen.has(track.upload_id) ? sounds.get(track.track_id) : undefined;
    if (!track || !found) return null;
    const { upload_id: uploadId, track_id: trackId } = track;
    return { track: { uploadId, trackId }, found: track.is_adult && !row.is_adult ? null : found };
  };
}

/** The preview of a kit, else a sound of its archive: of one that costs something for who has it. */
async function ofKits(ctx: Context, viewer: Viewer | null, rows: readonly ItemRow[], known: KnownParts) {
  const preview = (row: ItemRow) => known.previews?.get(row.id)?.find(({ kind }) => kind === 'audio');
  const opened = rows.filter(
    (row) =>
      row.archive_file_id !== null &&
      !preview(row) &&
      known.archives.get(row.archive_file_id)?.processing === 'done' &&
      mayUseArchive({ authorId: row.author_id, price: row.price }, viewer, known.bought?.has(row.id) ?? false),
  );
  const entries = await firstSounds(
    ctx.db,
    opened.map((row) => row.archive_file_id!),
  );
  return (row: ItemRow, by: string) => {
    const file = preview(row);
    const entry = entries.get(row.archive_file_id ?? '');
    const sound = file
      ? soundOfFile(file, { uploadId: null, trackId: file.id, title: row.title, by })
      : entry && heardAs(entry) !== null && soundOfEntry(entry, by);
    return sound ? { track: null, found: { sound, artwork: [] } } : null;
  };
}

function soundOfEntry(entry: FoundEntry, by: string): ItemSound {
  const address = `${entry.file_id}/${entry.position}`;
  return {
    uploadId: null,
    trackId: address,
    fileId: entry.file_id,
    title: entry.path.split('/').at(-1)!,
    by,
    url: `/archives/${address}`,
    processing: 'done',
    durationMs: entry.duration_ms,
    loudness: null,
    truePeak: null,
    wave: entry.peaks && waveOfPeaks(entry.peaks),
    tempo: entry.shown_tempo,
    key: entry.shown_key,
  };
}

/** The first track of each set that the reader may hear. */
async function ofSets(ctx: Context, viewer: Viewer | null, rows: readonly ItemRow[]) {
  const sounds = await ask(ctx, soundsOfSets, { viewer, setIds: rows.map((row) => row.id) });
  const byId = new Map(sounds.flatMap((some) => [...some]));
  return (row: ItemRow) => {
    const found = byId.get(row.id);
    return found ? { track: null, found } : null;
  };
}

const silent = async () => () => null;
const bySource = { track: ofSongs, archive: ofKits, entries: ofSets, none: silent } as const;

/**
 * What the items of a page look and sound like for a reader, as their type says where it comes from; the number of queries
 * does not depend on that of the items. A picture of the item's own goes before the one that comes with its sound.
 */
export async function musicOf(
  ctx: Context,
  viewer: Viewer | null,
  { descriptor }: SharedType,
  rows: readonly ItemRow[],
  known: KnownParts,
): Promise<(row: ItemRow, by: string) => ItemMusic> {
  const soundOf = await bySource[descriptor.sound](ctx, viewer, rows, known);
  return (row, by) => {
    const has = soundOf(row, by);
    const own = artworkOf((known.previews?.get(row.id) ?? []).map((file) => presentFile(file)));
    return {
      cover: own.length > 0 ? own : [...(has?.found?.artwork ?? [])],
      sound: has?.found?.sound ?? null,
      track: has?.track ?? null,
    };
  };
}
