import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { listLoader } from './-sharing.ts';
import { SharingListPage } from '#features/sharing/web/sharing-list-page.tsx';
import { ListPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/drumkits/')({
  ...listRoute,
  loader: listLoader('drumkit'),
  pendingComponent: () => <ListPending kind="drumkit" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="drumkit" />,
  component: function Drumkits() {
    return <SharingListPage filter={filterOf('drumkit', Route.useLoaderDeps())} kind="drumkit" />;
  },
});
