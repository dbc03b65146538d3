import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/features/accounts/guard.ts';
import { AcceptPage } from '#web/features/legal/accept-page.tsx';
import { pendingTextsQuery } from '#web/features/legal/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';
import { GuardLoading } from '#web/shell/guard-loading.tsx';

export const Route = createFileRoute('/legal/accept')({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient, call } }) => queryClient.ensureQueryData(pendingTextsQuery(call)),
  head: privateHead('New terms'),
  pendingComponent: GuardLoading,
  component: AcceptPage,
});
