import { savesData } from './intent.ts';
import { type Queue, upcoming } from './queue.ts';

/** Milliseconds before the end of a track at which the next one is fetched. */
const aheadMs = 20_000;

/**
 * The address of the next track, once the end of this one is near: most listeners choose another track before that.
 * Null while nothing is to be fetched.
 */
export function nextUrl(queue: Queue, positionMs: number, durationMs: number): string | null {
  if (durationMs <= 0 || durationMs - positionMs > aheadMs) return null;
  return upcoming(queue)[0]?.track.url ?? null;
}

/** Prefetches the beginning of the next track into the browser's cache, for gapless playback. */
export interface Prefetch {
  /** Null lets go of it. The same address again changes nothing. */
  fetch(url: string | null): void;
}

/** Browser only. Nothing is prefetched for readers who save data. */
export function makePrefetch(): Prefetch {
  let audio: HTMLAudioElement | null = null;
  let fetched: string | null = null;
  return {
    fetch(url) {
      if (url === fetched || savesData()) return;
      fetched = url;
      audio ??= new Audio();
      audio.preload = 'auto';
      if (url === null) audio.removeAttribute('src');
      else audio.src = url;
      audio.load();
    },
  };
}
