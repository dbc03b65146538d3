import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import type { QueueItem } from '#features/parties/contract/endpoints.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { useState } from 'react';
import { stageQuery } from './queries.ts';

/** Sends a change, then has what it changed read again. A refusal becomes a toast. */
export function useChange(queryKey: QueryKey, exact = false): (work: () => Promise<unknown>) => Promise<void> {
  const client = useQueryClient();
  return async (work) => {
    try {
      await work();
      await client.invalidateQueries({ queryKey, exact });
    } catch (error) {
      failureToast(error);
    }
  };
}

/** Adds something to the queue of a party. `busy` is the id of what is being added. */
export function useAddToQueue(partyId: string) {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    /** @param words of the toast when it is done */
    async add<R extends { queue: QueueItem[] }>(
      id: string,
      work: () => Promise<R>,
      words: (added: R) => { title: string; description: string },
    ): Promise<void> {
      setBusy(id);
      try {
        const added = await work();
        const { queue } = added;
        client.setQueryData(stageQuery(call, partyId).queryKey, (data) => data && { ...data, queue });
        toast({ ...words(added), kind: 'success' });
      } catch (error) {
        failureToast(error);
      } finally {
        setBusy(null);
      }
    },
  };
}
