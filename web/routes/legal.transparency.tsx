import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/accounts/queries.ts';
import { transparencyQuery } from '#web/features/rights/queries.ts';
import { TransparencyPage } from '#web/features/rights/transparency-page.tsx';

export const Route = createFileRoute('/legal/transparency')({
  loader: async ({ context: { queryClient, call } }) => {
    const [{ site }] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      queryClient.ensureQueryData(transparencyQuery(call)),
    ]);
    return { title: `Transparency · ${site.name}`, canonical: `${site.url}/legal/transparency` };
  },
  head: ({ loaderData: data }) => ({
    meta: [{ title: data?.title ?? '' }],
    links: [{ rel: 'canonical', href: data?.canonical ?? '' }],
  }),
  component: TransparencyPage,
});
