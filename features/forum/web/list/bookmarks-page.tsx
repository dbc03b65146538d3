import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { PostList, PostListSkeleton } from './post-list.tsx';
import { bookmarksQuery } from '#features/forum/web/queries.ts';

const back = { to: '/forum', label: 'Forum' };

/** `/forum/bookmarks`: the member's bookmarks. */
export function BookmarksPage() {
  const call = useCall();
  const list = useSuspenseInfiniteQuery(bookmarksQuery(call));
  return (
    <Page width="list">
      <PageHeading back={back} title="Bookmarks" />
      <PostList
        empty={
          <EmptyState action={<ButtonLink to="/forum">Open the forum</ButtonLink>} title="No bookmarks yet.">
            The bookmark button under a post keeps it here, for you alone.
          </EmptyState>
        }
        list={list}
      />
    </Page>
  );
}

/** The bookmarks while they load. */
export function BookmarksPending() {
  return (
    <Page width="list">
      <PageHeading back={back} title="Bookmarks" />
      <PostListSkeleton />
    </Page>
  );
}
