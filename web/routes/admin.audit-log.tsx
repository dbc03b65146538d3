import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { AuditLogTab } from '#web/features/staff/audit-log-tab.tsx';
import { auditFilter } from '#web/features/staff/audit-filter.ts';
import { auditQuery } from '#web/features/staff/queries.ts';
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
