import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fileErrors } from '#platform/contract/file-errors.ts';
import { type FilePurpose, filePurposes } from '#content/media/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { refetch } from '#platform/web/lib/query-client.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { isUnexplained, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { type ToastTexts, toast } from '#platform/web/ui/overlays/toast.ts';
import { profileSettingsQuery } from './queries.ts';

/** A place of the profile for one file. */
export interface FileSlot {
  readonly busy: boolean;
  /** 0 to 1 while the file is on its way; null otherwise. */
  readonly progress: number | null;
  /** What is shown until the server has processed the file: an address of this browser. */
  readonly previewUrl: string | null;
  /** Whether a file may come in, by its size; says why not. */
  admits(file: File): boolean;
  choose(file: File): void;
  remove(): void;
}

/** Options of {@link useFileSlot}. */
export interface SlotOptions {
  readonly purpose: FilePurpose;
  /** What the place shows as the server has it. */
  readonly savedUrl: string | null;
  /** Which slot: `avatar`, `background-video`. */
  readonly name: string;
  /** Claims the staged file for its place, or takes the present one away (null). */
  readonly claim: (fileId: string | null) => Promise<{ url: string | null }>;
  /** Said when the network or the server fails. */
  readonly failure: ToastTexts;
  readonly success: ToastTexts;
  readonly removed: ToastTexts;
}

const megabyte = 1024 * 1024;
/** How often, and how long, a picture that is being processed is asked for; a live event usually comes first. */
const askAgainMs = 2000;
const tries = 45;

/** One file of the profile: it goes up as soon as it is chosen, and is saved when it has come. */
export function useFileSlot({ purpose, name, savedUrl, claim, failure, success, removed }: SlotOptions): FileSlot {
  const call = useCall();
  const client = useQueryClient();
  const { viewer, announce } = useAuth();
  const transfers = useTransfers(purpose, `${name}:${viewer?.id ?? ''}`);
  const [saving, setSaving] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const handled = useRef('');
  const item = transfers.items.at(-1);
  const busy = saving || transfers.isBusy;

  // What was chosen is shown until the server has processed it, and shows it itself.
  const before = useRef(savedUrl);
  useEffect(() => {
    if (before.current === savedUrl) return;
    before.current = savedUrl;
    setChosen(null);
  }, [savedUrl]);
  useEffect(() => {
    if (chosen === null || busy) return;
    let left = tries;
    const timer = setInterval(() => {
      void client.invalidateQueries({ queryKey: profileSettingsQuery(call).queryKey });
      if (--left === 0) setChosen(null);
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [chosen, busy, call, client]);
  useEffect(() => (chosen === null ? undefined : () => URL.revokeObjectURL(chosen)), [chosen]);

  const fail = (error: unknown) => {
    if (error instanceof CallError && isUnexplained(error)) toast({ ...failure, kind: 'error' });
    else failureToast(error);
  };
  const save = async (fileId: string | null, itemId: string | null) => {
    setSaving(true);
    try {
      const { url } = await claim(fileId);
      transfers.clear();
      toast({ ...(fileId === null ? removed : success), kind: 'success' });
      // It stands beside the member's name on every page.
      void client.invalidateQueries({ refetchType: 'none' });
      await refetch(client, profileSettingsQuery(call));
      if (fileId === null || url !== null) setChosen(null);
      await announce('user updated');
    } catch (error) {
      if (itemId !== null) transfers.remove(itemId);
      setChosen(null);
      fail(error);
    } finally {
      setSaving(false);
    }
  };
  const handle = useEffectEvent((transfer: (typeof transfers.items)[number]) => {
    if (handled.current === `${transfer.id} ${transfer.state}`) return;
    handled.current = `${transfer.id} ${transfer.state}`;
    if (transfer.state === 'done' && transfer.fileId !== null) void save(transfer.fileId, transfer.id);
    else if (transfer.state === 'failed' && transfer.error) {
      const { title, detail } = transfer.error;
      toast({ ...(isUnexplained(transfer.error) ? failure : { title, description: detail }), kind: 'error' });
      transfers.remove(transfer.id);
      setChosen(null);
    } else if (transfer.state === 'unfinished' || transfer.state === 'paused') transfers.remove(transfer.id);
  });
  useEffect(() => {
    if (item) queueMicrotask(() => handle(item));
  }, [item]);
  return {
    busy,
    progress: item && item.state !== 'done' ? item.progress : null,
    previewUrl: chosen,
    admits(file) {
      const { maxBytes, tooLarge } = filePurposes[purpose];
      if (maxBytes === null || file.size <= maxBytes) return true;
      const { title, text } = fileErrors.file_too_large;
      const description = tooLarge ?? text.replace('{max}', `${maxBytes / megabyte}MB`);
      toast({ title, description, kind: 'error' });
      return false;
    },
    choose(file) {
      for (const old of transfers.items) transfers.remove(old.id);
      transfers.add([file], 1);
      setChosen(URL.createObjectURL(file));
    },
    remove: () => void save(null, null),
  };
}
