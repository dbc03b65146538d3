import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { moderation } from '#content/moderation/contract/limits.ts';
import type { QueueItem } from '#content/moderation/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { type DecisionWords, useDecision } from '#features/staff/web/actions.ts';
import { staffKeys } from '#features/staff/web/queries.ts';
import { type ManyActions, manyActions } from './many-actions.ts';
import { canUndo } from './queue-words.ts';

/** Decisions that require a reason. */
export type QueueMove = 'remove' | 'escalate' | 'hold' | 'ask' | 'warning' | 'silence' | 'suspension' | 'spammer';

/** An item with its content, as somebody has read it. */
export type ReadItem = Reply<'GET /staff/queue/:itemId'>;
type Read = Pick<ReadItem, 'id' | 'version'>;
/** What staff do with items of the queue that they have read. While one is under way, the next is not begun. */
export interface QueueActions extends ManyActions {
  decide(
    item: Pick<ReadItem, 'id' | 'version' | 'subject'>,
    decision: 'approve' | 'keep' | 'remove',
    reason: string,
  ): Promise<boolean>;
  hold(item: Read, reason: string): Promise<boolean>;
  /** Asks its author to change it. */
  ask(item: Read, reason: string): Promise<boolean>;
  escalate(item: Read, reason: string): Promise<boolean>;
  undo(item: Read): Promise<boolean>;
  /** Takes the last decision of this page back. */
  undoLast(): Promise<void>;
}

const doneTexts = { approve: 'Approved', keep: 'Kept', remove: 'Removed' } as const;

/**
 * Decisions, each with the next item open at once.
 * @param goOn opens the next item @param open opens an item again @param onOutdated closes the question about an item that
 *   has changed since it was read
 */
export function useQueueActions(goOn: () => void, open: (id: string) => void, onOutdated: () => void): QueueActions {
  const carryOut = useDecision();
  const isBusy = useRef(false);
  const run = async (decide: Parameters<typeof carryOut>[0], words: DecisionWords) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    const free = () => {
      isBusy.current = false;
    };
    try {
      // Free before anything is read again: the next item is there already.
      return await carryOut((call) => decide(call).finally(free), { ...words, onOutdated });
    } finally {
      free();
    }
  };
  /** Takes the last decision of this page back, whatever it was about. */
  const last = useRef<(() => Promise<void>) | null>(null);
  const undo = async ({ id: itemId, version }: Read) => {
    const isDone = await run(
      (call) => call('POST /staff/queue/:itemId/undo', { params: { itemId }, body: { version } }),
      {
        done: { title: 'Decision taken back', description: 'The item is open again.' },
      },
    );
    if (isDone) last.current = null;
    return isDone;
  };
  const takeBack = async (item: Read | null) => {
    if (item !== null && (await undo(item))) open(item.id);
  };
  return {
    async decide({ id, version, subject }, decision, reason) {
      let decided: Read | null = null;
      const canTakeBack = canUndo(subject.kind, decision);
      const body = { version, decision, reason };
      return await run(
        async (call) => {
          const answer = await call('POST /staff/queue/:itemId/decide', { params: { itemId: id }, body });
          decided = { id, version: answer.version };
        },
        {
          done: canTakeBack
            ? {
                title: doneTexts[decision],
                description: `Undo it within 10 seconds and nobody hears of it. Key: z`,
                action: { label: 'Undo', onAct: () => void takeBack(decided) },
              }
            : subject.kind === 'profile'
              ? { title: 'Removed', description: 'The member makes it again.' }
              : { title: decision === 'approve' ? 'Granted' : 'Turned down', description: 'They are notified.' },
          onDone() {
            last.current = canTakeBack ? () => takeBack(decided) : null;
            goOn();
          },
        },
      );
    },
    hold: ({ id: itemId, version }, reason) =>
      run((call) => call('POST /staff/queue/:itemId/hold', { params: { itemId }, body: { version, reason } }), {
        done: { title: 'Held', description: 'Only its author and staff see it now.' },
      }),
    ask: ({ id: itemId, version }, reason) =>
      run((call) => call('POST /staff/queue/:itemId/ask', { params: { itemId }, body: { version, reason } }), {
        done: { title: 'The author was asked', description: 'It comes back up when they have changed it.' },
        onDone: goOn,
      }),
    escalate: ({ id: itemId, version }, reason) =>
      run((call) => call('POST /staff/queue/:itemId/escalate', { params: { itemId }, body: { version, reason } }), {
        done: { title: 'Handed to admins', description: 'They are notified.' },
      }),
    undo,
    decideMany: (...decision) => manyActions(run, last, goOn).decideMany(...decision),
    markSpammers: (...decision) => manyActions(run, last, goOn).markSpammers(...decision),
    async undoLast() {
      if (last.current === null)
        return toast({ title: 'Nothing to undo', description: 'This page has decided nothing yet.' });
      await last.current();
    },
  };
}

/** Whether a key belongs to a field, a dialog or the browser. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return true;
  const on = event.target instanceof Element ? event.target : null;
  return (
    on?.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]',
    ) != null
  );
}

/**
 * Keys of the queue (`keys` of queue-words.ts), each with what it does; null for nothing now. The keys that decide belong to
 * the component that shows the text of an item: without it there are none.
 */
export function useQueueKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return;
      const run = latest.current[event.key];
      if (!run) return;
      run();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Milliseconds between the signs of a page that has an item open: well below the lease. */
const SIGN_MS = 30_000;

/** Shows others that this page has an item open. */
export function useTaken(itemId: string, isOpen: boolean): void {
  const call = useCall();
  useEffect(() => {
    if (!isOpen) return;
    const params = { itemId };
    const sign = () => {
      // Who misses a sign is shown as gone; nothing is lost by it.
      call('PUT /staff/queue/:itemId/taken', { params, body: { on: true } }).catch(() => {});
    };
    const giveBack = () => {
      call('PUT /staff/queue/:itemId/taken', { params, body: { on: false } }).catch(() => {});
    };
    sign();
    const timer = setInterval(sign, SIGN_MS);
    // A page that is closed unmounts nothing. One that comes out of the browser's cache has the item open again.
    addEventListener('pagehide', giveBack);
    addEventListener('pageshow', sign);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', giveBack);
      removeEventListener('pageshow', sign);
      giveBack();
    };
  }, [call, isOpen, itemId]);
}

/** Whether a list shows other marks than there are: `taken` says who has which item open. */
export function hasOtherMarks(
  items: readonly QueueItem[],
  taken: readonly { readonly id: string; readonly by: string }[],
): boolean {
  const by = new Map(taken.map((item) => [item.id, item.by]));
  return items.some((item) => (item.takenBy?.id ?? null) !== (by.get(item.id) ?? null));
}

/** Reads again while marks are shown: a lease that ends without a word, as of a browser that crashed, announces nothing. */
export function useEndingMarks(items: readonly QueueItem[], readAgain: () => void): void {
  const isMarked = items.some((item) => item.takenBy !== null);
  const latest = useRef(readAgain);
  useEffect(() => {
    latest.current = readAgain;
  });
  useEffect(() => {
    if (!isMarked) return;
    const timer = setInterval(() => latest.current(), moderation.leaseSeconds * 1000);
    return () => clearInterval(timer);
  }, [isMarked]);
}

/** Saves the own templates of reasons. */
export function useSaveTemplates(): (items: readonly string[]) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  return async (items) => {
    try {
      client.setQueryData(staffKeys.templates, await call('PUT /staff/templates', { body: { items: [...items] } }));
    } catch (error) {
      failureToast(error);
    }
  };
}
