import type { Peer } from './peer.ts';

/** Concurrency limit: peers whose rules run at the same time in this process. */
const AT_ONCE = 4;
/** Milliseconds until failed rules run again, such as without a database. */
const AGAIN_MS = 1000;

/** What is to be checked of a peer. */
interface Due {
  readonly topics: Set<string>;
  /** The rights of its member may have changed: the viewer is read first. */
  readsViewer: boolean;
}

/** Steps of a recheck. */
interface Actions {
  /** Reads the viewer of a peer again, or closes its socket where the session has ended. @returns whether it is still open */
  refresh(peer: Peer): Promise<boolean>;
  /** Whether the topic's rule allows it. */
  allows(peer: Peer, topic: string): Promise<boolean>;
  /** Ends a subscription, and says so. */
  end(peer: Peer, topic: string): void;
  failed(error: unknown): void;
}

/** Rules that run again for open subscriptions. */
export interface Rechecks {
  /** Holds subscriptions of a peer and checks them soon; requests before the check are coalesced. */
  ask(peer: Peer, topics: Iterable<string>, readsViewer: boolean): void;
  /** Releases a subscription that was allowed, unless another recheck is due. */
  release(peer: Peer, topic: string): void;
}

/** Makes the queue of rechecks: a few peers at a time, the topics of a peer one by one. */
export function makeRechecks({ refresh, allows, end, failed }: Actions): Rechecks {
  const due = new Map<Peer, Due>();
  const busy = new Set<Peer>();
  /** Memoized answers for visitors, whose rights are all the same, by topic. */
  const forVisitors = new Map<string, Promise<boolean>>();

  const release = (peer: Peer, topic: string): void => {
    if (!due.get(peer)?.topics.has(topic)) peer.topics.get(topic)?.release();
  };
  const isAllowed = (peer: Peer, topic: string): Promise<boolean> => {
    if (peer.viewer) return allows(peer, topic);
    const known = forVisitors.get(topic) ?? allows(peer, topic);
    forVisitors.set(topic, known);
    return known;
  };
  const check = async (peer: Peer, { topics, readsViewer }: Due): Promise<void> => {
    try {
      if (readsViewer && !(await refresh(peer))) return;
      for (const topic of topics) {
        if (!peer.topics.has(topic)) topics.delete(topic);
        else if (await isAllowed(peer, topic)) {
          topics.delete(topic);
          release(peer, topic);
        } else {
          topics.delete(topic);
          end(peer, topic);
        }
      }
    } catch (error) {
      failed(error);
      // It stays held meanwhile.
      for (const topic of topics) forVisitors.delete(topic);
      setTimeout(() => ask(peer, topics, readsViewer), AGAIN_MS).unref();
    }
  };
  const run = (): void => {
    for (const [peer, one] of due) {
      if (busy.size >= AT_ONCE) return;
      if (busy.has(peer)) continue;
      due.delete(peer);
      busy.add(peer);
      void check(peer, one).finally(() => {
        busy.delete(peer);
        if (due.size === 0) forVisitors.clear();
        run();
      });
    }
  };
  const ask = (peer: Peer, topics: Iterable<string>, readsViewer: boolean): void => {
    if (peer.isGone) return;
    const recheck = due.get(peer) ?? { topics: new Set(), readsViewer: false };
    for (const topic of topics) {
      recheck.topics.add(topic);
      forVisitors.delete(topic);
      peer.topics.get(topic)?.hold();
    }
    recheck.readsViewer ||= readsViewer;
    if (recheck.topics.size === 0 && !readsViewer) return;
    due.set(peer, recheck);
    run();
  };
  return { ask, release };
}
