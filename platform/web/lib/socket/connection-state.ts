/**
 * Whether this tab reaches its site: `offline` when neither a call nor a probe is answered, `reconnecting` when calls are
 * answered and the live connection has been lost for a while.
 */
export type ConnectionState = 'online' | 'reconnecting' | 'offline';

/** Milliseconds after which a lost live connection is shown: a restart of the site is over by then. */
const LOST_MS = 10_000;
/** Milliseconds without an answer after which a call starts a probe; with the probe's timeout less than five seconds. */
const SLOW_MS = 2500;
const PROBE_MS = 2000;
/** Milliseconds between probes while the site is not reached. */
const PROBE_EVERY_MS = 3000;

/** Makes the state of a tab's connection. */
export function makeConnectionState() {
  const listeners = new Set<() => void>();
  let state: ConnectionState = 'online';
  let isOffline = false;
  let isLost = false;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let isProbing = false;

  const update = (): void => {
    const next = isOffline ? 'offline' : isLost ? 'reconnecting' : 'online';
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  /** Probes the site, and repeats the probe while it is not reached. Any answer of the network counts. */
  const probeSite = async (): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    try {
      await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
      isOffline = false;
    } catch {
      isOffline = true;
      setTimeout(() => void probeSite(), PROBE_EVERY_MS);
    } finally {
      isProbing = false;
      update();
    }
  };
  return {
    connectionState: (): ConnectionState => state,
    /** @returns stops listening */
    onConnectionState(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The live connection was lost (false), is back, or is not wanted any more. */
    liveConnection(isThere: boolean): void {
      if (isThere) {
        clearTimeout(lostTimer);
        lostTimer = undefined;
        isLost = false;
        update();
      } else
        lostTimer ??= setTimeout(() => {
          isLost = true;
          update();
        }, LOST_MS);
    },
    probeSite,
    /** Watches one request: a network that fails or does not answer is probed. */
    async watched<T>(request: Promise<T>): Promise<T> {
      const slow = setTimeout(() => void probeSite(), SLOW_MS);
      try {
        return await request;
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) void probeSite();
        throw error;
      } finally {
        clearTimeout(slow);
      }
    },
  };
}

/** The connection of this tab. */
export const { connectionState, onConnectionState, liveConnection, probeSite, watched } = makeConnectionState();

/** Follows the browser's `online` and `offline` events. Call it once, in the browser. @returns stops */
export function followNetwork(): () => void {
  const probe = (): void => void probeSite();
  for (const event of ['online', 'offline']) addEventListener(event, probe);
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, probe);
  };
}
