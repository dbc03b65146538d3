import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { CustomRolesTab } from '#features/staff/web/members/custom-roles-tab.tsx';
import { rolesQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/custom-roles')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(rolesQuery(call))),
  head: privateHead('Custom Roles · Admin'),
  component: CustomRolesTab,
});
