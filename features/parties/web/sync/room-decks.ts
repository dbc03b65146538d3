import type { QueueItem } from '#features/parties/contract/endpoints.ts';
import { type Deck, makeDeck } from '#features/player/web/engine/deck/deck.ts';
import { factorOf, gainDb } from '#features/player/web/engine/deck/gain.ts';

/** Milliseconds before a sound that did not come is loaded again: a piece may have been lost on the way. */
const RELOAD_MS = [200, 500, 1000, 2000, 5000, 10_000];
/** Milliseconds without progress after which a sound that should play counts as not coming; doubled with each reload. */
const STALLED_MS = 4000;

/** The two decks of a room (double buffering): one plays, the other loads the next track. */
export interface RoomDecks {
  /** The one that sounds. */
  current(): Deck;
  /** Puts a track on the deck that sounds; null empties it. @returns true where it was another one before */
  show(item: QueueItem | null): boolean;
  /** Loads a track ahead. */
  prepare(item: QueueItem): void;
  /** Call it often while the deck should sound: where its bytes do not come, it is loaded again. */
  watch(): void;
  /** Loads again at once what did not come: the connection is back. */
  retry(): void;
  /**
   * Starts and stops both, while a press is handled: an element that was started by one may be started again without.
   * @param goesOn whether the deck that sounds is to go on
   */
  unlock(goesOn: () => boolean): void;
  setVolume(volume: number): void;
  /** Silence that keeps the place, such as while something else has to be heard. */
  setMuted(isMuted: boolean): void;
  close(): void;
}

/** What is on a deck, and how often it had to be loaded again since it last could play. */
interface Loaded {
  readonly id: string;
  readonly url: string;
  reloads: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Makes two empty decks. A sound that does not come is loaded again, for as long as it is on its deck.
 * @param onError called when what is to sound did not come
 * @param onReady called when the deck that sounds can go on: its data has come, or a seek is done
 */
export function makeRoomDecks(onError: () => void, onReady: () => void): RoomDecks {
  let [deck, spare] = [makeDeck(), makeDeck()];
  const both = [deck, spare];
  const loaded = new Map<Deck, Loaded>();
  const levels = { volume: 1, fade: 1 };
  /** Where the deck that should sound was seen, since when it has not moved on, and when it was looked at last. */
  let moved = { ms: -1, at: 0, watchedAt: 0 };

  const load = (into: Deck, item: QueueItem): void => {
    const url = item.file?.url ?? null;
    const known = loaded.get(into);
    if (url === null || (known?.id === item.id && known.url === url)) return;
    clearTimeout(known?.timer);
    loaded.set(into, { id: item.id, url, reloads: 0, timer: undefined });
    into.audio.preload = 'auto';
    into.audio.preservesPitch = true;
    into.load(url);
    into.setLevels({ gain: factorOf(gainDb(item.file!)), ...levels });
  };
  const setLevels = (next: Partial<typeof levels>): void => {
    for (const each of both) each.setLevels(Object.assign(levels, next));
  };
  const reload = (of: Deck): void => {
    const known = loaded.get(of);
    if (!known) return;
    clearTimeout(known.timer);
    known.timer = undefined;
    known.reloads++;
    moved = { ms: -1, at: performance.now(), watchedAt: 0 };
    // It is paused then, and begins again where the room is.
    of.load(known.url);
  };
  const unload = (from: Deck): void => {
    clearTimeout(loaded.get(from)?.timer);
    if (loaded.delete(from)) from.empty();
  };
  for (const each of both) {
    each.audio.addEventListener('error', () => {
      const known = loaded.get(each);
      if (!known || known.timer !== undefined) return;
      if (each === deck) onError();
      const wait = RELOAD_MS[Math.min(known.reloads, RELOAD_MS.length - 1)];
      known.timer = setTimeout(() => reload(each), wait);
    });
    for (const event of ['canplay', 'seeked'])
      each.audio.addEventListener(event, () => {
        if (each === deck && loaded.has(each)) onReady();
      });
    each.audio.addEventListener('timeupdate', () => {
      const known = loaded.get(each);
      if (known && !each.audio.paused && !each.audio.seeking) known.reloads = 0;
    });
  }

  return {
    current: () => deck,
    show(item) {
      if (item === null) {
        unload(deck);
        return false;
      }
      if (loaded.get(deck)?.id === item.id) {
        load(deck, item);
        return false;
      }
      if (loaded.get(spare)?.id === item.id) {
        deck.pause();
        [deck, spare] = [spare, deck];
        unload(spare);
      } else load(deck, item);
      return true;
    },
    prepare: (item) => load(spare, item),
    watch() {
      const { audio } = deck;
      const known = loaded.get(deck);
      const [ms, now] = [audio.currentTime * 1000, performance.now()];
      const waits = audio.seeking || audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
      const isKnown = ms === moved.ms && now - moved.watchedAt < STALLED_MS;
      moved = { ms, at: isKnown && waits ? moved.at : now, watchedAt: now };
      if (known?.timer === undefined && known && now - moved.at > STALLED_MS * 2 ** known.reloads) reload(deck);
    },
    retry() {
      for (const each of both) if (loaded.get(each)?.timer !== undefined) reload(each);
    },
    unlock(goesOn) {
      for (const each of both)
        if (each.audio.paused && loaded.has(each))
          each.play().then(
            () => {
              if (each !== deck || !goesOn()) each.pause();
            },
            () => {},
          );
    },
    setVolume: (volume) => setLevels({ volume }),
    setMuted: (isMuted) => setLevels({ fade: isMuted ? 0 : 1 }),
    close: () => both.forEach(unload),
  };
}
