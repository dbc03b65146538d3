import type { QueueItem } from '#contract/parties.ts';
import { type Deck, makeDeck } from '#web/features/player/engine/deck.ts';
import { factorOf, gainDb } from '#web/features/player/engine/gain.ts';

/** The two decks of a room: one sounds, the other has the next track. */
export interface RoomDecks {
  /** The one that sounds. */
  current(): Deck;
  /** Puts a track on the deck that sounds; null empties it. @returns true where it was another one before */
  show(item: QueueItem | null): boolean;
  /** Loads a track ahead. */
  prepare(item: QueueItem): void;
  /**
   * Starts and stops both, while a press is handled: an element that was started by one may be started again without.
   * @param goesOn whether the deck that sounds is to go on
   */
  unlock(goesOn: () => boolean): void;
  setVolume(volume: number): void;
  close(): void;
}

/** Makes two empty decks. @param onError called when what is to sound cannot be played */
export function makeRoomDecks(onError: () => void): RoomDecks {
  let [deck, spare] = [makeDeck(), makeDeck()];
  const both = [deck, spare];
  const loaded = new Map<Deck, string>();
  let volume = 1;

  const load = (into: Deck, item: QueueItem): void => {
    const url = item.file?.url ?? null;
    if (url === null || loaded.get(into) === item.id) return;
    loaded.set(into, item.id);
    into.audio.preload = 'auto';
    into.audio.preservesPitch = true;
    into.load(url);
    into.setLevels({ gain: factorOf(gainDb(item.file!)), volume });
  };
  const unload = (from: Deck): void => {
    if (loaded.delete(from)) from.empty();
  };
  for (const each of both)
    each.audio.addEventListener('error', () => {
      if (each === deck && loaded.has(each)) onError();
    });

  return {
    current: () => deck,
    show(item) {
      if (item === null) {
        unload(deck);
        return false;
      }
      if (loaded.get(deck) === item.id) return false;
      if (loaded.get(spare) === item.id) {
        deck.pause();
        [deck, spare] = [spare, deck];
        unload(spare);
      } else load(deck, item);
      return true;
    },
    prepare: (item) => load(spare, item),
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
    setVolume(next) {
      volume = next;
      for (const each of both) each.setLevels({ volume });
    },
    close: () => both.forEach(unload),
  };
}
