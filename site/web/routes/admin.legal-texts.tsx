import { createFileRoute } from '@tanstack/react-router';
import type { LegalKey } from '#people/legal/contract/limits.ts';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { legalSearch } from '#people/legal/web/legal-search.ts';
import { LegalTab } from '#people/legal/web/legal-tab.tsx';
import { legalSourceQuery } from '#people/legal/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/legal-texts')({
  validateSearch: (search): { text?: LegalKey; version?: number | undefined } => {
    const { text } = search;
    return { ...(typeof text === 'string' && /^[a-z\d-]{1,40}$/.test(text) && { text }), ...legalSearch(search) };
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
