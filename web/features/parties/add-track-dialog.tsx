import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { DisplayName } from '#web/features/profiles/shown-name.tsx';
import { useCall } from '#web/lib/api.ts';
import type { Call } from '#web/lib/call.ts';
import { durationText } from '#web/lib/format.ts';
import { Chip, ChipRow } from '#web/ui/controls/chip.tsx';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { QueueChoice } from './queue-choice.tsx';
import { QueueSets } from './queue-sets.tsx';
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

/** What the dialog lists. */
const sources = [
  { value: 'tracks', label: 'All tracks', isOwn: false },
  { value: 'tracks', label: 'My tracks', isOwn: true },
  { value: 'sets', label: 'All sets', isOwn: false },
  { value: 'sets', label: 'My sets', isOwn: true },
] as const;

/** Chooses a track or a set of the site for the queue: one's own, or anybody's. */
export default function AddTrackDialog({ partyId, onClose }: { partyId: string; onClose: () => void }) {
  const [source, setSource] = useState<(typeof sources)[number]>(sources[0]);
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open size="lg" title="Add a track">
      <ChipRow label="What to add">
        {sources.map((one) => (
          <Chip key={one.label} onSelect={() => setSource(one)} selected={one === source}>
            {one.label}
          </Chip>
        ))}
      </ChipRow>
      {source.value === 'tracks' ? (
        <Tracks isOwn={source.isOwn} partyId={partyId} />
      ) : (
        <QueueSets isOwn={source.isOwn} partyId={partyId} />
      )}
    </Dialog>
  );
}

function Tracks({ partyId, isOwn }: { partyId: string; isOwn: boolean }) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const [busy, setBusy] = useState<string | null>(null);
  const query = useInfiniteQuery(tracksQuery(call, isOwn && viewer ? viewer.username : null));
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
    <>
      {query.isPending ? (
        <ListSkeleton rows={4} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} title="The tracks could not be loaded." />
      ) : tracks.length === 0 ? (
        <EmptyState title={isOwn ? 'You have no tracks yet' : 'There are no tracks yet'} />
      ) : (
        <ul className="mt-3 grid gap-1">
          {tracks.map(({ upload, file }) => (
            <QueueChoice
              busy={busy === file.trackId}
              key={file.trackId}
              onAdd={() => void add(upload.id, file.trackId, upload.title)}
              title={upload.title}
            >
              <DisplayName name={upload.author.displayName} /> ·{' '}
              {durationText(Math.floor((file.durationMs ?? 0) / 1000))}
            </QueueChoice>
          ))}
        </ul>
      )}
      <LoadMore
        failed={query.isFetchNextPageError}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
