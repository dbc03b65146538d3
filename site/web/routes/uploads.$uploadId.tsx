import { createFileRoute } from '@tanstack/react-router';
import { ContentForAdults, ContentMissing } from '#content/core/web/page/content-states.tsx';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { loadContent } from '#content/core/web/thread/load-thread.ts';
import { threadRoute } from '#content/core/web/thread/thread-route.ts';
import { uploadFacts, uploadHead } from '#features/feed/web/heads.ts';
import { commentsPages, uploadQuery } from '#features/feed/web/queries.ts';
import { UploadPage, UploadPending } from '#features/feed/web/upload/upload-page.tsx';
import { sessionQuery } from '#people/accounts/web/queries.ts';

export const Route = createFileRoute('/uploads/$uploadId')({
  ...threadRoute('comment', 'Upload not found'),
  loader: async ({ context, params: { uploadId: id }, deps }) => {
    const { site } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    const upload = { id, query: uploadQuery(context.call, id), pages: commentsPages, notFound: 'upload_not_found' };
    const { content, ...thread } = await loadContent(context, upload, deps.around);
    return { ...thread, isForAdults: content === null, head: uploadHead(site, content && uploadFacts(content)) };
  },
  pendingComponent: UploadPending,
  notFoundComponent: () => <ContentMissing label="All uploads" title="Upload not found" to="/uploads" />,
  errorComponent: ({ error }) => <PageError error={error} heading="Uploads" title="Failed to load upload" />,
  component: function Upload() {
    const { uploadId } = Route.useParams();
    const { isForAdults, around, isMissing } = Route.useLoaderData();
    if (isForAdults) return <ContentForAdults back={{ to: '/uploads', label: 'Uploads' }} what="uploads" />;
    return <UploadPage around={around} isMissing={isMissing} key={uploadId} uploadId={uploadId} />;
  },
});
