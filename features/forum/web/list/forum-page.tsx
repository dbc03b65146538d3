import { useQuery, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Bookmark, History, SquarePen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useHydrated, useRouter } from '@tanstack/react-router';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { Composer, hasDraft, preloadComposer } from '#features/composer/web/composer.tsx';
import { useShowNews } from '#content/core/web/use-show-news.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { type News, useNews } from '#platform/web/lib/news.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { MasonrySkeleton } from '#platform/web/ui/graphics/masonry.tsx';
import { NewsBar } from '#platform/web/ui/news-bar.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { AdultsOnly } from '#content/core/web/adults-only.tsx';
import { isAdultCategoryShown, showAdultCategory } from '#content/core/web/revealed.ts';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import {
  categoryAddress,
  type CategoryChoice,
  categoryChoices,
  chosenCategory,
  imageBoard,
  isFollowable,
} from './categories.ts';
import { staleLists } from '#features/forum/web/cache.ts';
import { FollowCategory } from './follow-category.tsx';
import { ImageBoard } from './image-board.tsx';
import { OrderLinks } from './order-links.tsx';
import { PostList, PostListSkeleton } from './post-list.tsx';
import { type ListOrder, categoriesQuery, forumKeys, postsQuery } from '#features/forum/web/queries.ts';

/** `/forum`: the list of posts, by category; with `compose` the form for a new one. */
export function ForumPage({
  category,
  order,
  composing,
  adultsOnly,
}: {
  category: string;
  order: ListOrder;
  composing: boolean;
  adultsOnly: boolean;
}) {
  const call = useCall();
  const { viewer, site } = useAuth();
  const client = useQueryClient();
  const router = useRouter();
  const { data: rows } = useSuspenseQuery(categoriesQuery(call));
  const choice = chosenCategory(site.sections, rows.items, category) ?? {
    value: category,
    label: category,
    id: category,
  };
  const hasPosts = choice.value !== imageBoard.value && !adultsOnly;
  return (
    <Frame
      actions={<Actions category={category} composing={composing} />}
      beside={viewer && hasPosts && <OrderAndFollow choice={choice} order={order} />}
      choice={choice}
      rows={rows.items}
    >
      {composing && viewer && (
        <div className="mb-4">
          <Composer
            categories={rows.items}
            category={choice.id}
            mode="forum"
            onClose={() => void router.navigate({ href: categoryAddress(category), resetScroll: false })}
            onSent={(made) => {
              staleLists(client);
              void router.navigate({ to: '/forum/post/$postId', params: { postId: made.id } });
            }}
            viewer={viewer}
          />
        </div>
      )}
      {choice.value === imageBoard.value ? (
        <ImageBoard />
      ) : adultsOnly ? (
        <AdultsOnly what="posts" />
      ) : (
        <Posts
          choice={choice}
          key={`${category} ${order}`}
          order={order}
          newPost={viewer ? newPostAddress(category) : '/auth'}
        />
      )}
    </Frame>
  );
}

const newPostAddress = (category: string): string =>
  category === '' || category === imageBoard.value ? '/forum?compose=1' : `${categoryAddress(category)}&compose=1`;

/** The list while another category loads: everything around it stands already. */
export function ForumPending({ category }: { category: string }) {
  const call = useCall();
  const { site } = useAuth();
  // Nothing is waited for here: this stands while everything else is waited for.
  const rows = useQuery(categoriesQuery(call)).data?.items ?? [];
  const choice = chosenCategory(site.sections, rows, category) ?? { value: category, label: category, id: category };
  return (
    <Frame actions={<Actions category={category} composing={false} />} choice={choice} rows={rows}>
      {category === imageBoard.value ? <MasonrySkeleton label="Loading images" /> : <PostListSkeleton />}
    </Frame>
  );
}

/** Heading and chips around a list. */
function Frame({
  choice,
  rows,
  actions,
  beside,
  children,
}: {
  choice: CategoryChoice;
  rows: Parameters<typeof categoryChoices>[1];
  actions: ReactNode;
  /** In the row of the categories. */
  beside?: ReactNode;
  children: ReactNode;
}) {
  const { viewer, site } = useAuth();
  return (
    <Page width="list">
      <PageHeading actions={actions} title="Forum" />
      <div className="control-row mb-1.5">
        <nav aria-label="Categories">
          <ChipRow label="Categories">
            {categoryChoices(site.sections, rows).map((entry) => (
              <Chip
                key={entry.value}
                ahead={entry.value !== 'nsfw' || viewer?.adult === true}
                selected={entry.value === choice.value}
                to={categoryAddress(entry.value)}
              >
                {entry.label}
              </Chip>
            ))}
          </ChipRow>
        </nav>
        {beside}
      </div>
      {children}
    </Page>
  );
}

