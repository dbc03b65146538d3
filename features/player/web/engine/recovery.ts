import type { Call } from '#platform/web/lib/call.ts';
import type { Core } from './core.ts';
import { currentItem, renewTrack, upcoming } from './queue.ts';
import type { Transport } from './transport.ts';
import { whyFailed } from './why-failed.ts';

const retrySeconds = [1, 2, 5, 10, 20, 30];
/** Milliseconds for which the reason is read before the next track begins. */
const readReasonMs = 2500;

/** What is done where a sound does not come. */
export interface Recovery {
  /** Finds out why it did not come, and does what can be done about it. */
  recover(): Promise<void>;
  tryAgain(): void;
}

/** Makes the recovery of a player. */
export function makeRecovery(core: Core, call: Call, { load, play, advance }: Transport): Recovery {
  const tryAgain = (): void => {
    load(core.positionMs(), true);
    if (core.wantsSound) play();
  };
  return {
    tryAgain,
    async recover() {
      const item = currentItem(core.state().queue);
      if (!item || core.deck.audio.error === null) return;
      const atMs = core.positionMs();
      const failure = await whyFailed(item.track, call);
      if (currentItem(core.state().queue)?.key !== item.key) return;
      core.pendingMs = atMs;
      if (failure.why === 'moved') {
        core.set({ queue: renewTrack(core.state().queue, failure.track) });
        return tryAgain();
      }
      const delay = failure.why === 'gone' ? undefined : retrySeconds[core.tries];
      // What the browser cannot play it cannot play the second time either, unless a piece was lost on the way.
      if (delay !== undefined && (failure.why === 'network' || core.tries === 0)) {
        core.tries++;
        if (failure.why === 'network') core.set({ failure: 'network', status: core.wantsSound ? 'loading' : 'failed' });
        core.timer = setTimeout(tryAgain, delay * 1000);
        return;
      }
      core.set({ status: 'failed', failure: failure.why });
      if (core.wantsSound && failure.why !== 'network' && upcoming(core.state().queue).length > 0)
        core.timer = setTimeout(advance, readReasonMs);
    },
  };
}
