import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { DecisionPage } from '#content/moderation/web/decision-pages.tsx';
import { decisionQuery } from '#content/moderation/web/queries.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';
import { GuardLoading } from '#site/web/shell/guard-loading.tsx';

export const Route = createFileRoute('/decisions/$decisionId')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call }, params }) => {
    try {
      await queryClient.ensureQueryData(decisionQuery(call, params.decisionId));
    } catch (error) {
      if (error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid')) throw notFound();
      throw error;
    }
  },
  head: privateHead('A decision of the staff'),
  pendingComponent: GuardLoading,
  component: function Decision() {
    return <DecisionPage decisionId={Route.useParams().decisionId} />;
  },
});
