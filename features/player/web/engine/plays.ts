import type { Call } from '#platform/web/lib/call.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { type PlayTimeMeter, makePlayTimeMeter } from './play-time.ts';
import type { Track } from '#features/player/web/track.ts';

/** Reports plays to the server: that a track was started, and once that enough of it was heard. */
export interface PlayCounter {
  /** A track begins to sound. */
  begin(track: Track): void;
  /** The playhead moves; see {@link PlayTimeMeter}. */
  tick(positionMs: number, audible: boolean, rate?: number): void;
}

interface Listening {
  readonly meter: PlayTimeMeter;
  playId: string | null;
  neededMs: number;
  isReported: boolean;
}

/** Milliseconds until a play is reported again that was too early by the server's clock. */
const againMs = 3000;

/**
 * A counter for one player. It ignores refusals of the server, as a listener can do nothing about them.
 */
export function makePlayCounter(call: Call): PlayCounter {
  let listening: Listening | null = null;

  const begin = async (track: Track, uploadId: string, mine: Listening): Promise<void> => {
    const params = { uploadId, trackId: track.trackId };
    const link = new URL(track.url, location.origin).searchParams.get('link');
    const query = link === null ? {} : { link };
    const { playId, neededMs } = await call('POST /uploads/:uploadId/tracks/:trackId/plays', { params, query });
    Object.assign(mine, { playId, neededMs });
  };
  const report = async (playId: string, triesLeft: number): Promise<void> => {
    try {
      await call('PUT /uploads/plays/:playId', { params: { playId } });
    } catch (error) {
      const isPassing = error instanceof CallError && (error.code === 'play_too_soon' || error.code === 'network');
      if (isPassing && triesLeft > 0) setTimeout(() => void report(playId, triesLeft - 1), againMs);
    }
  };

  return {
    begin(track) {
      listening = { meter: makePlayTimeMeter(), playId: null, neededMs: Infinity, isReported: false };
      if (track.uploadId !== null) begin(track, track.uploadId, listening).catch(() => {});
    },
    tick(positionMs, audible, rate) {
      if (!listening) return;
      const heardMs = listening.meter.tick(positionMs, audible, performance.now(), rate);
      if (listening.isReported || listening.playId === null || heardMs < listening.neededMs) return;
      listening.isReported = true;
      void report(listening.playId, 3);
    },
  };
}
