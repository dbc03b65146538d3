import { realtime as limits } from '#platform/contract/realtime-limits.ts';
import { networkOf } from '#platform/server/http/network/network.ts';

/** Whose socket it is, for its limits. */
export interface SocketOwner {
  readonly address: string;
  /** Id of the session; null for a visitor. */
  readonly session: string | null;
}

/** Counts the open sockets of one process, by network and by session. */
export interface SocketCounts {
  /** Counts a socket. @returns removes it, at most once; null when the limit is reached. */
  take(owner: SocketOwner): (() => void) | null;
}

/** Makes the counts. An IPv6 network is a /64. */
export function makeSocketCounts(): SocketCounts {
  const open = new Map<string, number>();
  return {
    take({ address, session }) {
      const places: [string, number][] = [[`network ${networkOf(address)}`, limits.socketsPerNetwork]];
      if (session !== null) places.push([`session ${session}`, limits.socketsPerSession]);
      if (places.some(([key, max]) => (open.get(key) ?? 0) >= max)) return null;
      for (const [key] of places) open.set(key, (open.get(key) ?? 0) + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        for (const [key] of places) {
          const left = open.get(key)! - 1;
          if (left > 0) open.set(key, left);
          else open.delete(key);
        }
      };
    },
  };
}

/** Token bucket for the messages of one socket: a burst, and then so many a second. */
export function makeMessageRate(now: () => number = () => performance.now()): () => boolean {
  let left: number = limits.messageBurst;
  let at = now();
  return () => {
    const timestamp = now();
    left = Math.min(limits.messageBurst, left + ((timestamp - at) / 1000) * limits.messagesPerSecond);
    at = timestamp;
    if (left < 1) return false;
    left--;
    return true;
  };
}
