import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { BannedWordsTab } from '#features/staff/web/words/banned-words-tab.tsx';
import { wordsQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/banned-words')({
  // Written out, the limit of a word: every page begins with this part of the route.
  validateSearch: (search: Record<string, unknown>): { q?: string } => ({
    ...(typeof search['q'] === 'string' && search['q'] !== '' && { q: search['q'].slice(0, 80) }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    forStaff(({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(wordsQuery(call, deps.q ?? '')))(
      { context },
    ),
  head: privateHead('Banned words · Admin'),
  component: function BannedWords() {
    return <BannedWordsTab q={Route.useSearch().q ?? ''} />;
  },
});
