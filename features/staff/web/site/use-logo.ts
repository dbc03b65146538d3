import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SitePicture } from '#people/site-settings/contract/limits.ts';
import { fileErrors } from '#platform/contract/file-errors.ts';
import { filePurposes } from '#content/media/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { type TransferItem, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { staffKeys } from '#features/staff/web/queries.ts';

/** How often, in milliseconds, an upload that is being processed is asked for, and how many times. */
const poll = { everyMs: 700, times: 90 };

/** Uploads a picture and makes it the logo, or another picture of the site, once the site has processed it. */
export function useLogo({ name, label }: { readonly name: string; readonly label: string }): {
  readonly busy: boolean;
  choose(file: File): void;
} {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const { viewer } = useAuth();
  const transfers = useTransfers('site_logo', `site-${name}:${viewer?.id ?? ''}`);
  const [saving, setSaving] = useState(false);
  const handled = useRef('');
  const item = transfers.items.at(-1);

  const save = async (fileId: string) => {
    setSaving(true);
    try {
      for (let left = poll.times; left > 0; left--) {
        const { processing } = await call('GET /files/:fileId', { params: { fileId } });
        if (processing !== 'waiting') break;
        await new Promise((resolve) => setTimeout(resolve, poll.everyMs));
      }
      client.setQueryData(
        staffKeys.settings,
        await call('POST /staff/logo', { body: { fileId, name: name as SitePicture } }),
      );
      toast({ title: `${label} set`, kind: 'success' });
      transfers.clear();
      await client.invalidateQueries({ queryKey: ['session'] });
      await router.invalidate();
    } catch (error) {
      failureToast(error);
      for (const old of transfers.items) transfers.remove(old.id);
    } finally {
      setSaving(false);
    }
  };
  const handle = useEffectEvent((transfer: TransferItem) => {
    if (handled.current === `${transfer.id} ${transfer.state}`) return;
    handled.current = `${transfer.id} ${transfer.state}`;
    if (transfer.state === 'done' && transfer.fileId !== null) void save(transfer.fileId);
    else if (transfer.state === 'failed' && transfer.error) {
      toast({ title: transfer.error.title, description: transfer.error.detail, kind: 'error' });
      transfers.remove(transfer.id);
    } else if (transfer.state === 'unfinished' || transfer.state === 'paused') transfers.remove(transfer.id);
  });
  useEffect(() => {
    if (item) queueMicrotask(() => handle(item));
  }, [item]);

  return {
    busy: saving || transfers.isBusy,
    choose(file) {
      const { maxBytes, tooLarge } = filePurposes.site_logo;
      if (file.size > maxBytes) {
        toast({ title: fileErrors.file_too_large.title, description: tooLarge, kind: 'error' });
        return;
      }
      for (const old of transfers.items) transfers.remove(old.id);
      transfers.add([file], 1);
    },
  };
}
