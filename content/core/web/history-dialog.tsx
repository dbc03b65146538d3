import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { nameWithTitle } from '#people/profiles/web/staff-title.ts';
import type { ContractKey, Input } from '#site/contract/contract.ts';
import {
  type SharingKind,
  type SharingReplyKind,
  replyKindOf,
  sharingKinds,
  sharingTypes,
} from '#content/core/contract/shared-kinds.ts';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { DiffText } from './diff-text.tsx';

type Kind = Input<'POST /reports'>['body']['kind'];

type HistoryKey = Extract<ContractKey, `GET ${string}/history`>;

/** The histories of every type of what members share, and of replies to them. */
const ofSharing = Object.fromEntries(
  sharingKinds.flatMap((kind) => [
    [kind, `GET ${sharingTypes[kind].path}/:itemId/history`],
    [replyKindOf(kind), `GET ${sharingTypes[kind].path}/replies/:replyId/history`],
  ]),
) as Record<SharingKind | SharingReplyKind, HistoryKey>;

/** The endpoint of each kind's history: the compiler asks for that of a new kind. Null for a kind without one. */
const histories: Readonly<Record<Kind, HistoryKey | null>> = {
  ...ofSharing,
  forum_post: 'GET /forum/posts/:postId/history',
  post_reply: 'GET /forum/replies/:replyId/history',
  upload: 'GET /uploads/:uploadId/history',
  upload_comment: 'GET /uploads/comments/:commentId/history',
  gallery_image: null,
  spotify_showcase: null,
  listening_party: null,
  chat_message: null,
  profile: null,
};

/** The versions of a text, newest first. */
const historyQuery = (call: Call, kind: Kind, id: string) =>
  pagedQuery(['history', kind, id], (query) => {
    // All take and answer the same but for the name of the id.
    const key = histories[kind] as 'GET /forum/posts/:postId/history';
    const name = /:(\w+)/.exec(key)![1]!;
    return call(key, { params: { [name]: id } as { postId: string }, query });
  });

/** The versions of a text of a member, each with what it changed; older ones are loaded while the list is scrolled. */
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
  const query = useInfiniteQuery({ ...historyQuery(call, kind, id), staleTime: 0 });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = query;
  const [chosen, setChosen] = useState(0);
  const versions = data?.pages.flatMap((page) => page.items) ?? [];
  const version = versions[chosen];
  const before = versions[chosen + 1];
  // What a version changed is known with the one before it, which may be on the next page.
  const lacksBefore = version !== undefined && before === undefined && hasNextPage;
  useEffect(() => {
    if (lacksBefore && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [lacksBefore, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
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
          busy={query.isFetching}
          compact
          error={error}
          onRetry={() => void query.refetch()}
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
                  className="flex w-full flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 text-start text-sm hover:bg-hover aria-pressed:bg-pressed"
                  onClick={() => setChosen(index)}
                  type="button"
                >
                  <span className="tape font-semibold">v{entry.version}</span>
                  <span className="min-w-0 truncate">{nameWithTitle(entry.editor)}</span>
                  <RelativeTime className="ms-auto text-faint" date={entry.createdAt} />
                </button>
              </li>
            ))}
            {hasNextPage && (
              <li>
                <ListEnd auto label="Older versions" list={query} />
              </li>
            )}
          </ul>
          {lacksBefore ? (
            !isFetchNextPageError && <Skeleton className="h-40" />
          ) : (
            <DiffText after={version.source} before={before?.source ?? version.source} />
          )}
        </div>
      )}
    </Dialog>
  );
}
