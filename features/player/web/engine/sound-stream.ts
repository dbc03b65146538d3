import type { Deck } from './deck/deck.ts';
import type { SoundStream, StreamSource } from './stream/source.ts';

/** What a stream reports. */
export interface StreamEvents {
  /** The first sound has its length, in seconds. */
  began(seconds: number): void;
  /** The one that was to follow is heard now. */
  joined(key: string, seconds: number): void;
  /** The deck has to load the sound by itself. */
  failed(): void;
}

/** Milliseconds before a join at which a timer waits for it: the element's own reports are too far apart. */
const nearMs = 600;

/** Whether the browser takes sounds in pieces. */
export function canStream(): boolean {
  if (typeof MediaSource !== 'function' || !('changeType' in SourceBuffer.prototype)) return false;
  return ['audio/mpeg', 'audio/mp4; codecs="mp4a.40.2"'].every((type) => MediaSource.isTypeSupported(type));
}

let code: Promise<typeof import('./stream/sound-feed.ts')> | undefined;

/** The code of streams, fetched when a sound is about to be played. */
export function streamCode(): Promise<typeof import('./stream/sound-feed.ts')> {
  code ??= import('./stream/sound-feed.ts').catch((error: unknown) => {
    code = undefined;
    throw error;
  });
  return code;
}

/** Puts a sound on a deck, as a stream that others may follow in. Its code may come later: the deck can be started at once. */
export function openStream(deck: Deck, first: StreamSource, events: StreamEvents): SoundStream {
  const { audio } = deck;
  const source = new MediaSource();
  const address = URL.createObjectURL(source);
  const stop = new AbortController();
  const { signal } = stop;
  let feed: ReturnType<typeof import('./stream/sound-feed.ts').makeFeed> | null = null;
  let next: StreamSource | null = null;
  /** What lies behind the sound that is heard. */
  let coming: { key: string; startsAt: number; seconds: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const failed = (): void => {
    if (signal.aborted) return;
    stop.abort();
    events.failed();
  };
  const placed = (key: string, startsAt: number, seconds: number): void => {
    if (startsAt > 0) coming = { key, startsAt, seconds };
    else events.began(seconds);
  };
  const watch = (): void => {
    clearTimeout(timer);
    feed?.pump();
    if (!coming) return;
    const leftMs = ((coming.startsAt - audio.currentTime) * 1000) / audio.playbackRate;
    if (leftMs > 0) {
      if (leftMs < nearMs && !audio.paused) timer = setTimeout(watch, leftMs);
      return;
    }
    const { key, startsAt, seconds } = coming;
    coming = null;
    deck.startsAt = startsAt;
    events.joined(key, seconds);
  };
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    feed?.close();
  });
  audio.addEventListener('timeupdate', watch, { signal });
  audio.addEventListener('seeking', () => feed?.seek(), { signal });

  deck.load(address);
  const opened = new Promise<void>((resolve) => {
    source.addEventListener('sourceopen', () => resolve(), { once: true, signal });
  });
  const begin = async (): Promise<void> => {
    const [{ makeFeed }] = await Promise.all([streamCode(), opened]);
    URL.revokeObjectURL(address);
    if (signal.aborted) return;
    feed = makeFeed(audio, source, first, { placed, removed: () => (coming = null), failed });
    feed.follow(next);
    feed.pump();
  };
  begin().catch(failed);

  return {
    follow(wanted) {
      next = wanted;
      feed?.follow(wanted);
    },
    close: () => stop.abort(),
  };
}
