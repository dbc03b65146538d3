import type { Core } from './core.ts';
import { savesData } from './intent.ts';
import { type QueueItem, currentItem, following } from './queue.ts';
import { openStream } from './sound-stream.ts';
import type { StreamSource } from './stream/source.ts';

/** Tracks of the queue as one stream. */
export interface Streams {
  /** Puts a track on the deck, so that the next one can follow without a hole. */
  open(item: QueueItem): void;
  /** What follows the track on the deck; null where nothing does. */
  next(): StreamSource | null;
}

/** Makes the streams of a player. */
export function makeStreams(
  core: Core,
  transport: { load(atMs: number, again: boolean): void; play(): void; advance(): void },
): Streams {
  function next(): StreamSource | null {
    const state = core.state();
    const queue = state.comparison || savesData() ? null : following(state);
    const item = queue && currentItem(queue);
    return item && { key: `${item.key}.${core.joins}`, url: item.track.url };
  }

  /** The track that was to follow is heard already. */
  function join(key: string, seconds: number): void {
    const queue = following(core.state());
    const item = queue && currentItem(queue);
    // The listener has just chosen otherwise.
    if (!item || next()?.key !== key) return transport.advance();
    core.joins++;
    core.loaded = item.key;
    core.tries = 0;
    core.set({ queue, track: item.track, durationMs: seconds * 1000 });
    core.level();
    core.jumped();
    core.plays.begin(item.track);
    core.isCounted = true;
    core.store();
  }

  return {
    next,
    open({ key, track }) {
      const { deck } = core;
      const first = { key, url: track.url };
      deck.stream = openStream(deck, first, {
        began: (seconds) => deck === core.deck && core.set({ durationMs: seconds * 1000 }),
        joined: (joined, seconds) => deck === core.deck && join(joined, seconds),
        failed() {
          if (deck !== core.deck) return deck.load(track.url);
          transport.load(core.positionMs(), true);
          if (core.wantsSound) transport.play();
        },
      });
    },
  };
}
