import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { AdultsOnly } from '#content/core/web/adults-only.tsx';
import { AnswerListSkeleton } from '#content/core/web/thread/answer-list.tsx';

/** A post that is not there, or not for this reader. */
export function PostMissing() {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">Post not found</h1>
        <ButtonLink to="/forum">Back to the forum</ButtonLink>
      </div>
    </Page>
  );
}

/** An 18+ post, for whoever has not said to be an adult. */
export function PostForAdults() {
  return (
    <Page>
      <PageHeading back={{ to: '/forum', label: 'Forum' }} title="18+" />
      <AdultsOnly what="posts" />
    </Page>
  );
}

/** A post while it loads. */
export function PostPending() {
  return (
    <Page rail={<Skeleton className="h-32 rounded-card" />} railLabel="About this thread">
      <Skeleton className="mb-4 h-4 w-16" />
      <div className="mb-6 grid gap-4 rounded-card border border-hairline bg-surface p-5">
        <Skeleton className="h-8 w-3/4" />
        <div className="flex gap-3">
          <Skeleton className="size-10" round />
          <div className="grid flex-1 content-center gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
        <Skeleton className="h-3 w-11/12" />
        <Skeleton className="h-3 w-10/12" />
        <Skeleton className="h-3 w-3/5" />
      </div>
      <AnswerListSkeleton plural="replies" />
    </Page>
  );
}
