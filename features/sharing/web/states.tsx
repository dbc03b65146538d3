import { useRouter } from '@tanstack/react-router';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { AdultsOnly } from '#content/core/web/adults-only.tsx';
import { AnswerListSkeleton } from '#content/core/web/thread/answer-list.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { sharingWords } from './words.ts';

/** Cards that stand in while a list loads. */
const CARDS = 6;

/** The cards of a list while they load. */
export function ListSkeleton({ kind }: { kind: SharingKind }) {
  return (
    <div aria-busy="true" className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3" role="status">
      <span className="sr-only">Loading {sharingTypes[kind].nouns}</span>
      {Array.from({ length: CARDS }, (_, card) => (
        <div key={card} className="grid gap-3 rounded-card border border-hairline bg-surface p-4">
          <div className="flex gap-3">
            <Skeleton className="size-8" round />
            <div className="grid flex-1 content-center gap-2">
              <Skeleton className="h-3.5 w-32" />
              <Skeleton className="h-3 w-20" />
            </div>
          </div>
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-3 w-11/12" />
          <Skeleton className="h-8 w-32" />
        </div>
      ))}
    </div>
  );
}

/** A list while its page loads. */
export function ListPending({ kind }: { kind: SharingKind }) {
  const { title, lead } = sharingWords[kind];
  return (
    <Page width="full">
      <PageHeading lead={lead} title={title} />
      <div className="mt-4">
        <ListSkeleton kind={kind} />
      </div>
    </Page>
  );
}

/** The skeleton of an item while it loads. */
export function ItemPending() {
  return (
    <Page>
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
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-8 w-40" />
      </div>
      <AnswerListSkeleton plural="replies" rows={3} />
    </Page>
  );
}

const missing = (noun: string): string => `${noun[0]!.toUpperCase()}${noun.slice(1)} not found`;

/** The page of an item that does not exist, or not for this reader. */
export function ItemMissing({ kind }: { kind: SharingKind }) {
  const { noun, nouns, path } = sharingTypes[kind];
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">{missing(noun)}</h1>
        <ButtonLink to={path}>All {nouns}</ButtonLink>
      </div>
    </Page>
  );
}

/** Something 18+, for whoever has not said to be an adult. */
export function ItemForAdults({ kind }: { kind: SharingKind }) {
  const { nouns, path } = sharingTypes[kind];
  return (
    <Page>
      <PageHeading back={{ to: path, label: sharingWords[kind].title }} title="18+" />
      <AdultsOnly what={nouns} />
    </Page>
  );
}

/** A page that could not be loaded. */
export function SharingError({ kind, error }: { kind: SharingKind; error: unknown }) {
  const router = useRouter();
  return (
    <Page>
      <h1 className="sr-only">{sharingWords[kind].title}</h1>
      <ErrorState error={error} onRetry={() => void router.invalidate()} title="This page could not be loaded." />
    </Page>
  );
}
