import { createFileRoute } from '@tanstack/react-router';
import { itemRoute } from '#features/sharing/web/address.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { itemLoader } from './-sharing.ts';
import { ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/leaks/$itemId')({
  ...itemRoute('Leak not found'),
  loader: itemLoader('leak'),
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind="leak" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="leak" />,
  component: function Leak() {
    return <ItemPage {...Route.useLoaderData()} {...Route.useParams()} kind="leak" />;
  },
});
