import { classes } from '#platform/web/ui/classes.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';

/**
 * A form of Markdown while its code loads, as high as the form will be: a post has a heading and a category, the composer
 * what its member has, and files.
 */
export function EditorSkeleton({ kind }: { kind: 'composer' | 'post' | 'reply' }) {
  const isPost = kind !== 'reply';
  const isComposer = kind === 'composer';
  return (
    <div
      aria-busy="true"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-hairline bg-surface p-4 max-md:has-[.reply-form]:p-3"
      role="status"
    >
      <span className="sr-only">Loading the editor</span>
      {isPost && (
        <>
          <Skeleton className="h-7 w-28" />
          {isComposer && <Skeleton className="h-4.5 max-w-56" />}
          <Skeleton className={classes('h-16.5 sm:w-60 pointer-coarse:h-17.5', isComposer && 'max-sm:h-38.75')} />
        </>
      )}
      <div className={classes('grid gap-2', !isPost && 'reply-form')}>
        <Skeleton className="h-8 max-w-80 max-sm:h-18" />
        <Skeleton className={isPost ? 'h-48' : 'h-22.5'} />
        <Skeleton className={isComposer ? 'h-4.5 w-24' : 'h-10 w-20 justify-self-end'} />
      </div>
      {isComposer && (
        <>
          <Skeleton className="mt-3 h-8 w-40" />
          <Skeleton className="h-10" />
        </>
      )}
    </div>
  );
}
