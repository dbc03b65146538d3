import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { PendingImagesTab } from '#features/staff/web/queue/pending-images-tab.tsx';
import { pendingImagesQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/pending-images')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(pendingImagesQuery(call))),
  head: privateHead('Pending Images · Admin'),
  component: PendingImagesTab,
});
