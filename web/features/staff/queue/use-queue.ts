import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { moderation } from '#contract/limits/moderation.ts';
import type { QueueItem } from '#contract/moderation.ts';
import { useCall } from '#web/lib/api.ts';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { useDecision } from '#web/features/staff/actions.ts';
import { staffKeys } from '#web/features/staff/queries.ts';
import { canUndo, choicesOf } from './queue-words.ts';

/** What asks for a reason first. */
export type QueueMove = 'remove' | 'escalate' | 'hold' | 'warning' | 'silence' | 'suspension';

/** What staff do with items of the queue. */
export interface QueueActions {
  decide(
    item: Pick<QueueItem, 'id' | 'subject'>,
    decision: 'approve' | 'keep' | 'remove',
    reason: string,
  ): Promise<boolean>;
  hold(itemId: string, reason: string): Promise<boolean>;
  escalate(itemId: string, reason: string): Promise<boolean>;
  undo(itemId: string): Promise<boolean>;
  /** Takes the last decision of this page back. */
  undoLast(): Promise<void>;
}

const doneTexts = { approve: 'Approved', keep: 'Kept', remove: 'Removed' } as const;

/**
 * Decisions, each with the next item open at once.
 * @param goOn opens the next item @param open opens an item again
 */
export function useQueueActions(goOn: () => void, open: (id: string) => void): QueueActions {
  const run = useDecision();
  const last = useRef<string | null>(null);
  const undo = async (itemId: string) => {
    const isDone = await run((call) => call('POST /staff/queue/:itemId/undo', { params: { itemId } }), {
      done: { title: 'Decision taken back', description: 'The item is open again.' },
    });
    if (isDone && last.current === itemId) last.current = null;
    return isDone;
  };
  return {
    async decide(item, decision, reason) {
      return await run(
        (call) => call('POST /staff/queue/:itemId/decide', { params: { itemId: item.id }, body: { decision, reason } }),
        {
          done: canUndo(item.subject.kind)
            ? { title: doneTexts[decision], description: `Press z within 10 seconds and nobody hears of it.` }
            : { title: decision === 'approve' ? 'Granted' : 'Turned down', description: 'They are notified.' },
          onDone() {
            last.current = canUndo(item.subject.kind) ? item.id : null;
            goOn();
          },
        },
      );
    },
    hold: (itemId, reason) =>
      run((call) => call('POST /staff/queue/:itemId/hold', { params: { itemId }, body: { reason } }), {
        done: { title: 'Held', description: 'Only its author and staff see it now.' },
      }),
    escalate: (itemId, reason) =>
      run((call) => call('POST /staff/queue/:itemId/escalate', { params: { itemId }, body: { reason } }), {
        done: { title: 'Handed to admins', description: 'They are notified.' },
      }),
    undo,
    async undoLast() {
      const itemId = last.current;
      if (itemId === null)
        return toast({ title: 'Nothing to undo', description: 'This page has decided nothing yet.' });
      if (await undo(itemId)) open(itemId);
    },
  };
}

/** Whether a key belongs to a field, a dialog or the browser. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return true;
  const on = event.target instanceof Element ? event.target : null;
  return on?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]') != null;
}

/** The keys of the queue (`keys` of queue-words.ts). */
export function useQueueKeys(on: {
  readonly item: QueueItem | undefined;
  onStep(by: 1 | -1): void;
  onMove(move: QueueMove): void;
  onApprove(item: QueueItem, decision: 'approve' | 'keep'): void;
  onUndo(): void;
  onKeys(): void;
}): void {
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return;
      const { item, onStep, onMove, onApprove, onUndo, onKeys } = latest.current;
      const choices = item && choicesOf(item);
      if (event.key === 'j') onStep(1);
      else if (event.key === 'k') onStep(-1);
      else if (event.key === 'z') onUndo();
      else if (event.key === '?') onKeys();
      else if (event.key === 'a' && item && choices?.yes) onApprove(item, choices.yes.decision);
      else if (event.key === 'r' && choices?.no) onMove('remove');
      else if (event.key === 'h' && choices?.canHold) onMove('hold');
      else if (event.key === 'e' && item?.state === 'open') onMove('escalate');
      else return;
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
  const by = new Map(taken.map((one) => [one.id, one.by]));
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
