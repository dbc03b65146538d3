import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { requireSession } from '#people/accounts/web/guard.ts';
import { type StatementOf, balanceQuery, statementQuery } from '#people/ledger/web/ranks/queries.ts';
import { StatementPage, StatementPending } from '#people/ledger/web/ranks/statement-page.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

const isKind = (value: unknown): value is StatementOf => value === 'xp' || value === 'credits';

export const Route = createFileRoute('/ranks/statement')({
  validateSearch: (search: Record<string, unknown>): { of?: StatementOf } => ({
    ...(isKind(search['of']) && { of: search['of'] }),
  }),
  beforeLoad: requireSession,
  loaderDeps: ({ search }) => ({ of: search.of ?? 'all' }),
  loader: async ({ context: { queryClient, call }, deps: { of } }) => {
    await Promise.all([
      queryClient.ensureQueryData(balanceQuery(call)),
      queryClient.ensureInfiniteQueryData(statementQuery(call, of)),
    ]);
  },
  head: privateHead('Statement'),
  pendingMs: 200,
  pendingComponent: StatementPending,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Statement" title="The statement could not be loaded." />
  ),
  component: function Statement() {
    return <StatementPage of={Route.useSearch().of ?? 'all'} />;
  },
});
