import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#features/parties/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';

/** A message that was submitted and not acknowledged yet. */
export interface Unsent {
  /** The idempotency key of all tries: the server stores the message once. */
  readonly submitId: string;
  readonly content: string;
  readonly fileId: string | null;
  /** `waiting`: the connection is down, it is sent by itself; `failed`: the server refused it. */
  readonly state: 'sending' | 'waiting' | 'failed';
  /** Why it failed. */
  readonly reason: string;
}

const prefix = 'outbox:';
/** Messages that wait at most. */
const MOST = 20;
/** Exponential backoff between tries while the connection is down: milliseconds at first and at most. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/** Unsent messages of a place, as the browser stored them. */
export function readOutbox(place: string): Unsent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + place) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return (stored as Partial<Unsent>[])
      .filter((unsent) => typeof unsent.submitId === 'string' && typeof unsent.content === 'string')
      .slice(0, MOST)
      .map((unsent) => ({
        submitId: unsent.submitId!,
        content: unsent.content!,
        fileId: typeof unsent.fileId === 'string' ? unsent.fileId : null,
        state: unsent.state === 'failed' ? 'failed' : 'waiting',
        reason: typeof unsent.reason === 'string' ? unsent.reason : '',
      }));
  } catch {
    return [];
  }
}

function writeOutbox(place: string, items: readonly Unsent[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(prefix + place);
    else localStorage.setItem(prefix + place, JSON.stringify(items));
  } catch {
    // Storage may be full or forbidden: the messages last as long as the page.
  }
}

/** What {@link useOutbox} gives to a form. */
export interface Outbox {
  readonly items: readonly Unsent[];
  readonly isFull: boolean;
  send(message: { submitId: string; content: string; fileId: string | null }): void;
  /** Sends a refused message again. */
  retry(submitId: string): void;
  discard(submitId: string): void;
}

/**
 * Sends messages one after the other, in order and once. While the connection is down they wait, across reloads too; what
 * the server refuses stays with its reason. For forms that render only in the browser.
 * @param place which room, and whose
 */
export function useOutbox(
  place: string,
  partyId: string,
  on: { sent: (message: ChatMessage, notice: string | null) => void; refused: (error: unknown) => void },
): Outbox {
  const call = useCall();
  const [items, setItems] = useState(() => readOutbox(place));
  const latest = useRef(items);
  const handlers = useRef(on);
  const isRunning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wait = useRef(FIRST_WAIT_MS);
  const again = useRef(() => {});
  useEffect(() => {
    handlers.current = on;
  });
  const set = useCallback(
    (change: (items: readonly Unsent[]) => Unsent[]) => {
      latest.current = change(latest.current);
      writeOutbox(place, latest.current);
      setItems(latest.current);
    },
    [place],
  );
  const mark = useCallback(
    (submitId: string, patch: Partial<Unsent>) =>
      set((all) => all.map((unsent) => (unsent.submitId === submitId ? { ...unsent, ...patch } : unsent))),
    [set],
  );
  const drop = useCallback(
    (submitId: string) => set((all) => all.filter((unsent) => unsent.submitId !== submitId)),
    [set],
  );

  const run = useCallback(async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    clearTimeout(timer.current);
    try {
      for (;;) {
        const next = latest.current.find((unsent) => unsent.state !== 'failed');
        if (!next) return;
        const { submitId, content, fileId } = next;
        try {
          const { message, notice } = await call('POST /parties/:partyId/messages', {
            params: { partyId },
            body: { content, fileId, submitId },
          });
          wait.current = FIRST_WAIT_MS;
          drop(submitId);
          handlers.current.sent(message, notice);
        } catch (error) {
          if (error instanceof CallError && (error.code === 'network' || error.status >= 500)) {
            mark(submitId, { state: 'waiting' });
            timer.current = setTimeout(() => again.current(), wait.current);
            wait.current = Math.min(LONGEST_WAIT_MS, wait.current * 2);
            return;
          }
          mark(submitId, { state: 'failed', reason: error instanceof CallError ? error.detail : '' });
          handlers.current.refused(error);
        }
      }
    } finally {
      isRunning.current = false;
    }
  }, [call, partyId, drop, mark]);

  useEffect(() => {
    const start = () => void run();
    again.current = start;
    start();
    addEventListener('online', start);
    return () => {
      removeEventListener('online', start);
      clearTimeout(timer.current);
    };
  }, [run]);

  return {
    items,
    isFull: items.length >= MOST,
    send(message) {
      set((all) => [...all, { ...message, state: 'sending', reason: '' }]);
      void run();
    },
    retry(submitId) {
      mark(submitId, { state: 'sending', reason: '' });
      void run();
    },
    discard: drop,
  };
}
