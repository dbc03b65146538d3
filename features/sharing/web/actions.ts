import { useQueryClient } from '@tanstack/react-query';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { useOptimisticValue } from '#platform/web/lib/optimistic.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { patchItem, putItem, staleLists } from './cache.ts';
import { at } from './endpoints.ts';

/** The actions on an item. A like is an optimistic update: it is undone when the server refuses. */
export function useItemActions(item: SharedItem) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { id, kind } = item;
  const params = { itemId: id };
  const again = async () => putItem(client, await call(at(kind, 'GET /songs/:itemId'), { params }));
  const like = useOptimisticValue({
    key: `like:${id}`,
    value: item.liked,
    show: (liked) =>
      patchItem(client, kind, id, (old) => ({
        ...old,
        liked,
        likeCount: old.likeCount + Number(liked) - Number(old.liked),
      })),
    async send(on) {
      const { on: liked, likeCount } = await call(at(kind, 'PUT /songs/:itemId/like'), { params, body: { on } });
      return () => patchItem(client, kind, id, (old) => ({ ...old, liked, likeCount }));
    },
  });
  return {
    async like() {
      if (viewer) return await like((liked) => !liked).catch(failureToast);
      const { title, text } = shownErrors[kind === 'song' ? 'track_like_sign_in' : 'item_like_sign_in'];
      toast({ title, description: text, kind: 'error' });
    },
    /** Counts a download of a member; the link itself leads there, also where this fails. */
    countDownload() {
      if (!viewer || item.downloadCount === null) return;
      call(at(kind, 'POST /drumkits/:itemId/download'), { params }).then(
        ({ downloadCount }) => patchItem(client, kind, id, (old) => ({ ...old, downloadCount })),
        () => {},
      );
    },
    /** Of a set. @throws {CallError} */
    async setVisibility(visibility: 'public' | 'link' | 'private', releaseAt?: string | null) {
      const body = { visibility, ...(releaseAt !== undefined && { releaseAt }) };
      putItem(client, await call('PUT /sets/:itemId/visibility', { params, body }));
      staleLists(client, kind);
    },
    async remove(reason: string) {
      await call(at(kind, 'DELETE /songs/:itemId'), { params, body: { reason } });
      staleLists(client, kind);
      await again().catch(() => {});
    },
    async restore() {
      try {
        await call(at(kind, 'POST /songs/:itemId/restore'), { params });
        staleLists(client, kind);
        await again();
      } catch (error) {
        failureToast(error);
      }
    },
  };
}
