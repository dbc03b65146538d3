import { useSyncExternalStore } from 'react';
import { fetchTransport, makeCall } from '#platform/web/lib/call.ts';
import { joinKeys } from './keys.ts';
import { joinMediaSession } from './media-session.ts';
import { makePlayer } from './player.ts';
import { type Player, type PlayerState, initialState } from './state.ts';
import { joinTabs } from './tabs.ts';

let pagePlayer: Player | undefined;

/** The player of this page: outside the pages, so that sound goes on from one to the next. Browser only (effects, clicks). */
export function sitePlayer(): Player {
  if (!pagePlayer) {
    pagePlayer = makePlayer(makeCall(fetchTransport));
    joinTabs(pagePlayer);
    joinMediaSession(pagePlayer);
    joinKeys(pagePlayer);
  }
  return pagePlayer;
}

const subscribe = (listener: () => void): (() => void) => sitePlayer().subscribe(listener);

/** A part of what the player does; before hydration, of a player that has nothing. @param select gives a plain value, or a part of the state as it is */
export function usePlayer<T>(select: (state: PlayerState) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(sitePlayer().state()),
    () => select(initialState),
  );
}

const subscribeFrames = (listener: () => void): (() => void) => sitePlayer().onFrame(listener);
const subscribeNothing = (): (() => void) => () => {};

/** Whole seconds of the playhead; 0 where the track is not the one in the player. */
export function useSecond(isCurrent: boolean): number {
  return useSyncExternalStore(
    isCurrent ? subscribeFrames : subscribeNothing,
    () => (isCurrent ? Math.floor(sitePlayer().positionMs() / 1000) : 0),
    () => 0,
  );
}
