import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameWithTitle } from '#web/features/profiles/staff-title.ts';
import { useCall } from '#web/lib/api.ts';
import { type Call, CallError } from '#web/lib/call.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DiffText } from './diff-text.tsx';

/** Texts that keep their earlier versions. */
export type VersionedKind = 'post' | 'reply' | 'upload' | 'comment';

function askHistory(call: Call, kind: VersionedKind, id: string) {
  if (kind === 'post') return call('GET /forum/posts/:postId/history', { params: { postId: id } });
  if (kind === 'reply') return call('GET /forum/replies/:replyId/history', { params: { replyId: id } });
  if (kind === 'upload') return call('GET /uploads/:uploadId/history', { params: { uploadId: id } });
  return call('GET /uploads/comments/:commentId/history', { params: { commentId: id } });
}

/** Every version of a text, newest first. */
const historyQuery = (call: Call, kind: VersionedKind, id: string) =>
  queryOptions({
    queryKey: ['history', kind, id],
    queryFn: () => askHistory(call, kind, id),
    staleTime: 0,
  });

/** Every version of a text of a member, each with what it changed. */
export default function HistoryDialog({
  kind,
  id,
  open,
  onOpenChange,
}: {
  kind: VersionedKind;
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const call = useCall();
  const { data, error, refetch, isFetching } = useQuery(historyQuery(call, kind, id));
  const [chosen, setChosen] = useState(0);
  const versions = data?.items ?? [];
  const version = versions[chosen];
  return (
    <Dialog
      description="Green came with the chosen version, red went."
      onOpenChange={onOpenChange}
      open={open}
      size="lg"
      title="History"
    >
      {error && !data && (
        <ErrorState
          busy={isFetching}
          compact
          description={error instanceof CallError ? error.detail : undefined}
          onRetry={() => void refetch()}
          title="The history could not be loaded."
        />
      )}
      {!data && !error && (
        <div aria-busy="true" className="grid gap-3" role="status">
          <span className="sr-only">Loading the history</span>
          <Skeleton className="h-9" />
          <Skeleton className="h-40" />
        </div>
      )}
      {version && (
        <div className="grid gap-3">
          <ul aria-label="Versions" className="flex max-h-40 flex-col gap-1 overflow-y-auto">
            {versions.map((entry, index) => (
              <li key={entry.version}>
                <button
                  aria-pressed={index === chosen}
                  className="flex w-full flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 text-left text-sm hover:bg-hover aria-pressed:bg-pressed"
                  onClick={() => setChosen(index)}
                  type="button"
                >
                  <span className="tape font-semibold">v{entry.version}</span>
                  <span className="min-w-0 truncate">{nameWithTitle(entry.editor)}</span>
                  <RelativeTime className="ml-auto text-faint" date={entry.createdAt} />
                </button>
              </li>
            ))}
          </ul>
          <DiffText after={version.source} before={versions[chosen + 1]?.source ?? version.source} />
        </div>
      )}
    </Dialog>
  );
}
