import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#web/features/accounts/staff-loader.ts';
import { CustomRolesTab } from '#web/features/staff/custom-roles-tab.tsx';
import { rolesQuery } from '#web/features/staff/queries.ts';
import { tabHead } from '#web/features/staff/tab-head.ts';

export const Route = createFileRoute('/admin/custom-roles')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(rolesQuery(call))),
  head: () => tabHead('Custom Roles'),
  component: CustomRolesTab,
});
