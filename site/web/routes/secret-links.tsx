import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { LinksPage } from '#features/secret-links/web/links-page.tsx';
import { linksQuery } from '#features/secret-links/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/secret-links')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call } }) => {
    // A failure is shown by the page, with Retry.
    await queryClient.prefetchInfiniteQuery(linksQuery(call, null));
  },
  head: privateHead('Secret links'),
  component: LinksPage,
});
