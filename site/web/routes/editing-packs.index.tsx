import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { listLoader } from './-sharing.ts';
import { SharingListPage } from '#features/sharing/web/sharing-list-page.tsx';
import { ListPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/editing-packs/')({
  ...listRoute,
  loader: listLoader('editing_pack'),
  pendingComponent: () => <ListPending kind="editing_pack" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="editing_pack" />,
  component: function EditingPacks() {
    return <SharingListPage filter={filterOf('editing_pack', Route.useLoaderDeps())} kind="editing_pack" />;
  },
});
