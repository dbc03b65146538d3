import { createFileRoute } from '@tanstack/react-router';
import { itemRoute } from '#features/sharing/web/address.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { itemLoader } from './-sharing.ts';
import { ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/songs/$itemId')({
  ...itemRoute('Song not found'),
  loader: itemLoader('song'),
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind="song" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="song" />,
  component: function Song() {
    return <ItemPage {...Route.useLoaderData()} {...Route.useParams()} kind="song" />;
  },
});
