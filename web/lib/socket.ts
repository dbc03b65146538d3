import { realtimePath } from '#contract/event.ts';
import { makeSocket, type Socket, type TopicHandlers } from './socket-client.ts';

/**
 * One socket per tab. It opens when the first topic is wanted, once the browser is idle, and closes when none is left:
 * a page that needs nothing live has none.
 */
let socket: Socket | undefined;

function open(): Socket {
  socket ??= start();
  return socket;
}

function start(): Socket {
  const made = makeSocket({
    connect: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}${realtimePath}`),
    whenIdle(run) {
      // Safari has no idle callback.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 });
      else setTimeout(run, 500);
    },
  });
  addEventListener('online', made.wake);
  addEventListener('pageshow', made.wake);
  // A page with an open socket is not kept for the back button.
  addEventListener('pagehide', made.sleep);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && made.wake());
  return made;
}

/** Listens to a topic, from the browser only (effects). After a lost connection what was missed comes again. @returns what stops it. */
export function subscribe(topic: string, handlers: TopicHandlers): () => void {
  return open().subscribe(topic, handlers);
}

/** Told when the session of this tab was ended elsewhere. @returns what stops it. */
export function onSignedOut(listener: () => void): () => void {
  return open().onSignedOut(listener);
}
