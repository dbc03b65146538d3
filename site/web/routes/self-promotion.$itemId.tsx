import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { itemRoute } from '#features/sharing/web/address.ts';
import { itemHead } from '#features/sharing/web/heads.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { loadItem } from '#features/sharing/web/load.ts';
import { ItemForAdults, ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

const kind = 'self_promotion_post';

export const Route = createFileRoute('/self-promotion/$itemId')({
  ...itemRoute,
  loader: async ({ context, params, deps }) => {
    const { site } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    const { facts, ...thread } = await loadItem(context, kind, params.itemId, deps.around);
    return { ...thread, isForAdults: facts === null, head: itemHead(site, facts) };
  },
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind={kind} />,
  errorComponent: ({ error }) => <SharingError error={error} kind={kind} />,
  component: function SelfPromotionPost() {
    const { itemId } = Route.useParams();
    const { isForAdults, around, missingReply } = Route.useLoaderData();
    if (isForAdults) return <ItemForAdults kind={kind} />;
    return <ItemPage key={itemId} around={around} itemId={itemId} kind={kind} missingReply={missingReply} />;
  },
});
