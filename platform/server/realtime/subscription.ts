import { type Peer, type Subscription, eventFrame, frameOf, sendFrame } from './peer.ts';

/** Frames that wait while a right is checked; a socket with more is closed, and its page resumes where it was. */
const MAX_HELD = 200;

/** Makes a held subscription. */
export function makeSubscription(peer: Peer, topic: string): Subscription {
  let held: Buffer[] | null = [];
  const frame = (one: Buffer): void => {
    if (held === null) return sendFrame(peer, one);
    held.push(one);
    if (held.length > MAX_HELD) peer.socket.close(1013, 'too slow');
  };
  return {
    begin: (kind, seq) => frame(frameOf({ kind, topic, seq })),
    event: (event) => frame(eventFrame(event)),
    frame,
    hold() {
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = null;
      for (const next of waiting) sendFrame(peer, next);
    },
  };
}
