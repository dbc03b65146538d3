import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TopicName } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { type LiveHandlers, useLive } from '#platform/web/lib/socket/use-live.ts';
import type { Answer } from '#content/core/contract/shapes.ts';
import { type Thread, hasAnswer, patchAnswer, putAnswer } from './thread.ts';

/** Handlers that a thread has for the events of its topic. */
export interface ThreadHandlers {
  /** An answer is new. */
  created(event: { readonly id: string }): void;
  /** An answer has changed, or its state has. */
  changed(event: { readonly id: string }): void;
  /** Refetches what is shown after a change of the parent or of an answer. */
  touched(event: { readonly id: string }): void;
}

/** What {@link useThreadLive} needs to know of the page. The functions may change with each render. */
export interface LiveThread<A extends Answer, N extends TopicName> {
  readonly thread: Thread<A>;
  readonly topic: N;
  /** Number of the topic's last event when the page was loaded. */
  readonly eventSeq: number;
  /** The end of the thread is shown: new answers join it. */
  readonly atEnd: boolean;
  /** Which event is handled by which of a thread's handlers, or by the page itself. */
  handlers(of: ThreadHandlers): LiveHandlers<N>;
  /** Refetches the parent. */
  readParent(): unknown;
  /** An answer was read again. */
  onAnswer?(answer: A): void;
  /** Refetches everything after missed events. */
  onReset(): void;
}

/** Keeps an open thread up to date. @returns how many answers came after those that are loaded */
export function useThreadLive<A extends Answer, N extends TopicName>(
  live: LiveThread<A, N>,
): { waiting: number; clear(): void } {
  const call = useCall();
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const { thread, topic, atEnd, readParent } = live;
  const { parentId } = thread;
  const burst = useCoalescer();
  const readAnswer = (answerId: string) =>
    thread.type.read(call, answerId).then(
      (answer) => {
        putAnswer(client, thread, answer);
        live.onAnswer?.(answer);
      },
      (error: unknown) => {
        if (error instanceof CallError && error.code === `${thread.type.noun}_not_found`)
          patchAnswer(client, thread, answerId, () => null);
      },
    );
  const handlers = live.handlers({
    created({ id }) {
      // The reader's own answer may be here before the event.
      if (hasAnswer(client, thread, id)) return;
      if (!atEnd) setWaiting((old) => new Set([...old, id]));
      burst.now(id, () => readAnswer(id));
      burst.run(parentId, readParent);
    },
    changed({ id }) {
      burst.run(id, () => readAnswer(id));
      burst.run(parentId, readParent);
    },
    touched({ id }) {
      if (hasAnswer(client, thread, id)) burst.run(id, () => readAnswer(id));
      else if (id === parentId) burst.run(parentId, readParent);
    },
  });
  useLive(topic, handlers, {
    after: live.eventSeq,
    onReset() {
      void client.invalidateQueries({ queryKey: thread.type.key(parentId) });
      live.onReset();
    },
  });
  return { waiting: atEnd ? 0 : waiting.size, clear: () => setWaiting(new Set()) };
}
