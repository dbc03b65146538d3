import { useInfiniteQuery } from '@tanstack/react-query';
import { ListMusic } from 'lucide-react';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { ItemCover } from './music/item-cover.tsx';
import { memberSetsQuery } from './member-sets-query.ts';

/** The published sets and albums of one member, on the member's page. */
export function MemberSets({ username }: { username: string }) {
  const call = useCall();
  const list = useInfiniteQuery(startingAt(memberSetsQuery(call, username), useStart()));
  const sets = itemsOf(list.data);
  return (
    <section aria-label="Sets by this member">
      {list.error && !list.data && (
        <ErrorState busy={list.isFetching} onRetry={() => void list.refetch()} title="The sets could not be loaded." />
      )}
      {list.isPending && <ListSkeleton label="Loading sets" rows={4} />}
      {list.data && sets.length === 0 && <EmptyState title="No sets yet." />}
      {sets.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-hairline">
            {sets.map((item) => (
              <SetRow item={item} key={item.id} />
            ))}
          </ul>
        </Card>
      )}
      <ListEnd linked list={list} />
    </section>
  );
}

/** One set: its cover, its title and what is in it. What is 18+ is covered until its page is opened. */
function SetRow({ item }: { item: SharedItem }) {
  const { id, title, type, set, isAdult, createdAt } = item;
  const count = set?.entryCount ?? 0;
  return (
    <li className="relative flex items-center gap-3 px-3 py-2.5 has-[.row-link:hover]:bg-hover md:px-4">
      {isAdult ? (
        <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken text-faint">
          <ListMusic aria-hidden="true" size={20} />
        </span>
      ) : (
        <ItemCover alt="" className="size-12 shrink-0" item={item} sizes="3rem" />
      )}
      <div className="min-w-0 flex-1">
        <AppLink
          className="row-link heading line-clamp-2 leading-snug wrap-anywhere after:absolute after:inset-0"
          to={`/sets/${id}`}
        >
          {isAdult ? '18+' : title}
        </AppLink>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-faint">
          <span>{type === 'album' ? 'Album' : 'Set'}</span>
          <span>
            {count} {count === 1 ? 'entry' : 'entries'}
          </span>
          <LocalDate date={set?.releaseAt ?? createdAt} />
        </p>
      </div>
    </li>
  );
}
