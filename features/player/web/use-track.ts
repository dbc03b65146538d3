import { useState } from 'react';
import { failureText } from './engine/failure-words.ts';
import { sitePlayer, usePlayer } from './engine/use-player.ts';

/** A track as its controls in a page show it. */
export interface TrackControls {
  /** It is the one in the player. */
  readonly isCurrent: boolean;
  /** As a play button takes it. */
  readonly state: 'paused' | 'loading' | 'playing';
  /** Why it does not play, in words. */
  readonly failure: string | null;
  readonly durationMs: number;
  /** Where it would begin, when it is not in the player. */
  readonly cueMs: number;
  /** Plays, from a position or where it is. */
  readonly play: (atMs?: number) => void;
  /** The play button. */
  readonly press: () => void;
  /** The waveform. */
  readonly seek: (ms: number, by: 'pointer' | 'keys') => void;
}

/**
 * The controls of a track in a page.
 * @param durationMs as its file says; 0 while nobody knows
 * @param start plays it, with what follows it on the page; without a position it goes on where it is
 */
export function useTrack(trackId: string, durationMs: number, start: (atMs?: number) => void): TrackControls {
  const isCurrent = usePlayer(({ track }) => track?.trackId === trackId);
  const status = usePlayer((state) => (state.track?.trackId === trackId ? state.status : 'paused'));
  const failure = usePlayer((state) => (state.track?.trackId === trackId ? failureText(state) : null));
  const knownMs = usePlayer((state) => (state.track?.trackId === trackId ? state.durationMs : 0));
  const [cueMs, setCueMs] = useState(0);
  const play = (atMs?: number): void => {
    start(atMs);
    setCueMs(0);
  };
  return {
    isCurrent,
    state: status === 'failed' ? 'paused' : status,
    failure,
    durationMs: knownMs || durationMs,
    cueMs,
    play,
    press() {
      if (isCurrent && (status === 'playing' || status === 'loading')) sitePlayer().pause();
      else play(isCurrent || cueMs === 0 ? undefined : cueMs);
    },
    seek(ms, by) {
      if (isCurrent) sitePlayer().seekTo(ms);
      else if (by === 'keys') setCueMs(ms);
      else play(ms);
    },
  };
}
