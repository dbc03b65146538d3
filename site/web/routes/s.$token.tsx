import { useSuspenseQuery } from '@tanstack/react-query';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { openedQuery } from '#features/secret-links/web/queries.ts';
import { LinkMissing } from '#features/secret-links/web/link-missing.tsx';
import { LinkedUpload } from '#features/feed/web/upload/linked-upload.tsx';
import { ContentForAdults, ContentPending } from '#content/core/web/page/content-states.tsx';
import { Skeleton, WaveformSkeleton } from '#platform/web/ui/skeleton.tsx';
import { LinkedSet } from '#features/sets/web/linked-set.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

/** Nobody learns of this address by following a link from it, and no search engine keeps it. */
const hidden = { name: 'referrer', content: 'no-referrer' };

export const Route = createFileRoute('/s/$token')({
  loader: async ({ context: { queryClient, call }, params }) => {
    try {
      const opened = await queryClient.ensureQueryData(openedQuery(call, params.token));
      return { isForAdults: false, title: (opened.upload ?? opened.set)?.title ?? '' };
    } catch (error) {
      if (error instanceof CallError && error.code === 'secret_link_unknown') throw notFound();
      if (error instanceof CallError && error.code === 'adults_only') return { isForAdults: true, title: '18+' };
      throw error;
    }
  },
  head: ({ loaderData, matches }) =>
    privateHead(
      loaderData ? loaderData.title || 'Secret link' : 'Link not found',
      hidden,
    )({ matches: matches.slice(0, 1) }),
  pendingMs: 200,
  pendingComponent: () => (
    <ContentPending plural="comments" railLabel="About this upload" rows={3}>
      <Skeleton className="h-7 w-3/4" />
      <WaveformSkeleton />
    </ContentPending>
  ),
  notFoundComponent: LinkMissing,
  errorComponent: ({ error }) => <PageError error={error} heading="Uploads" title="The link could not be opened" />,
  component: function Opened() {
    const { token } = Route.useParams();
    if (Route.useLoaderData().isForAdults)
      return <ContentForAdults back={{ to: '/uploads', label: 'Uploads' }} what="uploads" />;
    return <Linked token={token} />;
  },
});

function Linked({ token }: { token: string }) {
  const { data } = useSuspenseQuery(openedQuery(useCall(), token));
  if (data.upload) return <LinkedUpload upload={data.upload} />;
  return data.set ? <LinkedSet set={data.set} token={token} /> : null;
}
