import { createFileRoute, isNotFound, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { SetCountdown } from '#features/sets/web/set-countdown.tsx';
import { SetEntries } from '#features/sets/web/set-entries.tsx';
import { entriesQuery } from '#features/sets/web/queries.ts';
import { isItemId, itemRoute } from '#features/sharing/web/address.ts';
import { countdownHead, itemHead } from '#features/sharing/web/heads.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { loadItem } from '#features/sharing/web/load.ts';
import { ItemForAdults, ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

const kind = 'set';

export const Route = createFileRoute('/sets/$itemId')({
  ...itemRoute,
  loader: async ({ context, params, deps }) => {
    const { site } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    const loadSet = async () => {
      // A failure is shown by the page, with Retry.
      const entries = isItemId(params.itemId)
        ? context.queryClient.prefetchInfiniteQuery(entriesQuery(context.call, params.itemId))
        : null;
      const { facts, ...thread } = await loadItem(context, kind, params.itemId, deps.around);
      await entries;
      return { ...thread, isForAdults: facts === null, album: null, head: itemHead(site, facts) };
    };
    try {
      return await loadSet();
    } catch (error) {
      if (!isNotFound(error) || !isItemId(params.itemId)) throw error;
      // An album before its hour counts down.
      const album = await context.call('GET /sets/:itemId/countdown', { params }).catch(() => null);
      // It may have opened between the two requests.
      if (!album) return await loadSet();
      return {
        around: '',
        missingReply: false,
        isForAdults: false,
        album,
        head: countdownHead(site, params.itemId, album),
      };
    }
  },
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind={kind} />,
  errorComponent: ({ error }) => <SharingError error={error} kind={kind} />,
  component: function Set() {
    const { itemId } = Route.useParams();
    const { isForAdults, album, around, missingReply } = Route.useLoaderData();
    const router = useRouter();
    const readAgain = useCallback(() => void router.invalidate(), [router]);
    if (album) return <SetCountdown album={album} onDue={readAgain} />;
    if (isForAdults) return <ItemForAdults kind={kind} />;
    return (
      <ItemPage
        key={itemId}
        around={around}
        itemId={itemId}
        kind={kind}
        missingReply={missingReply}
        renderBody={(set) => <SetEntries set={set} />}
      />
    );
  },
});
