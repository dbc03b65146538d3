import { useInfiniteQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { sitePlayer, usePlayer } from '#features/player/web/engine/use-player.ts';
import { queueMax } from '#features/player/web/engine/queue.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { PlayedRow } from './played-row.tsx';
import { recordQuery } from '#features/parties/web/queries.ts';
import { type RecordItem, replayedIndex } from '#features/parties/web/chat/replay.ts';
import { siteTrack } from '#features/parties/web/preview.ts';

const ReplayChat = latePart<{ party: Party; played: RecordItem }>(
  () => import('#features/parties/web/chat/replay-chat.tsx'),
  {
    name: 'The chat of that time',
    notice: 'place',
  },
);

/** The tracklist of a party that has ended. Played again, the chat passes by as it was; nobody else hears it. */
export function Played({ party }: { party: Party }) {
  const call = useCall();
  const query = useInfiniteQuery(recordQuery(call, party.id));
  const items = (query.data?.pages ?? []).flatMap((page) => page.items);
  const playable = items.filter(({ item }) => siteTrack(item) !== null);
  const { current, playFrom } = useReplay(playable);
  // The player gets the whole record at once.
  const wantsMore = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError && items.length < queueMax;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return (
    <section aria-labelledby="played" className="min-w-0 rounded-card border border-hairline bg-surface p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="heading text-lg" id="played">
          What was played
        </h2>
        {playable.length > 0 && (
          <Button
            icon={<Play aria-hidden="true" size={16} />}
            onClick={() => playFrom(playable[0]!, 0)}
            onPointerEnter={ReplayChat.preload}
            size="sm"
          >
            Play it again
          </Button>
        )}
      </div>
      {query.isPending ? (
        <ListSkeleton rows={3} />
      ) : query.isError && items.length === 0 ? (
        <ErrorState onRetry={() => void query.refetch()} title="The tracklist could not be loaded." />
      ) : items.length === 0 ? (
        <EmptyState title="Nothing was played" />
      ) : (
        <ol className="grid gap-5">
          {items.map((item) => (
            <li className="grid min-w-0 gap-3" key={item.item.id}>
              <PlayedRow isCurrent={item === current} onPlay={(atMs) => playFrom(item, atMs)} played={item} />
              {item === current && <ReplayChat party={party} played={item} />}
            </li>
          ))}
        </ol>
      )}
      <ListEnd list={query} />
    </section>
  );
}

/** Plays a record in the site's player, from one of its entries on. */
function useReplay(playable: readonly RecordItem[]): {
  /** What is heard of the record; null when nothing of it is. */
  current: RecordItem | null;
  playFrom: (entry: RecordItem, atMs: number) => void;
} {
  const [fromId, setFromId] = useState<string | null>(null);
  const queue = usePlayer((state) => state.queue);
  const from = playable.findIndex(({ item }) => item.id === fromId);
  const entries = from < 0 ? [] : playable.slice(from);
  const heard = queue.items.slice(0, queue.at + 1).map(({ track }) => track);
  const index = replayedIndex(
    entries.map(({ item }) => item),
    heard,
  );
  return {
    current: entries[index] ?? null,
    playFrom(entry, atMs) {
      const tracks = playable.slice(playable.indexOf(entry)).flatMap(({ item }) => siteTrack(item) ?? []);
      setFromId(entry.item.id);
      if (tracks[0]) sitePlayer().start(tracks[0], { tracks, atMs });
    },
  };
}
