import { createFileRoute, notFound } from '@tanstack/react-router';
import { gallery } from '#features/gallery/contract/limits.ts';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { cachedImage } from '#features/gallery/web/cache.ts';
import { GalleryPage } from '#features/gallery/web/gallery-page.tsx';
import { GalleryError, GalleryPending, ImageMissing } from '#features/gallery/web/gallery-states.tsx';
import { galleryHead, imageFacts } from '#features/gallery/web/heads.ts';
import { imageQuery, imagesQuery, ownImagesQuery } from '#features/gallery/web/queries.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { loadedHead } from '#platform/web/lib/page/private-head.ts';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const Route = createFileRoute('/gallery')({
  validateSearch: (query: Record<string, unknown>): { search?: string; image?: string } => {
    const search = textOf(query['search']).slice(0, gallery.searchMax);
    const image = textOf(query['image']);
    return { ...(search !== '' && { search }), ...(id.test(image) && { image }) };
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
  notFoundComponent: ImageMissing,
  errorComponent: GalleryError,
  component: function Gallery() {
    const { search = '', image } = Route.useSearch();
    const { adultsOnly } = Route.useLoaderData();
    return <GalleryPage adultsOnly={adultsOnly} openId={adultsOnly ? null : (image ?? null)} search={search} />;
  },
});
