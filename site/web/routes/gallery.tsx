import { createFileRoute, notFound } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { gallery } from '#features/gallery/contract/limits.ts';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { isId } from '#content/core/web/thread/thread-route.ts';
import { cachedImage } from '#features/gallery/web/cache.ts';
import { GalleryPage, GalleryPending } from '#features/gallery/web/gallery-page.tsx';
import { ContentMissing } from '#content/core/web/page/content-states.tsx';
import { galleryHead, imageFacts } from '#features/gallery/web/heads.ts';
import { imageQuery, imagesQuery, ownImagesQuery } from '#features/gallery/web/queries.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { loadedHead } from '#platform/web/lib/page/private-head.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const Route = createFileRoute('/gallery')({
  validateSearch: (query: Record<string, unknown>): { search?: string; image?: string } => {
    const search = textOf(query['search']).slice(0, gallery.searchMax);
    const image = textOf(query['image']);
    return { ...(search !== '' && { search }), ...(isId(image) && { image }) };
  },
  loaderDeps: ({ search: { search = '', image = '' } }) => ({ search, image }),
  loader: async ({ context: { queryClient, call }, deps: { search, image }, cause, location }) => {
    const { site, viewer } = await queryClient.ensureQueryData(sessionQuery(call));
    const factsOf = () => {
      const cached = image === '' ? undefined : cachedImage(queryClient, image);
      return cached ? imageFacts(cached) : null;
    };
    // Within the gallery the page fetches for itself and keeps standing: the search box, and what is shown.
    if (cause === 'stay') return { head: galleryHead(site, factsOf()), adultsOnly: false };
    const problem =
      image === ''
        ? null
        : queryClient.ensureQueryData(imageQuery(call, image)).then(
            () => null,
            (error: unknown) => error,
          );
    await Promise.all([
      queryClient.ensureInfiniteQueryData(startingAt(imagesQuery(call, search), startOf(location))),
      viewer && queryClient.ensureInfiniteQueryData(ownImagesQuery(call)),
    ]);
    const error = await problem;
    const code = error instanceof CallError ? error.code : null;
    if (code === 'image_not_found') throw notFound();
    if (error !== null && code !== 'adults_only') throw error;
    return { head: galleryHead(site, factsOf()), adultsOnly: code === 'adults_only' };
  },
  head: loadedHead('Image not found'),
  pendingMs: 200,
  pendingComponent: GalleryPending,
  notFoundComponent: () => (
    <ContentMissing label="All images" title="This image does not exist any more" to="/gallery" />
  ),
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Gallery" title="The gallery could not be loaded." width="full" />
  ),
  component: function Gallery() {
    const { search = '', image } = Route.useSearch();
    const { adultsOnly } = Route.useLoaderData();
    return <GalleryPage adultsOnly={adultsOnly} openId={adultsOnly ? null : (image ?? null)} search={search} />;
  },
});
