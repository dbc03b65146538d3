import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post, PostCard, Reply } from '#contract/forum.ts';
import { changeItem, placeInTime } from '#web/lib/paged-list.ts';
import { forumKeys, type PostPage, type ReplyPage } from './queries.ts';

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

/** Changes a reply in every list that shows it. */
export function patchReply(
  client: QueryClient,
  postId: string,
  replyId: string,
  change: (reply: Reply) => Reply | null,
): void {
  client.setQueriesData<Pages<ReplyPage>>(
    { queryKey: forumKeys.replies(postId) },
    (data) => data && changeItem<Reply, ReplyPage>(data, replyId, change),
  );
}

/** Whether a list of replies holds one. */
export function hasReply(client: QueryClient, postId: string, replyId: string): boolean {
  return client
    .getQueriesData<Pages<ReplyPage>>({ queryKey: forumKeys.replies(postId) })
    .some(([, data]) => data?.pages.some((page) => page.items.some((reply) => reply.id === replyId)));
}

/**
 * Puts a reply where its time places it, into every list whose loaded stretch reaches there; one that is there already
 * is brought up to date. Lists whose end is not loaded get it when they are read on.
 */
export function putReply(client: QueryClient, postId: string, reply: Reply): void {
  client.setQueriesData<Pages<ReplyPage>>(
    { queryKey: forumKeys.replies(postId) },
    (data) => data && placeInTime<Reply, ReplyPage>(data, reply),
  );
}
