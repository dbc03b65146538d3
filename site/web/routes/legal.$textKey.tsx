import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#people/legal/web/legal-page.tsx';
import { legalSearch } from '#people/legal/web/legal-search.ts';
import { loadText } from './-legal-text.ts';

export const Route = createFileRoute('/legal/$textKey')({
  validateSearch: legalSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => loadText(context, params.textKey, deps.version),
  head: ({ loaderData: data }) => data?.head ?? {},
  component: function Text() {
    return <LegalPage textKey={Route.useParams().textKey} version={Route.useSearch().version} />;
  },
});
