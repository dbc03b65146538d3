import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem, SharedReply } from '#features/sharing/contract/endpoints.ts';
import type { LiveThread } from '#content/core/web/thread/use-thread-live.ts';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { type News, useNews } from '#platform/web/lib/news.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { items } from './cache.ts';
import { at } from './endpoints.ts';
import { sharingKeys } from './queries.ts';

/**
 * Keeps an open list up to date: new things of others are counted and move nothing; those that are shown and have
 * changed are read again.
 */
export function useListNews(kind: SharingKind, shown: readonly { readonly id: string }[], ownId: string | null): News {
  const call = useCall();
  const client = useQueryClient();
  const news = useNews(shown);
  const burst = useCoalescer();
  const read = (itemId: string) => {
    const reading = call(at(kind, 'GET /songs/:itemId'), { params: { itemId } });
    return items[kind].take(
      client,
      itemId,
      reading.then((item) => (item.visibility === 'removed' ? null : item)),
    );
  };
  // The topics of all types have the same events: the compiler sees those of songs.
  useLive(sharingTypes[kind].path.slice(1) as 'songs', {
    item_created: ({ id, authorId }) => authorId !== ownId && news.add(id),
    item_changed: ({ id }) => burst.run(id, () => read(id)),
  });
  return news;
}

/** The topics of all types have the same events: the compiler sees those of songs. */
type ItemTopic = `song:${string}`;

/** Live updates of an open item: the live part of its thread. */
export function useItemEvents(
  client: QueryClient,
  call: Call,
  { id, kind, eventSeq }: Pick<SharedItem, 'id' | 'kind' | 'eventSeq'>,
): Omit<LiveThread<SharedReply, ItemTopic>, 'thread' | 'atEnd'> {
  return {
    topic: `${sharingTypes[kind].topic}:${id}` as ItemTopic,
    eventSeq,
    handlers: ({ created, changed, touched }) => ({
      reply_created: created,
      reply_changed: changed,
      item_changed: touched,
      likes_changed: ({ likeCount }) => items[kind].patch(client, id, (old) => ({ ...old, likeCount })),
    }),
    readParent: () =>
      items[kind].takeShown(client, id, call(at(kind, 'GET /songs/:itemId'), { params: { itemId: id } })),
    onReset() {
      void client.invalidateQueries({ queryKey: sharingKeys.item(kind, id) });
      items[kind].stale(client);
    },
  };
}
