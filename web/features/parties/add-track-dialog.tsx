import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { DisplayName } from '#web/features/profiles/shown-name.tsx';
import { useCall } from '#web/lib/api.ts';
import type { Call } from '#web/lib/call.ts';
import { durationText } from '#web/lib/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#web/ui/controls/chip.tsx';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { stageQuery } from './queries.ts';

const tracksQuery = (call: Call, author: string | null) =>
  infiniteQueryOptions({
    queryKey: ['party-tracks', author],
    queryFn: ({ pageParam }) =>
      call('GET /uploads', {
        query: {
          kind: 'audio',
          ...(author !== null && { author }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** Chooses a track of the site for the queue: one's own, or anybody's. */
export default function AddTrackDialog({ partyId, onClose }: { partyId: string; onClose: () => void }) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const [own, setOwn] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const query = useInfiniteQuery(tracksQuery(call, own && viewer ? viewer.username : null));
  const tracks = (query.data?.pages ?? []).flatMap((page) =>
    page.items.flatMap((upload) =>
      upload.files
        .filter((file) => file.kind === 'audio' && file.durationMs !== null)
        .map((file) => ({ upload, file })),
    ),
  );
  const add = async (uploadId: string, trackId: string, title: string) => {
    setBusy(trackId);
    try {
      const { queue } = await call('POST /parties/:partyId/queue', {
        params: { partyId },
        body: { uploadId, trackId },
      });
      client.setQueryData(stageQuery(call, partyId).queryKey, (data) => data && { ...data, queue });
      toast({ title: 'Added to the queue', description: title, kind: 'success' });
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open size="lg" title="Add a track">
      <ChipRow label="Whose tracks">
        <Chip onSelect={() => setOwn(false)} selected={!own}>
          All tracks
        </Chip>
        <Chip onSelect={() => setOwn(true)} selected={own}>
          My tracks
        </Chip>
      </ChipRow>
      {query.isPending ? (
        <ListSkeleton rows={4} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} title="The tracks could not be loaded." />
      ) : tracks.length === 0 ? (
        <EmptyState title={own ? 'You have no tracks yet' : 'There are no tracks yet'} />
      ) : (
        <ul className="mt-3 grid gap-1">
          {tracks.map(({ upload, file }) => (
            <li
              className="flex min-w-0 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover"
              key={file.trackId}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold" dir="auto">
                  {upload.title}
                </span>
                <span className="block truncate text-sm text-soft">
                  <DisplayName name={upload.author.displayName} /> ·{' '}
                  {durationText(Math.floor((file.durationMs ?? 0) / 1000))}
                </span>
              </span>
              <Button
                busy={busy === file.trackId}
                icon={<Plus aria-hidden="true" size={16} />}
                onClick={() => void add(upload.id, file.trackId, upload.title)}
                size="sm"
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        failed={query.isFetchNextPageError}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </Dialog>
  );
}
