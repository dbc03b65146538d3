import { useRouter } from '@tanstack/react-router';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { MasonrySkeleton } from '#platform/web/ui/graphics/masonry.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';

/** The gallery while it loads. */
export function GalleryPending() {
  return (
    <Page width="full">
      <PageHeading title="Gallery" />
      <div className="mt-4">
        <MasonrySkeleton label="Loading images" />
      </div>
    </Page>
  );
}

/** An image that is not there, or not for this reader. */
export function ImageMissing() {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">This image does not exist any more</h1>
        <ButtonLink to="/gallery">All images</ButtonLink>
      </div>
    </Page>
  );
}

/** The gallery could not be loaded: why, and Retry. */
export function GalleryError({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <Page width="full">
      <h1 className="sr-only">Gallery</h1>
      <ErrorState error={error} onRetry={() => void router.invalidate()} title="The gallery could not be loaded." />
    </Page>
  );
}
