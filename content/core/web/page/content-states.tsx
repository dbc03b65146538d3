import type { ReactNode } from 'react';
import { AnswerListSkeleton } from '#content/core/web/thread/answer-list.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { AdultsOnly } from '#content/core/web/adults-only.tsx';

/** The page of a content that is not there, or not for this reader. @param to where its link leads */
export function ContentMissing({ title, to, label }: { title: string; to: string; label: string }) {
  return (
    <Page width="narrow">
      <div className="grid justify-items-center gap-5 py-16 text-center">
        <FlatLine />
        <h1 className="heading-widest text-2xl">{title}</h1>
        <ButtonLink to={to}>{label}</ButtonLink>
      </div>
    </Page>
  );
}

/** The page of an 18+ content, for whoever has not said to be an adult. @param what "posts" */
export function ContentForAdults({ back, what }: { back: { to: string; label: string }; what: string }) {
  return (
    <Page>
      <PageHeading back={back} title="18+" />
      <AdultsOnly what={what} />
    </Page>
  );
}

/** A content with its answers while it loads. @param plural "replies" */
export function ContentPending({
  railLabel,
  above,
  children,
  plural,
  rows = 4,
}: {
  /** Of the part beside it, where it has one. */
  railLabel?: string;
  /** Before its author. */
  above?: ReactNode;
  /** Below its author. */
  children: ReactNode;
  plural: string;
  /** Answers that stand in. */
  rows?: number;
}) {
  return (
    <Page {...(railLabel !== undefined && { rail: <Skeleton className="h-32 rounded-card" />, railLabel })}>
      <Skeleton className="mb-4 h-4 w-16" />
      <div className="mb-6 grid gap-4 rounded-card border border-hairline bg-surface p-5">
        {above}
        <div className="flex gap-3">
          <Skeleton className="size-10" round />
          <div className="grid flex-1 content-center gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
        {children}
      </div>
      <AnswerListSkeleton plural={plural} rows={rows} />
    </Page>
  );
}
