import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { AuditLogTab } from '#features/staff/web/audit-log-tab.tsx';
import { auditFilter } from '#features/staff/web/audit-filter.ts';
import { auditQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/audit-log')({
  validateSearch: auditFilter,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    forStaff(({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(auditQuery(call, deps)))({
      context,
    }),
  head: privateHead('Audit log · Admin'),
  component: function AuditLog() {
    return <AuditLogTab filter={Route.useSearch()} />;
  },
});
