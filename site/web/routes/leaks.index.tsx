import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { listLoader } from './-sharing.ts';
import { SharingListPage } from '#features/sharing/web/sharing-list-page.tsx';
import { ListPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/leaks/')({
  ...listRoute,
  loader: listLoader('leak'),
  pendingComponent: () => <ListPending kind="leak" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="leak" />,
  component: function Leaks() {
    return <SharingListPage filter={filterOf('leak', Route.useLoaderDeps())} kind="leak" />;
  },
});
