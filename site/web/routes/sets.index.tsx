import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { listLoader } from './-sharing.ts';
import { SharingListPage } from '#features/sharing/web/sharing-list-page.tsx';
import { ListPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/sets/')({
  ...listRoute,
  loader: listLoader('set'),
  pendingComponent: () => <ListPending kind="set" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="set" />,
  component: function Sets() {
    return <SharingListPage filter={filterOf('set', Route.useLoaderDeps())} kind="set" />;
  },
});
