import { useEffect, useState } from 'react';
import type { QueueItem, Stage } from '#features/parties/contract/endpoints.ts';
import { sitePlayer, usePlayer } from '#features/player/web/engine/use-player.ts';
import { type Track, orAvatar } from '#features/player/web/track.ts';
import { probeClock } from '#platform/web/lib/socket/socket.ts';

/** A track as parties name it: of a queue, a record, or a card. */
type Named = Pick<QueueItem, 'uploadId' | 'trackId' | 'title' | 'artwork' | 'author' | 'file'>;

/** The track for the site's player; null when its sound cannot be played. */
export function siteTrack({ file, author, ...item }: Named): Track | null {
  if (file === null || file.url === null) return null;
  return {
    uploadId: item.uploadId,
    trackId: item.trackId,
    fileId: file.id,
    title: item.title,
    author: author.displayName,
    username: author.id === null ? null : author.username,
    url: file.url,
    artwork: orAvatar(item.artwork, author),
    wave: file.wave,
    durationMs: file.durationMs,
    loudness: file.playedLoudness,
    truePeak: file.playedTruePeak,
  };
}

/** Hears what a party plays in the site's own player, without being in its room: from where the room is, not in step. */
export function usePreview(item: Named | null) {
  const track = item && siteTrack(item);
  const isCurrent = usePlayer((state) => track !== null && state.track?.trackId === track.trackId);
  const status = usePlayer((state) => (isCurrent ? state.status : 'paused'));
  return {
    canPlay: track !== null,
    isCurrent,
    state: status === 'failed' ? ('paused' as const) : status,
    /** Call it while a press is handled. @param atMs where it begins */
    toggle(atMs: number) {
      if (isCurrent) sitePlayer().toggle();
      else if (track) sitePlayer().start(track, { atMs });
    },
    /** Goes to a position, and plays. */
    seek(atMs: number) {
      if (isCurrent) sitePlayer().seekTo(atMs);
      else if (track) sitePlayer().start(track, { atMs });
    },
  };
}

/** Milliseconds between two steps of the playhead of a room that is only looked at. */
const STEP_MS = 500;

/**
 * Where a room is in its track, for who does not hear it: by the server's clock, as the socket tells it, else by the
 * device's own.
 * @param durationMs of the track; null where nothing plays
 * @param isWatched false: the playhead stands still
 */
export function useWatchedPosition(
  { isPlaying, positionMs, at }: Pick<Stage, 'isPlaying' | 'positionMs' | 'at'>,
  durationMs: number | null,
  isWatched = true,
): number {
  const [offset, setOffset] = useState<number | null>(null);
  const [now, setNow] = useState<number | null>(null);
  const moves = isWatched && isPlaying && durationMs !== null;
  useEffect(() => {
    if (!moves || offset !== null) return;
    let isOver = false;
    void probeClock().then((probe) => {
      if (probe && !isOver) setOffset(probe.serverAt - (probe.sentAt + probe.receivedAt) / 2);
    });
    return () => {
      isOver = true;
    };
  }, [moves, offset]);
  useEffect(() => {
    if (!moves) return;
    const step = () => setNow(offset === null ? Date.now() : performance.now() + offset);
    step();
    const timer = setInterval(step, STEP_MS);
    return () => clearInterval(timer);
  }, [moves, offset]);
  const passed = moves && now !== null ? Math.max(0, now - at) : 0;
  return Math.min(Math.max(0, positionMs + passed), durationMs ?? 0);
}
