import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post, PostCard } from '#features/forum/contract/endpoints.ts';
import { changeItem } from '#platform/web/lib/paged-list.ts';
import { forumKeys, type PostPage } from './queries.ts';

type Pages<T> = InfiniteData<T>;

/** Changes a post in the cache. */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  client.setQueryData<Post>(forumKeys.post(postId), (post) => post && change(post));
}

/** Changes a post's row in every list that shows it. */
export function patchCards(client: QueryClient, postId: string, change: (card: PostCard) => PostCard): void {
  for (const queryKey of [forumKeys.lists, forumKeys.bookmarks]) {
    client.setQueriesData<Pages<PostPage>>(
      { queryKey },
      (data) => data && changeItem<PostCard, PostPage>(data, postId, change),
    );
  }
}

/** Marks lists as stale: they are fetched again when they are shown next. */
export function staleLists(client: QueryClient): void {
  for (const queryKey of [forumKeys.lists, forumKeys.bookmarks, ['home', 'posts']]) {
    void client.invalidateQueries({ queryKey });
  }
}
