import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameWithTitle } from '#web/features/profiles/staff-title.ts';
import type { Input, Reply } from '#contract/contract.ts';
import { useCall } from '#web/lib/api.ts';
import { type Call, CallError } from '#web/lib/call.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DiffText } from './diff-text.tsx';

type Kind = Input<'POST /reports'>['body']['kind'];

/** The endpoints of the histories; a kind that is not here has none. */
const readers: Partial<Record<Kind, (call: Call, id: string) => Promise<Reply<'GET /forum/posts/:postId/history'>>>> = {
  forum_post: (call, id) => call('GET /forum/posts/:postId/history', { params: { postId: id } }),
  post_reply: (call, id) => call('GET /forum/replies/:replyId/history', { params: { replyId: id } }),
  upload: (call, id) => call('GET /uploads/:uploadId/history', { params: { uploadId: id } }),
  upload_comment: (call, id) => call('GET /uploads/comments/:commentId/history', { params: { commentId: id } }),
};

/** Every version of a text, newest first. */
const historyQuery = (call: Call, kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['history', kind, id],
    queryFn: () => readers[kind]!(call, id),
    staleTime: 0,
  });

/** Every version of a text of a member, each with what it changed. */
export default function HistoryDialog({
  kind,
  id,
  open,
  onOpenChange,
}: {
  kind: Kind;
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
