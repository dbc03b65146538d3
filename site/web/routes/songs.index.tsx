import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { listLoader } from './-sharing.ts';
import { SharingListPage } from '#features/sharing/web/sharing-list-page.tsx';
import { ListPending, SharingError } from '#features/sharing/web/states.tsx';

export const Route = createFileRoute('/songs/')({
  ...listRoute,
  loader: listLoader('song'),
  pendingComponent: () => <ListPending kind="song" />,
  errorComponent: ({ error }) => <SharingError error={error} kind="song" />,
  component: function Songs() {
    return <SharingListPage filter={filterOf('song', Route.useLoaderDeps())} kind="song" />;
  },
});
