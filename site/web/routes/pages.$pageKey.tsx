import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#people/legal/web/legal-page.tsx';
import { legalSearch } from '#people/legal/web/legal-search.ts';
import { loadText } from './-legal-text.ts';

export const Route = createFileRoute('/pages/$pageKey')({
  validateSearch: legalSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => loadText(context, params.pageKey, deps.version),
  head: ({ loaderData: data }) => data?.head ?? {},
  component: function OwnPage() {
    return <LegalPage textKey={Route.useParams().pageKey} version={Route.useSearch().version} />;
  },
});
