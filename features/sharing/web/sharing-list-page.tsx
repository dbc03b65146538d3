import { lateWindow } from '#content/core/web/page/late-window.ts';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { drawnCards } from '#features/player/web/track.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useShowNews } from '#content/core/web/use-show-news.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { CreateButton } from '#platform/web/ui/controls/create-button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListControls } from '#platform/web/ui/controls/list-controls.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { NewsBar } from '#platform/web/ui/news-bar.tsx';
import { PartName } from '#people/profiles/web/part-name.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { SearchBox } from '#platform/web/ui/controls/search-box.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { type ListFilter, listAddress, wholeList } from './filter.ts';
import { ItemCard } from './item-card.tsx';
import { useListNews } from './live.ts';
import { type ItemPage, itemsQuery, waitingQuery } from './queries.ts';
import { ListSkeleton } from './states.tsx';
import { sharingWords } from './words.ts';

const ItemDialog = lateWindow('The form', () => import('./item-dialog.tsx'));

/** The list of one type: cards, search, filters and order, all in the address, and the form for a new one. */
export function SharingListPage({ kind, filter }: { kind: SharingKind; filter: ListFilter }) {
  const call = useCall();
  const router = useRouter();
  const { viewer } = useAuth();
  const query = startingAt(itemsQuery(call, kind, filter), useStart());
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const [isOpen, setIsOpen] = useState(false);
  const news = useListNews(kind, itemsOf(list.data), viewer?.id ?? null);
  const words = sharingWords[kind];
  const { noun, nouns } = sharingTypes[kind];
  const isNarrow = filter.search !== '' || filter.type !== '' || filter.tag !== '';

  const open = () => {
    if (viewer) return setIsOpen(true);
    const { title, text } = shownErrors.sharing_sign_in;
    toast({ title, description: text, kind: 'error' });
  };
  const create = <CreateButton form={ItemDialog} label={words.create} onClick={open} />;
  const showNews = useShowNews(news, query);

  return (
    <Page width="full">
      <PageHeading
        actions={create}
        lead={words.lead}
        title={<PartName name={words.title} page={sharingTypes[kind].path} />}
      />
      <ListControls
        count={[filter.type !== '', filter.tag !== '', filter.order !== wholeList.order].filter(Boolean).length}
        search={
          <SearchBox
            label={`Search ${nouns}`}
            maxLength={sharing.searchMax}
            onSearch={(search) =>
              void router.navigate({
                href: listAddress(kind, { ...filter, search }),
                replace: true,
                resetScroll: false,
              })
            }
            search={filter.search}
          />
        }
      >
        <Filters filter={filter} kind={kind} />
      </ListControls>
      {viewer && !isNarrow && <WaitingItems kind={kind} />}
      <NewsBar count={isNarrow ? 0 : news.count} onShow={() => void showNews()} things={[noun, nouns]} />
      <FoundItems
        create={viewer ? create : <ButtonLink to="/auth">Sign in</ButtonLink>}
        isNarrow={isNarrow}
        kind={kind}
        list={list}
      />
      {isOpen && viewer && (
        <ItemDialog
          item={null}
          kind={kind}
          onClose={() => setIsOpen(false)}
          onGiveUp={() => setIsOpen(false)}
          viewer={viewer}
        />
      )}
    </Page>
  );
}

function Cards({ items, label }: { items: readonly SharedItem[]; label?: string }) {
  return (
    <ul aria-label={label} className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
      {items.map((item, index) => (
        <li key={item.id}>
          <ItemCard first={index < drawnCards} item={item} queue={items} />
        </li>
      ))}
    </ul>
  );
}

/** The reader's own ones that nobody else sees yet. */
function WaitingItems({ kind }: { kind: SharingKind }) {
  const own = useInfiniteQuery(waitingQuery(useCall(), kind));
  const items = itemsOf(own.data);
  if (items.length === 0) return null;
  return (
    <section aria-label={`Your ${sharingTypes[kind].nouns} that are waiting`} className="mb-6">
      <h2 className="heading mb-3 text-lg">Only you and staff see these</h2>
      <Cards items={items} />
      <ListEnd list={own} />
    </section>
  );
}

/** Results of the search and the filters. @param isNarrow of a part of the list: the empty state says so */
function FoundItems({
  kind,
  list,
  isNarrow,
  create,
}: {
  kind: SharingKind;
  list: UseInfiniteQueryResult<InfiniteData<ItemPage>>;
  isNarrow: boolean;
  create: ReactNode;
}) {
  // The same list until it changes: each card is handed it.
  const items = useMemo(() => itemsOf(list.data), [list.data]);
  const words = sharingWords[kind];
  const { nouns } = sharingTypes[kind];
  const failed = kind === 'song' ? 'Failed to load tracks' : `The ${nouns} could not be loaded.`;
  return (
    <div
      aria-busy={list.isPlaceholderData || undefined}
      className={classes('transition-opacity', list.isPlaceholderData && 'opacity-60')}
    >
      {list.isPending && <ListSkeleton kind={kind} />}
      {list.error && !list.data && (
        <ErrorState
          busy={list.isFetching}
          // A failure of the network has the sentence of the title for songs.
          description={list.error instanceof CallError && list.error.detail !== failed ? list.error.detail : undefined}
          onRetry={() => void list.refetch()}
          title={failed}
        />
      )}
      {list.data && items.length === 0 && isNarrow && (
        <EmptyState
          action={<ButtonLink to={listAddress(kind)}>Show all {nouns}</ButtonLink>}
          title={`No ${nouns} found`}
        />
      )}
      {list.data && items.length === 0 && !isNarrow && (
        <EmptyState action={create} title={words.empty.title}>
          {words.empty.text}
        </EmptyState>
      )}
      {items.length > 0 && <Cards items={items} label={words.title} />}
      <ListEnd linked list={list} />
    </div>
  );
}

const orders = [
  { order: 'newest', label: 'Newest' },
  { order: 'most-liked', label: 'Most liked' },
] as const;

function Filters({ kind, filter }: { kind: SharingKind; filter: ListFilter }) {
  const { types } = sharingTypes[kind];
  return (
    <>
      <ChipRow label="Order">
        {orders.map(({ order, label }) => (
          <Chip key={order} selected={filter.order === order} to={listAddress(kind, { ...filter, order })}>
            {label}
          </Chip>
        ))}
        {filter.tag !== '' && (
          <Chip
            icon={<X aria-hidden="true" size={14} />}
            selected
            to={listAddress(kind, { ...filter, tag: wholeList.tag })}
          >
            <span className="sr-only">Without the tag </span>#{filter.tag}
          </Chip>
        )}
      </ChipRow>
      {types && (
        <ChipRow label="Type">
          <Chip selected={filter.type === ''} to={listAddress(kind, { ...filter, type: wholeList.type })}>
            All
          </Chip>
          {types.map(({ key, label }) => (
            <Chip key={key} selected={filter.type === key} to={listAddress(kind, { ...filter, type: key })}>
              {label}
            </Chip>
          ))}
        </ChipRow>
      )}
    </>
  );
}
