import { useInfiniteQuery } from '@tanstack/react-query';
import { DisplayName } from '#web/features/profiles/shown-name.tsx';
import { useCall } from '#web/lib/api.ts';
import { durationText } from '#web/lib/format.ts';
import { AppLink } from '#web/ui/controls/link.tsx';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { recordQuery } from './queries.ts';

/** The tracklist of a party that has ended. */
export function Played({ partyId }: { partyId: string }) {
  const call = useCall();
  const query = useInfiniteQuery(recordQuery(call, partyId));
  const items = (query.data?.pages ?? []).flatMap((page) => page.items);
  return (
    <section aria-labelledby="played" className="rounded-card border border-hairline bg-surface p-5">
      <h2 className="heading mb-3 text-lg" id="played">
        What was played
      </h2>
      {query.isPending ? (
        <ListSkeleton rows={3} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} title="The tracklist could not be loaded." />
      ) : items.length === 0 ? (
        <EmptyState title="Nothing was played" />
      ) : (
        <ol className="grid gap-1">
          {items.map(({ item, startedAt, reactions }) => (
            <li className="flex min-w-0 items-center gap-3 py-1.5" key={item.id}>
              <span className="min-w-0 flex-1">
                <AppLink className="block truncate font-semibold hover:underline" to={`/uploads/${item.uploadId}`}>
                  {item.title}
                </AppLink>
                <span className="block truncate text-sm text-soft">
                  <DisplayName name={item.author.displayName} /> · {durationText(Math.floor(item.durationMs / 1000))} ·{' '}
                  <RelativeTime date={startedAt} />
                </span>
              </span>
              <span className="text-sm text-soft">
                {reactions.reduce((sum, reaction) => sum + reaction.count, 0)} reactions
              </span>
            </li>
          ))}
        </ol>
      )}
      <LoadMore
        failed={query.isFetchNextPageError}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </section>
  );
}
