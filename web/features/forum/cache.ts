import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post, PostCard, Reply } from '#contract/forum.ts';
import { forumKeys, type PostPage, type ReplyPage } from './queries.ts';

type Pages<T> = InfiniteData<T>;

/** Changes a post where it is kept. */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  client.setQueryData<Post>(forumKeys.post(postId), (post) => post && change(post));
}

/** Changes a post's row in every list that shows it. */
export function patchCards(client: QueryClient, postId: string, change: (card: PostCard) => PostCard): void {
  for (const queryKey of [forumKeys.lists, forumKeys.bookmarks]) {
    client.setQueriesData<Pages<PostPage>>(
      { queryKey },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((card) => (card.id === postId ? change(card) : card)),
          })),
        },
    );
  }
}

/** Lists are read anew when they are shown next. */
export function staleLists(client: QueryClient): void {
  for (const queryKey of [forumKeys.lists, forumKeys.bookmarks, ['home', 'posts']]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** The replies of a list of pages, once each: the page before may overlap. */
export function repliesOf(data: Pages<ReplyPage> | undefined): Reply[] {
  const seen = new Set<string>();
  return (data?.pages ?? []).flatMap((page) =>
    page.items.filter((reply) => !seen.has(reply.id) && Boolean(seen.add(reply.id))),
  );
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
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((reply) => (reply.id === replyId ? (change(reply) ?? []) : reply)),
        })),
      },
  );
}

/** Whether a list of replies holds one. */
export function hasReply(client: QueryClient, postId: string, replyId: string): boolean {
  return client
    .getQueriesData<Pages<ReplyPage>>({ queryKey: forumKeys.replies(postId) })
    .some(([, data]) => data?.pages.some((page) => page.items.some((reply) => reply.id === replyId)));
}

const isBefore = (one: Reply, other: Reply): boolean =>
  one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;

/**
 * Puts a reply where its time places it, into every list whose loaded stretch reaches there; one that is there already is
 * brought up to date. Lists whose end is not loaded get it when they are read on.
 */
export function putReply(client: QueryClient, postId: string, reply: Reply): void {
  client.setQueriesData<Pages<ReplyPage>>(
    { queryKey: forumKeys.replies(postId) },
    (data) => data && place(data, reply),
  );
}

function place(data: Pages<ReplyPage>, reply: Reply): Pages<ReplyPage> {
  const known = data.pages.some((page) => page.items.some((item) => item.id === reply.id));
  if (known) {
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => (item.id === reply.id ? reply : item)),
      })),
    };
  }
  const all = data.pages.flatMap((page) => page.items);
  const last = all.at(-1);
  const first = all[0];
  if (data.pages.at(-1)?.next != null && (!last || isBefore(last, reply))) return data;
  if (data.pages[0]?.previous != null && (!first || isBefore(reply, first))) return data;
  const home = data.pages.findIndex(
    (page, index) =>
      index === data.pages.length - 1 || (page.items.at(-1) && isBefore(reply, page.items.at(-1) as Reply)),
  );
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      if (index !== home) return page;
      const after = page.items.findIndex((item) => isBefore(reply, item));
      const at = after < 0 ? page.items.length : after;
      return { ...page, items: [...page.items.slice(0, at), reply, ...page.items.slice(at)] };
    }),
  };
}
