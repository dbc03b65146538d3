import { skipMs } from './keyboard.ts';
import type { Player } from './state.ts';
import type { Track } from '#features/player/web/track.ts';

/** Milliseconds that the headset's and the lock screen's skip buttons take where they name no other. */
const seekMs = 10_000;

type Shown = Pick<Track, 'title' | 'author' | 'artwork'>;

const siteNameOf = (): string => document.querySelector('meta[name="application-name"]')?.getAttribute('content') ?? '';

/** Shows what plays outside of the player, until the answer is called. */
export function showInSession(track: Shown): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const session = navigator.mediaSession;
  const before = session.metadata;
  session.metadata = metadataOf(track, siteNameOf());
  return () => {
    session.metadata = before;
  };
}

function metadataOf(track: Shown, siteName: string): MediaMetadata {
  const artwork = track.artwork.map((picture) => ({ ...picture, src: new URL(picture.src, location.href).href }));
  return new MediaMetadata({ title: track.title, artist: track.author, album: siteName, artwork });
}

/** Connects the Media Session API (media keys, lock screens, headsets): current track, position, and buttons. */
export function joinMediaSession(player: Player): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  const siteName = siteNameOf();
  const actions: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
    play: () => player.play(),
    pause: () => player.pause(),
    stop: () => player.pause(),
    nexttrack: () => player.next(),
    previoustrack: () => player.previous(),
    seekbackward: ({ seekOffset }) => player.skip(seekOffset ? -seekOffset * 1000 : -seekMs),
    seekforward: ({ seekOffset }) => player.skip(seekOffset ? seekOffset * 1000 : seekMs),
    seekto: ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime * 1000),
  };
  for (const [action, handler] of Object.entries(actions)) {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // Browsers know different actions.
    }
  }

  let shown: Track | null = null;
  const update = (): void => {
    const { track, status, durationMs, modes } = player.state();
    if (track !== shown) {
      shown = track;
      session.metadata = track && metadataOf(track, siteName);
    }
    session.playbackState =
      track === null ? 'none' : status === 'playing' || status === 'loading' ? 'playing' : 'paused';
    if (track === null || durationMs < skipMs / 1000) return session.setPositionState?.();
    const position = Math.min(player.positionMs(), durationMs) / 1000;
    session.setPositionState?.({ duration: durationMs / 1000, position, playbackRate: modes.rate });
  };
  player.subscribe(update);
  player.onJump(update);
  update();
}
