import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import { ChoiceRow } from '#content/core/web/tracks/choice-row.tsx';
import { DisplayName } from '#people/profiles/web/shown-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { useAddToQueue } from '#features/parties/web/use-change.ts';
import { addedSetText } from './set-words.ts';

const setsQuery = (call: Call, isOwn: boolean, search: string) =>
  pagedQuery(['party-sets', isOwn, isOwn ? '' : search], (after, { signal }) =>
    isOwn
      ? call('GET /sets/mine', { query: after, signal })
      : call('GET /sets', { query: { ...after, ...(search !== '' && { search }) }, signal }),
  );

/** Chooses a set, all of whose tracks are put into the queue. @param search what was typed; of all sets alone */
export function QueueSets({ partyId, isOwn, search }: { partyId: string; isOwn: boolean; search: string }) {
  const call = useCall();
  const { busy, add } = useAddToQueue(partyId);
  const query = useInfiniteQuery({ ...setsQuery(call, isOwn, search), placeholderData: keepPreviousData });
  const sets = itemsOf(query.data);
  const addSet = (setId: string, title: string) =>
    add(
      setId,
      () => call('POST /parties/:partyId/queue/set', { params: { partyId }, body: { setId } }),
      (added) => ({ title: `Added “${title}” to the queue`, description: addedSetText(added) }),
    );
  return (
    <>
      {query.isPending ? (
        <ListSkeleton rows={4} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} title="The sets could not be loaded." />
      ) : sets.length === 0 ? (
        <EmptyState
          title={
            isOwn ? 'You have no sets yet' : search === '' ? 'There are no sets yet' : `Nothing found for “${search}”`
          }
        />
      ) : (
        <ul aria-label="Sets" className="grid gap-1">
          {sets.map(({ id, title, author, set }) => (
            <ChoiceRow busy={busy === id} key={id} onAdd={() => void addSet(id, title)} title={title}>
              <DisplayName name={author.displayName} /> · {set?.entryCount ?? 0}{' '}
              {set?.entryCount === 1 ? 'entry' : 'entries'}
            </ChoiceRow>
          ))}
        </ul>
      )}
      <ListEnd list={query} />
    </>
  );
}
