import { createFileRoute, notFound } from '@tanstack/react-router';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { adultHead, uploadHead } from '#features/feed/web/heads.ts';
import { loadUpload } from '#features/feed/web/upload/load-upload.ts';
import { UploadPage } from '#features/feed/web/upload/upload-page.tsx';
import { FeedError, UploadForAdults, UploadMissing, UploadPending } from '#features/feed/web/upload/upload-states.tsx';
import { CallError } from '#platform/web/lib/call.ts';
import { loadedHead } from '#platform/web/lib/page/private-head.ts';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const Route = createFileRoute('/uploads/$uploadId')({
  validateSearch: (search: Record<string, unknown>): { comment?: string } =>
    typeof search['comment'] === 'string' && id.test(search['comment']) ? { comment: search['comment'] } : {},
  loaderDeps: ({ search }) => ({ around: search.comment ?? '' }),
  loader: async ({ context: { queryClient, call }, params, deps }) => {
    if (!id.test(params.uploadId)) throw notFound();
    const { site } = await queryClient.ensureQueryData(sessionQuery(call));
    try {
      const { facts, ...thread } = await loadUpload(queryClient, call, params.uploadId, deps.around);
      return { ...thread, isForAdults: false, head: uploadHead(site, facts) };
    } catch (error) {
      if (error instanceof CallError && error.code === 'upload_not_found') throw notFound();
      if (error instanceof CallError && error.code === 'adults_only')
        return { around: '', missingComment: false, isForAdults: true, head: adultHead(site) };
      throw error;
    }
  },
  head: loadedHead('Upload not found'),
  pendingMs: 200,
  pendingComponent: UploadPending,
  notFoundComponent: UploadMissing,
  errorComponent: ({ error }) => <FeedError error={error} title="Failed to load upload" />,
  component: function Upload() {
    const { uploadId } = Route.useParams();
    const { isForAdults, around, missingComment } = Route.useLoaderData();
    if (isForAdults) return <UploadForAdults />;
    return <UploadPage around={around} key={uploadId} missingComment={missingComment} uploadId={uploadId} />;
  },
});
