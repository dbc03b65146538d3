import { useRouter } from '@tanstack/react-router';
import { AdultsOnly } from '#content/core/web/adults-only.tsx';
import { AnswerListSkeleton } from '#content/core/web/thread/answer-list.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { Skeleton, WaveformSkeleton } from '#platform/web/ui/skeleton.tsx';

/** An upload that is not there, or not for this reader. */
export function UploadMissing() {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">Upload not found</h1>
        <ButtonLink to="/uploads">All uploads</ButtonLink>
      </div>
    </Page>
  );
}

/** An 18+ upload, for whoever has not said to be an adult. */
export function UploadForAdults() {
  return (
    <Page>
      <PageHeading back={{ to: '/uploads', label: 'Uploads' }} title="18+" />
      <AdultsOnly what="uploads" />
    </Page>
  );
}

/** An upload while it loads. */
export function UploadPending() {
  return (
    <Page rail={<Skeleton className="h-32 rounded-card" />} railLabel="About this upload">
      <Skeleton className="mb-4 h-4 w-16" />
      <div className="mb-6 grid gap-4 rounded-card border border-hairline bg-surface p-5">
        <div className="flex gap-3">
          <Skeleton className="size-10" round />
          <div className="grid flex-1 content-center gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
        <Skeleton className="h-7 w-3/4" />
        <WaveformSkeleton />
      </div>
      <AnswerListSkeleton plural="comments" rows={3} />
    </Page>
  );
}

/** A page of the feed that could not be loaded. */
export function FeedError({ error, title }: { error: unknown; title: string }) {
  const router = useRouter();
  return (
    <Page>
      <h1 className="sr-only">Uploads</h1>
      <ErrorState error={error} onRetry={() => void router.invalidate()} title={title} />
    </Page>
  );
}
