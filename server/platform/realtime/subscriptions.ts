import { z } from 'zod';
import { realtime as limits } from '#contract/limits/realtime.ts';
import type { Context } from '#server/context.ts';
import { matchTopic } from './patterns.ts';
import { type Peer, type PeerActions, eventFrame, send, sendFrame } from './peer.ts';
import type { Reader, TopicReaders } from './topic-readers.ts';
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

/** Subscriptions by the rules of the features. */
export function makeSubscriptions(rules: readonly TopicRule[], readers: TopicReaders): PeerActions {
  const leave = (peer: Peer, topic: string): void => {
    const reader = peer.topics.get(topic);
    if (!reader) return;
    peer.topics.delete(topic);
    readers.leave(topic, reader);
  };

  const subscribe = async (ctx: Context, peer: Peer, wanted: Wanted): Promise<void> => {
    const { topic } = wanted;
    if (peer.topics.size >= limits.maxTopicsPerSocket && !peer.topics.has(topic))
      return send(peer, { kind: 'refused', topic, code: 'too_many' });
    const found = ruleOf(rules, topic);
    if (!found) return send(peer, { kind: 'refused', topic, code: 'not_found' });
    const { rule, params } = found;
    if (!(await rule.maySubscribe(ctx, peer.viewer, params)))
      return send(peer, { kind: 'refused', topic, code: 'forbidden' });
    // A socket that has closed while its right was checked would stay subscribed for ever.
    if (peer.isGone) return;
    await join(peer, wanted);
    if (!rule.greet || peer.isGone) return;
    const { type, data } = await rule.greet(ctx, peer.viewer, params);
    send(peer, { kind: 'event', topic, seq: null, type, data });
  };

  /** Listens, and sends what was missed. */
  const join = async (peer: Peer, { topic, after, within }: Wanted): Promise<void> => {
    leave(peer, topic);
    const reader: Reader = {
      begin: (kind, seq) => send(peer, { kind, topic, seq }),
      event: (event) => sendFrame(peer, eventFrame(event)),
      frame: (frame) => sendFrame(peer, frame),
    };
    peer.topics.set(topic, reader);
    await readers.join(topic, reader, { after, within });
  };

  const receive = async (ctx: Context, peer: Peer, text: string): Promise<void> => {
    let message: z.infer<typeof clientMessage>;
    try {
      message = clientMessage.parse(JSON.parse(text));
    } catch {
      peer.socket.close(1003, 'not a message of this protocol');
      return;
    }
    if (message.kind === 'ping') {
      const { sentAt } = message;
      send(peer, { kind: 'pong', ...(sentAt !== undefined && { sentAt }), now: ctx.clock.now().getTime() });
    } else if (message.kind === 'unsubscribe') leave(peer, message.topic);
    else await subscribe(ctx, peer, message);
  };

  return { receive, leave };
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
