import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { SetEntry } from '#features/sets/contract/endpoints.ts';
import { sets as limits } from '#features/sets/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { linkOf, linkOpens } from '#content/core/server/links.ts';
import { checkSeen } from '#content/core/server/policies.ts';
import { contentType } from '#content/core/server/type.ts';
import { playablesOf } from '#features/feed/server/actions.ts';
import { linkedAddress } from '#features/feed/server/rules.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { badCursor } from '#platform/server/paging.ts';
import {
  type EntryPlace,
  type EntryRow,
  type EntrySong,
  type EntryTrack,
  entryRows,
  entrySongs,
  entryTracks,
} from './store.ts';

/** The content type of sets, which `sharing` declares. */
export const setType = () => contentType('set')!;

/** A set that a reader may see, by itself or by a secret link to it. */
export interface SeenSet {
  readonly id: string;
  readonly authorId: string;
  readonly isAdult: boolean;
  /** Token of the link that opens it; null for who may see it anyway. */
  readonly token: string | null;
}

/** @throws {Refusal} `set_not_found`, `adults_only` */
export async function requireSet(
  ctx: Context,
  viewer: Viewer | null,
  id: string,
  token: string | undefined,
): Promise<SeenSet> {
  const facts = await contentFacts(ctx.db, setType(), id);
  const link = facts && token !== undefined ? await linkOf(ctx, token) : null;
  const isOpened = link !== null && (await linkOpens(ctx, link, 'set', facts!, viewer));
  if (!isOpened) await checkSeen(ctx.db, setType(), facts, viewer);
  return { id, authorId: facts!.authorId, isAdult: facts!.isAdult, token: isOpened ? token! : null };
}

/** @throws {Refusal} `invalid` for a cursor of another list */
function placeOf(cursor: string | undefined): EntryPlace | null {
  if (cursor === undefined) return null;
  const [place, id] = decodeCursor(cursor, 2) ?? [];
  if (place === undefined || !/^\d{1,9}$/.test(place) || !isId(id!)) throw badCursor();
  return { place: Number(place), id: id! };
}

/** One page of what is in a set. @throws {Refusal} `set_not_found`, `adults_only`, `invalid` */
export async function readEntries(
  ctx: Context,
  viewer: Viewer | null,
  set: SeenSet,
  after: string | undefined,
): Promise<{ items: SetEntry[]; next: string | null }> {
  const rows = await entryRows(ctx.db, set.id, placeOf(after));
  const page = rows.slice(0, limits.perPage);
  const last = rows.length > page.length ? page.at(-1)! : null;
  return { items: await present(ctx, viewer, set, page), next: last && encodeCursor([last.place, last.id]) };
}

/** Entries of rows, those that this reader may not see left out: a constant number of queries. */
async function present(
  ctx: Context,
  viewer: Viewer | null,
  set: SeenSet,
  rows: readonly EntryRow[],
): Promise<SetEntry[]> {
  const songIds = rows.flatMap((row) => row.song_id ?? []);
  const songRows = await entrySongs(ctx.db, songIds);
  const songs = new Map(songRows.map((song) => [song.id, song]));
  const trackIds = [...rows, ...songRows].flatMap((row) => row.track_id ?? []);
  const trackRows = await entryTracks(ctx.db, trackIds);
  const tracks = new Map(trackRows.map((track) => [track.track_id, track]));
  const uploadIds = [...new Set(trackRows.map((track) => track.upload_id))];
  const [seenUploads, seenSongs, files, playables] = await Promise.all([
    ctx.kinds.get('upload')!.listedFor!(ctx, viewer, uploadIds),
    ctx.kinds.get('song')!.listedFor!(ctx, viewer, songIds),
    filesOf(ctx.db, 'upload', uploadIds),
    playablesOf(ctx.db, uploadIds),
  ]);
  const isAuthor = viewer?.profileId === set.authorId;

  /** A private track is for its author, and for who comes by a link to a set of the same author. */
  const mayHear = (track: EntryTrack): boolean => {
    if (seenUploads.has(track.upload_id)) return true;
    if (track.state !== 'private' || track.author_id !== set.authorId) return false;
    return isAuthor || (set.token !== null && (!track.is_adult || (viewer?.adult ?? false)));
  };
  const soundOf = (track: EntryTrack): SetEntry['sound'] => {
    const row = files.get(track.upload_id)?.find((file) => file.id === track.file_id);
    const file = row && presentFile(row);
    if (!file || file.url === null) return null;
    const link = (address: string): string => (set.token === null ? address : linkedAddress(address, set.token));
    const { artwork = [] } = playables.get(track.track_id) ?? {};
    return {
      uploadId: track.upload_id,
      trackId: track.track_id,
      fileId: file.id,
      url: link(file.url),
      durationMs: file.durationMs,
      loudness: file.playedLoudness,
      truePeak: file.playedTruePeak,
      artwork: artwork.map((size) => ({ ...size, src: link(size.src) })),
    };
  };
  const gone = (row: EntryRow, kind: SetEntry['kind']): SetEntry[] =>
    isAuthor ? [{ id: row.id, kind, title: null, by: '', path: null, sound: null, url: null, mark: 'gone' }] : [];
  const markOf = (content: { state: string; is_adult: boolean }): SetEntry['mark'] => {
    if (!isAuthor) return null;
    if (content.state === 'private') return 'private';
    return content.is_adult && !set.isAdult ? 'adult' : null;
  };
  const ofSong = (row: EntryRow, song: EntrySong | undefined): SetEntry[] => {
    if (!song || !seenSongs.has(song.id)) return gone(row, 'song');
    const track = song.track_id === null ? undefined : tracks.get(song.track_id);
    const sound = track && mayHear(track) ? soundOf(track) : null;
    const { id, title, artist: by, url } = song;
    return [{ id: row.id, kind: 'song', title, by, path: `/songs/${id}`, sound, url, mark: markOf(song) }];
  };
  const ofTrack = (row: EntryRow, track: EntryTrack | undefined): SetEntry[] => {
    const kind = track?.kind === 'video' ? 'video' : 'audio';
    if (!track || !mayHear(track)) return gone(row, kind);
    const sound = soundOf(track);
    const title = playables.get(track.track_id)?.title ?? null;
    const by = track.display_name ?? 'Unknown User';
    const path = track.state === 'private' && !isAuthor ? null : `/uploads/${track.upload_id}`;
    return [{ id: row.id, kind, title, by, path, sound, url: null, mark: markOf(track) }];
  };
  return rows.flatMap((row) =>
    row.song_id === null ? ofTrack(row, tracks.get(row.track_id!)) : ofSong(row, songs.get(row.song_id)),
  );
}
