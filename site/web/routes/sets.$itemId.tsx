import { createFileRoute, isNotFound, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { SetCountdown } from '#features/sets/web/set-countdown.tsx';
import { SetEntries } from '#features/sets/web/set-entries.tsx';
import { entriesQuery } from '#features/sets/web/queries.ts';
import { isId } from '#content/core/web/thread/thread-route.ts';
import { itemRoute } from '#features/sharing/web/address.ts';
import { countdownHead } from '#features/sharing/web/heads.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { itemLoader } from './-sharing.ts';
import { ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/sets/$itemId')({
  ...itemRoute('Set not found'),
  loader: async (at) => {
    const { queryClient, call } = at.context;
    const { itemId } = at.params;
    const loadSet = async () => {
      // A failure is shown by the page, with Retry.
      const entries = isId(itemId) ? queryClient.prefetchInfiniteQuery(entriesQuery(call, itemId)) : null;
      const loaded = await itemLoader('set')(at);
      await entries;
      return { ...loaded, album: null };
    };
    try {
      return await loadSet();
    } catch (error) {
      if (!isNotFound(error) || !isId(itemId)) throw error;
      // An album before its hour counts down.
      const album = await call('GET /sets/:itemId/countdown', { params: at.params }).catch(() => null);
      // It may have opened between the two requests.
      if (!album) return await loadSet();
      const { site } = await queryClient.ensureQueryData(sessionQuery(call));
      return { around: '', isMissing: false, isForAdults: false, album, head: countdownHead(site, itemId, album) };
    }
  },
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind="set" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="set" />,
  component: function Set() {
    const { album, ...loaded } = Route.useLoaderData();
    const { itemId } = Route.useParams();
    const router = useRouter();
    const readAgain = useCallback(() => void router.invalidate(), [router]);
    if (album) return <SetCountdown album={album} onDue={readAgain} />;
    return <ItemPage {...loaded} itemId={itemId} kind="set" renderBody={(set) => <SetEntries set={set} />} />;
  },
});
