import { useQueryClient } from '@tanstack/react-query';
import type { Input } from '#site/contract/contract.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/** A new entry of a set: a track of an upload, or a song. */
export type SetThing = Input<'POST /sets/:itemId/entries'>['body'];

/** Puts things into sets, and says so. @returns whether it is in the set now */
export function useAddToSet(): (
  set: { readonly id: string; readonly title: string },
  thing: SetThing,
  title: string,
) => Promise<boolean> {
  const call = useCall();
  const client = useQueryClient();
  return async (set, thing, title) => {
    try {
      await call('POST /sets/:itemId/entries', { params: { itemId: set.id }, body: thing });
      toast({ title: `Added to “${set.title}”`, description: title, kind: 'success' });
      void client.invalidateQueries({ queryKey: ['sharing', 'set'] });
      void client.invalidateQueries({ queryKey: ['sets', 'entries', set.id] });
      return true;
    } catch (error) {
      const isThere = error instanceof CallError && error.code === 'already_in_set';
      if (isThere) toast({ title: `Already in “${set.title}”`, description: title, kind: 'info' });
      else failureToast(error);
      return isThere;
    }
  };
}
