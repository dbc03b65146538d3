import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { ContentMissing, ContentPending } from '#content/core/web/page/content-states.tsx';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { Page } from '#platform/web/ui/page.tsx';
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
        <div key={card} className="grid gap-3 rounded-card border border-hairline bg-surface p-3">
          <div className="flex gap-3">
            <Skeleton className="size-22" />
            <div className="grid flex-1 content-center gap-2">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-3.5 w-32" />
              <Skeleton className="h-3 w-20" />
            </div>
          </div>
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

/** A thing while it loads. */
export function ItemPending() {
  return (
    <ContentPending plural="replies" rows={3}>
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-8 w-40" />
    </ContentPending>
  );
}

/** The page of a thing that is not there, or not for this reader. */
export function ItemMissing({ kind }: { kind: SharingKind }) {
  const { noun, nouns, path } = sharingTypes[kind];
  return (
    <ContentMissing label={`All ${nouns}`} title={`${noun[0]!.toUpperCase()}${noun.slice(1)} not found`} to={path} />
  );
}

/** A page that could not be loaded. */
export function SharingError({ kind, error }: { kind: SharingKind; error: unknown }) {
  return <PageError error={error} heading={sharingWords[kind].title} title="This page could not be loaded." />;
}
