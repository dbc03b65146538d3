import { createFileRoute } from '@tanstack/react-router';
import { itemRoute } from '#features/sharing/web/address.ts';
import { ItemPage } from '#features/sharing/web/item-page.tsx';
import { itemLoader } from './-sharing.ts';
import { ItemMissing, ItemPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/editing-packs/$itemId')({
  ...itemRoute('Editing pack not found'),
  loader: itemLoader('editing_pack'),
  pendingComponent: ItemPending,
  notFoundComponent: () => <ItemMissing kind="editing_pack" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="editing_pack" />,
  component: function EditingPack() {
    return <ItemPage {...Route.useLoaderData()} {...Route.useParams()} kind="editing_pack" />;
  },
});
