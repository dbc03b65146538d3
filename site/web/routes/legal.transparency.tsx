import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { transparencyQuery } from '#content/rights/web/queries.ts';
import { TransparencyPage } from '#content/rights/web/transparency-page.tsx';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

export const Route = createFileRoute('/legal/transparency')({
  loader: async ({ context: { queryClient, call } }) => {
    const [{ site }] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      queryClient.ensureQueryData(transparencyQuery(call)),
    ]);
    return {
      head: pageHead(site, {
        path: '/legal/transparency',
        title: 'Transparency',
        description: `Copyright complaints that ${site.name} has got, and what became of them.`,
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  component: TransparencyPage,
});
