import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { coalesce } from '#web/lib/coalesce.ts';
import { subscribe } from '#web/lib/socket.ts';
import { type Answer, type Thread, hasAnswer, patchAnswer, putAnswer } from './thread.ts';

/** A live event of a thread's topic, as its type names it. */
export interface ThreadEvent {
  readonly type: string;
  readonly data: unknown;
}

/** What {@link useThreadLive} needs to know of the page. The functions may change with each render. */
export interface LiveThread<A extends Answer> {
  readonly thread: Thread<A>;
  readonly topic: string;
  /** Number of the topic's last event when the page was loaded. */
  readonly eventSeq: number;
  /** The end of the thread is shown: new answers join it. */
  readonly atEnd: boolean;
  /** Events of answers; of all others the parent is read again. */
  readonly events: { readonly created: string; readonly changed: string };
  /** Reads the parent again. */
  readParent(): unknown;
  /** An answer was read again. */
  onAnswer?(answer: A): void;
  /** Handles an event by itself. @returns false where it did not */
  onEvent?(event: ThreadEvent): boolean;
  /** Events were missed: everything is read again. */
  onReset(): void;
}

const idIn = (data: unknown): string => {
  const id = (data as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : '';
};

/** Keeps an open thread up to date. @returns how many answers came after those that are loaded */
export function useThreadLive<A extends Answer>(live: LiveThread<A>): { waiting: number; clear(): void } {
  const call = useCall();
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  // Where the first load stood; after that the socket counts for itself.
  const [after] = useState(live.eventSeq);
  const latest = useRef(live);
  useEffect(() => {
    latest.current = live;
  });
  const { topic } = live;
  const { parentId } = live.thread;
  useEffect(() => {
    const burst = coalesce();
    const readParent = () => latest.current.readParent();
    const readAnswer = (answerId: string) => {
      const { thread } = latest.current;
      return thread.type.read(call, answerId).then(
        (answer) => {
          putAnswer(client, thread, answer);
          latest.current.onAnswer?.(answer);
        },
        (error: unknown) => {
          if (error instanceof CallError && error.code === thread.type.notFound)
            patchAnswer(client, thread, answerId, () => null);
        },
      );
    };
    const stop = subscribe(topic, {
      after,
      onEvent(event) {
        const { events, thread, atEnd } = latest.current;
        if (latest.current.onEvent?.(event)) return;
        const id = idIn(event.data);
        const isShown = hasAnswer(client, thread, id);
        if (event.type === events.created) {
          // The reader's own answer may be here before the event.
          if (isShown) return;
          if (!atEnd) setWaiting((old) => new Set([...old, id]));
          burst.now(id, () => readAnswer(id));
          burst.run(parentId, readParent);
        } else if (event.type === events.changed) {
          burst.run(id, () => readAnswer(id));
          burst.run(parentId, readParent);
        } else if (isShown) {
          burst.run(id, () => readAnswer(id));
        } else if (id === parentId) {
          burst.run(parentId, readParent);
        }
      },
      onReset() {
        void client.invalidateQueries({ queryKey: latest.current.thread.type.key(parentId) });
        latest.current.onReset();
      },
    });
    return () => {
      stop();
      burst.stop();
    };
  }, [topic, parentId, after, call, client]);
  return { waiting: live.atEnd ? 0 : waiting.size, clear: () => setWaiting(new Set()) };
}
