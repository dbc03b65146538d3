import { realtimePath } from '#platform/contract/event.ts';
import type { ClockProbe } from './clock-probes.ts';
import { liveConnection } from './connection-state.ts';
import { makeSocket, type Socket } from './socket-client.ts';
import type { TopicHandlers } from './socket-topic.ts';

/**
 * One socket per tab. It opens when the first topic is wanted, once the browser is idle, and closes when none is left:
 * a page that needs nothing live has none.
 */
let socket: Socket | undefined;

/** When the page was asked for, on the clock of `performance.now()`: 0 is the navigation that loaded it. */
let pageSince = 0;
/** Older data than this is not made up for: whoever shows it keeps its number. */
const MAX_AGE_MS = 60_000;

/** The browser goes to another page of the site: what that page shows is read from now on. */
export function markNavigation(): void {
  pageSince = performance.now();
}

function open(): Socket {
  socket ??= start();
  return socket;
}

function start(): Socket {
  const client = makeSocket({
    connect: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}${realtimePath}`),
    onReady: liveConnection,
    dataAge: () => Math.min(Math.ceil(performance.now() - pageSince), MAX_AGE_MS),
    whenIdle(run) {
      // Safari has no idle callback.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 });
      else setTimeout(run, 500);
    },
  });
  addEventListener('online', client.wake);
  addEventListener('pageshow', client.wake);
  // A page with an open socket gets no place in the browser's back/forward cache.
  addEventListener('pagehide', client.sleep);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && client.wake());
  return client;
}

/**
 * Listens to a topic, from the browser only (effects). After a lost connection what was missed comes again. @returns
 * what stops it.
 */
export function subscribe(topic: string, handlers: TopicHandlers): () => void {
  return open().subscribe(topic, handlers);
}

/** Calls the listener when the session of this tab was ended elsewhere. @returns unsubscribes */
export function onSignedOut(listener: () => void): () => void {
  return open().onSignedOut(listener);
}

/** Asks the server's clock once. @returns null without a connection */
export function probeClock(): Promise<ClockProbe | null> {
  return open().probe();
}
