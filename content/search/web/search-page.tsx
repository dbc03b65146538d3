import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SearchType, searchOrders, searchTypes } from '#content/search/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { shownParts } from '#platform/web/lib/page/shown-parts.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { type SearchFilter, countFilters, isSearch, searchAddress } from './filter.ts';
import { searchQuery } from './queries.ts';
import { ResultLine } from './result-line.tsx';
import { SearchForm } from './search-form.tsx';

interface TypeChoice {
  readonly key: SearchType;
  readonly label: string;
  readonly page?: string;
}

const orderLabels = { relevance: 'Best match', newest: 'Newest' } as const;

/** The search with its filters, all of it in the address. Its form works before the page's code is here. */
export function SearchPage({ filter }: { filter: SearchFilter }) {
  const call = useCall();
  const types = shownParts<TypeChoice>(useAuth().site.sections, searchTypes, ({ page }) => page);
  const isAsked = isSearch(filter);
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({
    ...startingAt(searchQuery(call, filter), useStart()),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const items = isAsked ? itemsOf(list.data) : [];
  const corrected = isAsked ? (list.data?.pages[0]?.corrected ?? null) : null;

  return (
    <Page>
      <PageHeading title="Search" />
      <SearchForm
        key={searchAddress(filter)}
        controls="search-filters"
        filter={filter}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      <div className="folded mt-3 grid gap-3" data-open={isOpen || undefined} id="search-filters">
        <ChipRow label="Type">
          <Chip selected={filter.type === ''} to={searchAddress({ ...filter, type: '' })}>
            Everything
          </Chip>
          {types.map(({ key, label }) => (
            <Chip key={key} selected={filter.type === key} to={searchAddress({ ...filter, type: key })}>
              {label}
            </Chip>
          ))}
        </ChipRow>
        {filter.q !== '' && (
          <ChipRow label="Order">
            {searchOrders.map((order) => (
              <Chip key={order} selected={filter.order === order} to={searchAddress({ ...filter, order })}>
                {orderLabels[order]}
              </Chip>
            ))}
          </ChipRow>
        )}
      </div>
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={classes('mt-4 transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        {!isAsked && (
          <EmptyState title="What are you looking for?">
            Type some words, or choose a type above. Quotes keep words together, and a minus leaves a word out.
          </EmptyState>
        )}
        {isAsked && list.isPending && <ListSkeleton label="Searching" />}
        {isAsked && list.error && !list.data && (
          <ErrorState
            busy={list.isFetching}
            error={list.error}
            onRetry={() => void list.refetch()}
            title="The search did not answer."
          />
        )}
        {isAsked && list.data && items.length === 0 && <Nothing filter={filter} />}
        {corrected !== null && (
          <p className="mb-3 text-soft">
            Nothing has exactly these words. These are results for{' '}
            <strong className="font-bold text-text">{corrected}</strong>.
          </p>
        )}
        {items.length > 0 && (
          <ul
            aria-label="Results"
            className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-surface"
          >
            {items.map((hit) => (
              <li key={hit.id}>
                <ResultLine hit={hit} />
              </li>
            ))}
          </ul>
        )}
        {isAsked && <ListEnd linked list={list} />}
      </div>
    </Page>
  );
}

/** Nothing was found: what to try. */
function Nothing({ filter }: { filter: SearchFilter }) {
  const isNarrow = filter.type !== '' || countFilters(filter) > 0;
  return (
    <EmptyState
      action={
        isNarrow && filter.q !== '' ? (
          <ButtonLink to={searchAddress({ q: filter.q })}>Search everything</ButtonLink>
        ) : (
          <ButtonLink to="/search">New search</ButtonLink>
        )
      }
      title={filter.q === '' ? 'Nothing fits these filters' : `Nothing found for “${filter.q}”`}
    >
      Try fewer or other words, or only the beginning of one.
    </EmptyState>
  );
}
