import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { AcceptPage } from '#people/legal/web/accept-page.tsx';
import { pendingTextsQuery } from '#people/legal/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';
import { GuardLoading } from '#site/web/shell/guard-loading.tsx';

export const Route = createFileRoute('/legal/accept')({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient, call } }) => queryClient.ensureQueryData(pendingTextsQuery(call)),
  head: privateHead('New terms'),
  pendingComponent: GuardLoading,
  component: AcceptPage,
});
