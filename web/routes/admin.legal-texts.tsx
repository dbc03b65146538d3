import { createFileRoute } from '@tanstack/react-router';
import { type LegalKey, legalTexts } from '#contract/limits/legal.ts';
import { forStaff } from '#web/features/accounts/staff-loader.ts';
import { legalSearch } from '#web/features/legal/legal-search.ts';
import { LegalTab } from '#web/features/legal/legal-tab.tsx';
import { legalSourceQuery } from '#web/features/legal/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/legal-texts')({
  validateSearch: (search): { text?: LegalKey; version?: number | undefined } => {
    const text = legalTexts.find(({ key }) => key === search['text'])?.key;
    return { ...(text !== undefined && { text }), ...legalSearch(search) };
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    forStaff(
      ({ context: { queryClient, call } }) =>
        queryClient.prefetchQuery(legalSourceQuery(call, deps.text ?? 'terms', deps.version)),
      'admins',
    )({ context }),
  head: privateHead('Legal texts · Admin'),
  component: function LegalTexts() {
    const { text = 'terms', version } = Route.useSearch();
    return <LegalTab textKey={text} version={version} />;
  },
});
