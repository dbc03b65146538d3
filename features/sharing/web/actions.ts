import { useQueryClient } from '@tanstack/react-query';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { removal, useLike } from '#content/core/web/cache/content-actions.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { items, putItem } from './cache.ts';
import { at } from './endpoints.ts';

/** The actions on an item. A like is an optimistic update: it is undone when the server refuses. */
export function useItemActions(item: SharedItem) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { id, kind } = item;
  const params = { itemId: id };
  const patch = (change: (old: SharedItem) => SharedItem) => items[kind].patch(client, id, change);
  const again = async () => putItem(client, await call(at(kind, 'GET /songs/:itemId'), { params }));
  const like = useLike(item, patch, (on) => call(at(kind, 'PUT /songs/:itemId/like'), { params, body: { on } }));
  return {
    async like() {
      if (viewer) return await like();
      const { title, text } = shownErrors[kind === 'song' ? 'track_like_sign_in' : 'item_like_sign_in'];
      toast({ title, description: text, kind: 'error' });
    },
    /** Counts a download of a member; the link itself leads there, also where this fails. */
    countDownload() {
      if (!viewer || item.downloadCount === null) return;
      call(at(kind, 'POST /drumkits/:itemId/download'), { params }).then(
        ({ downloadCount }) => patch((old) => ({ ...old, downloadCount })),
        () => {},
      );
    },
    /** Of a set. @throws {CallError} */
    async setVisibility(visibility: 'public' | 'link' | 'private', releaseAt?: string | null) {
      const body = { visibility, ...(releaseAt !== undefined && { releaseAt }) };
      putItem(client, await call('PUT /sets/:itemId/visibility', { params, body }));
      items[kind].stale(client);
    },
    ...removal(
      {
        remove: (reason) => call(at(kind, 'DELETE /songs/:itemId'), { params, body: { reason } }),
        restore: () => call(at(kind, 'POST /songs/:itemId/restore'), { params }),
      },
      () => {
        items[kind].stale(client);
        return again();
      },
    ),
  };
}
