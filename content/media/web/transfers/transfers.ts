import { useSyncExternalStore } from 'react';
import type { FilePurpose } from '#content/media/contract/limits.ts';
import { fetchTransport, makeCall } from '#platform/web/lib/call.ts';
import { type TransferItem, TransferQueue, type TransferServer } from './transfer-queue.ts';
import { openTransfer } from './tus-transfer.ts';

export type { TransferItem, TransferState } from './transfer-queue.ts';
export { isUnexplained, mayTryAgain, type TransferError } from './tus-transfer.ts';

const call = makeCall(fetchTransport);

const server: TransferServer = {
  open: openTransfer,
  describe: (fileId, altText) => call('PUT /files/:fileId/alternative-text', { params: { fileId }, body: { altText } }),
  staged: async () => (await call('GET /files')).items,
  discard({ address, fileId }) {
    if (fileId !== null) call('DELETE /files/:fileId', { params: { fileId } }).catch(() => {});
    else if (address !== null)
      fetch(address, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' }, keepalive: true }).catch(() => {});
  },
};

const queues = new Map<string, TransferQueue>();

/** The files of a form; the same form finds them again on another page, and after a reload. */
function queueOf(purpose: FilePurpose, place: string): TransferQueue {
  const known = queues.get(place);
  if (known) return known;
  const made = new TransferQueue(purpose, place, server);
  queues.set(place, made);
  return made;
}

/** What {@link useTransfers} gives to a form. */
export interface Transfers {
  readonly purpose: FilePurpose;
  readonly items: readonly TransferItem[];
  /** Staged files in their order, for the create call. */
  readonly fileIds: readonly string[];
  /** Something is still on its way: wait with the create call. */
  readonly isBusy: boolean;
  /** How many files of the last choice were too many. */
  readonly leftOut: number;
  /** Takes files in, at most `max` in all; one that was unfinished goes on. @returns the ids of what was taken in */
  add: (files: Iterable<File>, max?: number) => readonly string[];
  /** Resumes an unfinished transfer. @returns false when it is another file. */
  attach: (id: string, file: File) => boolean;
  /** Takes a file out, here and on the server. */
  remove: (id: string) => void;
  pause: (id: string) => void;
  /** Goes on with what is paused or failed. */
  retry: (id: string) => void;
  /** Moves a file to another place, counted from 0. */
  reorder: (id: string, to: number) => void;
  /** Takes what a picture shows into the form. */
  describe: (id: string, altText: string) => void;
  /** Stores what pictures show: when a field is left, and before a create call. @throws {CallError} */
  saveDescriptions: () => Promise<void>;
  /** Forgets all files without touching the server: a create call has claimed them. */
  clear: () => void;
}

const none: readonly TransferItem[] = [];

/**
 * The transfers of a form: they start by themselves, go on while the reader moves through the site, and are offered
 * again after a reload.
 * @param purpose what the files are for; decides kinds and sizes (`filePurposes`)
 * @param place which form, and whose: `gallery:{member}`
 */
export function useTransfers(purpose: FilePurpose, place: string): Transfers {
  const queue = typeof document === 'undefined' ? null : queueOf(purpose, place);
  const items = useSyncExternalStore(
    queue?.subscribe ?? (() => () => {}),
    () => queue?.items ?? none,
    () => none,
  );
  return {
    purpose,
    items,
    fileIds: items.flatMap((item) => (item.state === 'done' && item.fileId !== null ? [item.fileId] : [])),
    isBusy: items.some((item) => item.state === 'waiting' || item.state === 'uploading' || item.state === 'retrying'),
    leftOut: queue?.leftOut ?? 0,
    add: queue?.add ?? (() => []),
    attach: queue?.attach ?? (() => false),
    remove: queue?.remove ?? nothing,
    pause: queue?.pause ?? nothing,
    retry: queue?.retry ?? nothing,
    reorder: queue?.reorder ?? nothing,
    describe: queue?.describe ?? nothing,
    saveDescriptions: queue?.saveDescriptions ?? (async () => {}),
    clear: queue?.clear ?? nothing,
  };
}

function nothing(): void {}
