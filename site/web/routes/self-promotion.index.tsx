import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { listLoader } from './-sharing.ts';
import { SharingListPage } from '#features/sharing/web/sharing-list-page.tsx';
import { ListPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/self-promotion/')({
  ...listRoute,
  loader: listLoader('self_promotion_post'),
  pendingComponent: () => <ListPending kind="self_promotion_post" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="self_promotion_post" />,
  component: function SelfPromotion() {
    return (
      <SharingListPage filter={filterOf('self_promotion_post', Route.useLoaderDeps())} kind="self_promotion_post" />
    );
  },
});
