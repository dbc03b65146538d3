import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';

/** A list of a tab in its five states. */
export function StaffList<T extends { readonly id: string }>({
  query,
  label,
  className = 'grid grid-cols-[minmax(0,1fr)] gap-3',
  empty,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ readonly items: T[]; readonly next: string | null }>>;
  /** What is in it, as it begins a sentence: "Pending posts". */
  label: string;
  className?: string;
  empty: { readonly title: string; readonly text: string };
  children: (item: T) => ReactNode;
}) {
  const items = itemsOf(query.data);
  if (!query.data) return <NotLoaded label={label} query={query} rows={6} />;
  return (
    <>
      {items.length === 0 && !query.hasNextPage && <EmptyState title={empty.title}>{empty.text}</EmptyState>}
      {items.length > 0 && (
        <ul aria-label={label} className={className}>
          {items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
      <ListEnd list={query} />
    </>
  );
}
