import type { QueryClient } from '@tanstack/react-query';
import type { Post, PostCard } from '#features/forum/contract/endpoints.ts';
import { patchInLists } from '#content/core/web/cache/content-cache.ts';
import { forumKeys } from './queries.ts';

/** Changes a post in the cache. */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  client.setQueryData<Post>(forumKeys.post(postId), (post) => post && change(post));
}

/** Changes a post's row in every list that shows it. */
export function patchCards(client: QueryClient, postId: string, change: (card: PostCard) => PostCard): void {
  for (const queryKey of [forumKeys.lists, forumKeys.bookmarks])
    patchInLists<PostCard>(client, queryKey, postId, change);
}

/** Marks lists as stale: they are fetched again when they are shown next. */
export function staleLists(client: QueryClient): void {
  for (const queryKey of [forumKeys.lists, forumKeys.bookmarks, ['home', 'posts']]) {
    void client.invalidateQueries({ queryKey });
  }
}
