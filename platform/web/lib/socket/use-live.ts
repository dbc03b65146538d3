import { useEffect, useRef } from 'react';
import type { EventData, EventName, TopicName } from '#site/contract/contract.ts';
import { subscribe } from './socket.ts';

/** Handlers of a topic's events, by type; events without one are ignored. */
export type LiveHandlers<N extends TopicName> = { readonly [E in EventName<N>]?: (data: EventData<N, E>) => void };

/** What a page does besides handling events. */
export interface LiveOptions {
  /** Something was missed and cannot be sent again: fetch the page's data again. */
  onReset?(): void;
  /** The current viewer may not subscribe to the topic, or not any more. Without it `onReset` is called when a right ends. */
  onRefused?(): void;
  /** Number of the last event that the page's data includes, where the page knows it. Read when it begins to listen. */
  readonly after?: number;
}

/**
 * Listens to a topic while the component is shown. Topics, events and their data have the types of the contract. The
 * functions may change with each render.
 * @param topic null: to none
 */
export function useLive<N extends TopicName>(
  topic: N | null,
  handlers: LiveHandlers<N>,
  options: LiveOptions = {},
): void {
  const latest = useRef({ handlers, options });
  useEffect(() => {
    latest.current = { handlers, options };
  });
  useEffect(() => {
    if (topic === null) return;
    const { after, onRefused } = latest.current.options;
    return subscribe(topic, {
      ...(after !== undefined && { after }),
      // The server sends what the contract says: it has the same types.
      onEvent: ({ type, data }) => latest.current.handlers[type as EventName<N>]?.(data as never),
      onReset: () => latest.current.options.onReset?.(),
      // Without one, a right that ends has the data fetched again, by `onReset`.
      ...(onRefused && { onRefused: () => latest.current.options.onRefused?.() }),
    });
  }, [topic]);
}
