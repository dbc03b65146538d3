import { createFileRoute } from '@tanstack/react-router';
import type { Input } from '#site/contract/contract.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { TakedownPage } from '#content/rights/web/takedown-page.tsx';
import { CallError } from '#platform/web/lib/call.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

type Subject = Input<'GET /legal/takedown/subject'>['query'];

export const Route = createFileRoute('/legal/takedown/')({
  validateSearch: (search: Record<string, unknown>): { kind?: string; id?: string } => ({
    ...(typeof search['kind'] === 'string' && { kind: search['kind'].slice(0, 40) }),
    ...(typeof search['id'] === 'string' && { id: search['id'].slice(0, 40) }),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, call }, deps: { kind, id } }) => {
    const { site } = await queryClient.ensureQueryData(sessionQuery(call));
    const subject = { kind, id } as Subject;
    // What is not there, or not for everybody, leaves the field empty.
    const url =
      kind === undefined || id === undefined
        ? ''
        : await call('GET /legal/takedown/subject', { query: subject }).then(
            (found) => found.url,
            (error: unknown) => {
              if (error instanceof CallError) return '';
              throw error;
            },
          );
    const head = pageHead(site, {
      path: '/legal/takedown',
      title: 'Copyright complaint',
      description: `What a copyright complaint to ${site.name} needs, and the form for it.`,
      isUnlisted: true,
    });
    return { url, head };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  component: function Takedown() {
    return <TakedownPage url={Route.useLoaderData().url} />;
  },
});
