import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { RichTextWithFiles } from '#platform/web/ui/rich-text.tsx';
import type { Preview } from './use-preview.ts';

/** The text as the forum would show it, with its own empty, loading and failed state. @param renderFile shows one of its files */
export function PreviewPane({ preview, renderFile }: { preview: Preview; renderFile: (fileId: string) => ReactNode }) {
  return (
    <section
      aria-label="Preview"
      className="h-full max-h-[60vh] min-h-[5.5rem] overflow-y-auto rounded-control border border-dashed border-hairline-strong px-3 py-2.5"
    >
      {preview.state === 'empty' && <p className="text-faint">The preview appears here.</p>}
      {preview.state === 'waiting' && (
        <div className="grid gap-2.5 py-1">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-11/12" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      )}
      {preview.state === 'failed' && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2 text-sm text-danger" role="alert">
          {preview.problem}
          <Button onClick={preview.retry} size="sm">
            Retry
          </Button>
        </div>
      )}
      {(preview.state === 'shown' || preview.state === 'failed') && (
        <>
          {preview.title !== '' && <p className="heading mb-2 text-xl break-words">{preview.title}</p>}
          <RichTextWithFiles html={preview.html} renderFile={renderFile} />
        </>
      )}
    </section>
  );
}
