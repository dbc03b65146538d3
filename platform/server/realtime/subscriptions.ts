import { z } from 'zod';
import { realtime as limits } from '#platform/contract/realtime-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { isClosedTo } from '#platform/server/http/maintenance.ts';
import { matchTopic } from './patterns.ts';
import { type Peer, type PeerActions, frameOf, send, shutOut, signOut } from './peer.ts';
import { makeRechecks } from './rechecks.ts';
import { makeSubscription } from './subscription.ts';
import type { TopicReaders } from './topic-readers.ts';
import type { TopicRule } from './topic.ts';

const MAX_WITHIN_MS = 600_000;

const clientMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('subscribe'),
    topic: z.string().max(200),
    after: z.int().min(0).optional(),
    within: z.int().min(0).max(MAX_WITHIN_MS).optional(),
  }),
  z.object({ kind: z.literal('unsubscribe'), topic: z.string().max(200) }),
  z.object({ kind: z.literal('ping'), sentAt: z.number().optional() }),
]);

type Wanted = Extract<z.infer<typeof clientMessage>, { kind: 'subscribe' }>;

/** Subscriptions of peers, and their rules run again. */
export interface Subscriptions extends PeerActions {
  /**
   * Holds subscriptions of a peer, and runs their rules again.
   * @param topics those to check; all where the rights of its member may be others now
   */
  recheck(peer: Peer, topics: readonly string[] | 'all'): void;
}

/** Subscriptions by the rules of the features. @param context of the site, once sockets are taken */
export function makeSubscriptions(
  rules: readonly TopicRule[],
  readers: TopicReaders,
  context: () => Context,
): Subscriptions {
  const leave = (peer: Peer, topic: string): void => {
    const reader = peer.topics.get(topic);
    if (!reader) return;
    peer.topics.delete(topic);
    readers.leave(topic, reader);
  };
  const allows = async ({ viewer }: Peer, topic: string): Promise<boolean> => {
    const match = context().switches.isOffTopic(topic) ? null : ruleOf(rules, topic);
    return match !== null && (await match.rule.maySubscribe(context(), viewer, match.params));
  };
  const refresh = async (peer: Peer): Promise<boolean> => {
    const before = peer.viewer;
    peer.viewer = await peer.readViewer();
    if (before && !peer.viewer) signOut(peer);
    else if (isClosedTo(context(), peer.viewer)) shutOut(peer);
    else return true;
    return false;
  };
  const rechecks = makeRechecks({
    refresh,
    allows,
    end(peer, topic) {
      leave(peer, topic);
      send(peer, { kind: 'ended', topic, code: 'forbidden' });
    },
    failed: (error) => context().log.error({ err: error }, 'the right to listen could not be checked'),
  });

  const subscribe = async (peer: Peer, wanted: Wanted): Promise<void> => {
    const { topic } = wanted;
    if (peer.topics.size >= limits.maxTopicsPerSocket && !peer.topics.has(topic))
      return send(peer, { kind: 'refused', topic, code: 'too_many' });
    const match = ruleOf(rules, topic);
    if (!match) return send(peer, { kind: 'refused', topic, code: 'not_found' });
    leave(peer, topic);
    // In the list, and held, before its right is known: a change that comes meanwhile checks it again.
    const subscription = makeSubscription(peer, topic);
    peer.topics.set(topic, subscription);
    // The socket may have closed, or the subscription have ended.
    const isHere = (): boolean => !peer.isGone && peer.topics.get(topic) === subscription;
    if (!(await refresh(peer))) return;
    const isAllowed = await allows(peer, topic);
    if (!isHere()) return;
    if (!isAllowed) {
      leave(peer, topic);
      return send(peer, { kind: 'refused', topic, code: 'forbidden' });
    }
    rechecks.release(peer, topic);
    await readers.join(topic, subscription, wanted);
    const { rule, params } = match;
    if (!rule.greet || !isHere()) return;
    const { type, data } = await rule.greet(context(), peer.viewer, params);
    if (isHere()) subscription.frame(frameOf({ kind: 'event', topic, seq: null, type, data }));
  };

  const receive = async (peer: Peer, text: string): Promise<void> => {
    let message: z.infer<typeof clientMessage>;
    try {
      message = clientMessage.parse(JSON.parse(text));
    } catch {
      peer.socket.close(1003, 'not a message of this protocol');
      return;
    }
    if (message.kind === 'ping') {
      const { sentAt } = message;
      send(peer, { kind: 'pong', ...(sentAt !== undefined && { sentAt }), now: context().clock.now().getTime() });
    } else if (message.kind === 'unsubscribe') leave(peer, message.topic);
    else await subscribe(peer, message);
  };

  const recheck = (peer: Peer, topics: readonly string[] | 'all'): void =>
    topics === 'all'
      ? rechecks.ask(peer, peer.topics.keys(), true)
      : rechecks.ask(
          peer,
          topics.filter((topic) => peer.topics.has(topic)),
          false,
        );
  return { receive, leave, recheck };
}

function ruleOf(
  rules: readonly TopicRule[],
  topic: string,
): { rule: TopicRule; params: Readonly<Record<string, string>> } | null {
  for (const rule of rules) {
    const params = matchTopic(rule.pattern, topic);
    if (params) return { rule, params };
  }
  return null;
}
