import { Skeleton } from '#platform/web/ui/skeleton.tsx';

/** Notifications while they load. */
export function NoticeSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-hairline" role="status">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <div className="flex gap-3 px-4 py-3" key={row}>
          <Skeleton className="size-10" round />
          <div className="grid flex-1 content-start gap-2 pt-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-16" />
          </div>
        </div>
      ))}
    </div>
  );
}
