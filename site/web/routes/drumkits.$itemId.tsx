import { createFileRoute } from '@tanstack/react-router';
import { itemRoute } from '#features/sharing/web/address.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { itemLoader } from './-sharing.ts';
import { ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/drumkits/$itemId')({
  ...itemRoute('Drumkit not found'),
  loader: itemLoader('drumkit'),
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind="drumkit" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="drumkit" />,
  component: function Drumkit() {
    return <ItemPage {...Route.useLoaderData()} {...Route.useParams()} kind="drumkit" />;
  },
});
