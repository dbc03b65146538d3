import { Skeleton } from '#platform/web/ui/skeleton.tsx';

/** A section while it loads. */
export function SectionSkeleton() {
  return (
    <div aria-busy="true" className="settings-body" role="status">
      <span className="sr-only">Loading the settings</span>
      <div className="grid content-start gap-4">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <Skeleton className="h-80 rounded-card" />
    </div>
  );
}
