import { Skeleton } from '#web/ui/skeleton.tsx';

/** A form of Markdown while its code loads. */
export function EditorSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3 rounded-card border border-hairline bg-surface p-4" role="status">
      <span className="sr-only">Loading the editor</span>
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="h-36" />
      <Skeleton className="h-10 w-28 justify-self-end" />
    </div>
  );
}
