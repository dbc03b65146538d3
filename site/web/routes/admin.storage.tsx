import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { storageQuery } from '#features/staff/web/queries.ts';
import { StorageTab } from '#features/staff/web/site/storage-tab.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/storage')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(storageQuery(call)), 'admins'),
  head: privateHead('Storage · Admin'),
  component: StorageTab,
});
