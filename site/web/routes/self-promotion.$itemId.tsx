import { createFileRoute } from '@tanstack/react-router';
import { itemRoute } from '#features/sharing/web/address.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { itemLoader } from './-sharing.ts';
import { ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/self-promotion/$itemId')({
  ...itemRoute('Self-promotion post not found'),
  loader: itemLoader('self_promotion_post'),
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind="self_promotion_post" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="self_promotion_post" />,
  component: function SelfPromotionPost() {
    return <ItemPage {...Route.useLoaderData()} {...Route.useParams()} kind="self_promotion_post" />;
  },
});