function Actions({ category, composing }: { category: string; composing: boolean }) {
  const { viewer } = useAuth();
  const hydrated = useHydrated();
  const hasOld = !composing && hydrated && viewer !== null && hasDraft('forum', viewer);
  return (
    <>
      {viewer && (
        <ButtonLink
          aria-label="Bookmarks"
          // Beside a draft a phone has no room for it in the line of the title: it begins below, where the title does.
          className={hasOld ? 'max-lg:px-2.5 max-sm:-ms-2.5' : 'max-sm:px-2.5'}
          icon={<Bookmark aria-hidden="true" size={18} />}
          to="/forum/bookmarks"
          variant="ghost"
        >
          <span className={hasOld ? 'max-lg:hidden' : 'max-sm:hidden'}>Bookmarks</span>
        </ButtonLink>
      )}
      {hasOld && (
        <ButtonLink
          aria-label="Draft saved: go on writing"
          icon={<History aria-hidden="true" size={18} />}
          keepScroll
          to={newPostAddress(category)}
          variant="ghost"
        >
          Draft saved
        </ButtonLink>
      )}
      {!composing && (
        <ButtonLink
          icon={<SquarePen aria-hidden="true" size={18} />}
          keepScroll
          onFocus={() => viewer && preloadComposer()}
          onPointerEnter={() => viewer && preloadComposer()}
          to={viewer ? newPostAddress(category) : '/auth'}
          variant="primary"
        >
          New post
        </ButtonLink>
      )}
    </>
  );
}

/** For members: the order of a list, and whether they follow its category. */
function OrderAndFollow({ choice, order }: { choice: CategoryChoice; order: ListOrder }) {
  const query = startingAt(postsQuery(useCall(), choice.value, order), useStart());
  const { data } = useSuspenseInfiniteQuery(query);
  return (
    <>
      {isFollowable(choice) && <FollowCategory choice={choice} />}
      <OrderLinks category={choice.value} order={data.pages[0]?.order ?? 'newest'} />
    </>
  );
}

function Posts({ choice, order, newPost }: { choice: CategoryChoice; order: ListOrder; newPost: string }) {
  const call = useCall();
  const { viewer } = useAuth();
  const query = startingAt(postsQuery(call, choice.value, order), useStart());
  const list = useSuspenseInfiniteQuery(query);
  const shownOrder = list.data.pages[0]?.order ?? 'newest';
  const [isAllShown, setAllShown] = useState(isAdultCategoryShown);
  const news = useNewPosts(choice.id, viewer?.adult ?? false, itemsOf(list.data));
  const showNews = useShowNews(news, query);
  return (
    <>
      <NewsBar count={news.count} onShow={() => void showNews()} things={['post', 'posts']} />
      {choice.value === 'nsfw' && (
        <Switch
          checked={isAllShown}
          className="my-3"
          label="Show all 18+ posts"
          onChange={({ target }) => {
            showAdultCategory(target.checked);
            setAllShown(target.checked);
          }}
        />
      )}
      <PostList
        empty={
          <EmptyState
            action={
              <AppLink className="link" to={newPost}>
                {viewer ? 'New post' : 'Sign in'}
              </AppLink>
            }
            title={
              shownOrder === 'unread'
                ? 'You have read everything.'
                : choice.value === ''
                  ? 'No posts found. Be the first to start a conversation!'
                  : `No posts in ${choice.label} yet. Be the first to post!`
            }
          />
        }
        key={String(isAllShown)}
        linked
        list={list}
      />
    </>
  );
}

/**
 * New posts since the list was loaded, as a count: nothing moves under the reader. One component for each category.
 * @param choice key of the fixed category or id of the row that is shown; empty for all.
 * @param adult whether 18+ posts stand among all.
 * @param shown the list as it stands.
 */
function useNewPosts(choice: string, adult: boolean, shown: readonly { readonly id: string }[]): News {
  const client = useQueryClient();
  const news = useNews(shown);
  useLive('forum', {
    post_created({ id, category }) {
      if (choice === '' ? adult || category !== 'nsfw' : category === choice) news.add(id);
    },
    // A row that changed is read when the list is loaded next.
    list_changed: () => void client.invalidateQueries({ queryKey: forumKeys.lists, refetchType: 'none' }),
  });
  return news;
}
