import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { DecisionsPage } from '#content/moderation/web/decision-pages.tsx';
import { decisionsQuery } from '#content/moderation/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';
import { GuardLoading } from '#site/web/shell/guard-loading.tsx';

export const Route = createFileRoute('/decisions/')({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient, call } }) => queryClient.ensureQueryData(decisionsQuery(call)),
  head: privateHead('Decisions about you'),
  pendingComponent: GuardLoading,
  component: DecisionsPage,
});
