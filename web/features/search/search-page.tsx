import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Search, SlidersHorizontal } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import { search as limits, searchOrders, searchTypes } from '#contract/limits/search.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { itemsOf } from '#web/lib/paged-list.ts';
import { Page } from '#web/shell/page.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#web/ui/controls/chip.tsx';
import { controlStyle } from '#web/ui/controls/control-style.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { classes } from '#web/ui/classes.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { type SearchFilter, countFilters, emptySearch, isSearch, readSearch, searchAddress } from './filter.ts';
import { searchQuery } from './queries.ts';
import { rememberSearch } from './recent.ts';
import { ResultLine } from './result-line.tsx';

const orderLabels = { relevance: 'Best match', newest: 'Newest' } as const;

/** The search with its filters, all of it in the address. Its form works before the page's code is here. */
export function SearchPage({ filter }: { filter: SearchFilter }) {
  const call = useCall();
  const isAsked = isSearch(filter);
  const list = useInfiniteQuery({ ...searchQuery(call, filter), enabled: isAsked, placeholderData: keepPreviousData });
  const items = isAsked ? itemsOf(list.data) : [];
  const corrected = isAsked ? (list.data?.pages[0]?.corrected ?? null) : null;

  return (
    <Page>
      <PageHeading title="Search" />
      <SearchForm key={searchAddress(filter)} filter={filter} />
      <div className="mt-3 grid gap-3">
        <ChipRow label="Type">
          <Chip selected={filter.type === ''} to={searchAddress({ ...filter, type: '' })}>
            Everything
          </Chip>
          {searchTypes.map(({ key, label }) => (
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
            description={list.error instanceof CallError ? list.error.detail : undefined}
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
        {isAsked && (
          <LoadMore
            failed={list.isFetchNextPageError}
            hasMore={list.hasNextPage && !list.isPlaceholderData}
            loading={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
          />
        )}
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

/** What is searched, as a form of the address itself. */
function SearchForm({ filter }: { filter: SearchFilter }) {
  const router = useRouter();
  const used = countFilters(filter);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = readSearch(Object.fromEntries(new FormData(event.currentTarget)));
    rememberSearch(next.q);
    void router.navigate({ href: searchAddress(next), resetScroll: false });
  };
  return (
    <form action="/search" className="mt-4 grid gap-3" method="get" onSubmit={submit} role="search">
      {filter.type !== '' && <input name="type" type="hidden" value={filter.type} />}
      {filter.order !== emptySearch.order && <input name="order" type="hidden" value={filter.order} />}
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 my-auto text-faint"
            size={18}
          />
          <input
            aria-label="Search"
            autoComplete="off"
            className={`${controlStyle} h-12 pl-10`}
            defaultValue={filter.q}
            enterKeyHint="search"
            maxLength={limits.queryMax}
            name="q"
            placeholder="Words, “a phrase”, -without"
            type="search"
          />
        </div>
        <Button size="lg" type="submit" variant="primary">
          Search
        </Button>
      </div>
      <details className="rounded-card border border-hairline bg-surface" open={used > 0}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 font-semibold">
          <SlidersHorizontal aria-hidden="true" size={16} />
          Filters{used > 0 && ` (${used})`}
        </summary>
        <div className="grid gap-3 px-4 pt-1 pb-4 sm:grid-cols-2">
          <Filter label="By member" maxLength={40} name="author" placeholder="username" value={filter.author} />
          <Filter label="Tag" maxLength={limits.tagMax} name="tag" placeholder="lofi" value={filter.tag} />
          <Filter label="From" name="from" type="date" value={filter.from} />
          <Filter label="To" name="to" type="date" value={filter.to} />
          <Filter
            label="Category"
            maxLength={limits.tagMax}
            name="category"
            placeholder="music, marketplace, presets"
            value={filter.category}
          />
          <label className="flex min-h-11 items-center gap-2.5 self-end font-medium">
            <input
              className="size-4.5 accent-primary"
              defaultChecked={filter.audio}
              name="audio"
              type="checkbox"
              value="true"
            />
            Only what can be heard
          </label>
          <div className="flex flex-wrap gap-2 sm:col-span-2">
            <Button type="submit">Apply filters</Button>
            {used > 0 && (
              <ButtonLink to={searchAddress({ q: filter.q, type: filter.type, order: filter.order })} variant="ghost">
                Clear filters
              </ButtonLink>
            )}
          </div>
        </div>
      </details>
    </form>
  );
}

function Filter(props: {
  label: string;
  name: string;
  value: string;
  type?: 'date';
  placeholder?: string;
  maxLength?: number;
}) {
  const { label, value, type = 'text', ...input } = props;
  return (
    <label className="grid min-w-0 gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <input {...input} autoComplete="off" className={`${controlStyle} h-11`} defaultValue={value} type={type} />
    </label>
  );
}
