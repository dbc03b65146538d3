import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem, SharedReply } from '#features/sharing/contract/endpoints.ts';
import type { LiveThread } from '#content/core/web/thread/use-thread-live.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { type Call, CallError } from '#platform/web/lib/call.ts';
import { coalesce } from '#platform/web/lib/coalesce.ts';
import { type News, useNews } from '#platform/web/lib/news.ts';
import { subscribe } from '#platform/web/lib/socket/socket.ts';
import { patchItem, putItem, staleLists } from './cache.ts';
import { at } from './endpoints.ts';
import { sharingKeys } from './queries.ts';

const wordIn = (data: unknown, name: string): string => {
  const value = (data as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : '';
};

const isGone = (kind: SharingKind, error: unknown): boolean =>
  error instanceof CallError && (error.code === `${kind}_not_found` || error.code === 'adults_only');

/**
 * Keeps an open list up to date: new things of others are counted and move nothing; those that are shown and have
 * changed are read again.
 */
export function useListNews(kind: SharingKind, shown: readonly { readonly id: string }[], ownId: string | null): News {
  const call = useCall();
  const client = useQueryClient();
  const news = useNews(shown);
  const { add } = news;
  useEffect(() => {
    const burst = coalesce();
    const read = (itemId: string) =>
      call(at(kind, 'GET /songs/:itemId'), { params: { itemId } }).then(
        (item) => patchItem(client, kind, itemId, () => (item.visibility === 'removed' ? null : item)),
        (error: unknown) => isGone(kind, error) && patchItem(client, kind, itemId, () => null),
      );
    const stop = subscribe(sharingTypes[kind].path.slice(1), {
      onEvent({ type, data }) {
        const id = wordIn(data, 'id');
        if (type !== 'item_created') burst.run(id, () => read(id));
        else if (wordIn(data, 'authorId') !== ownId) add(id);
      },
    });
    return () => {
      stop();
      burst.stop();
    };
  }, [call, client, kind, ownId, add]);
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
      likes_changed: ({ likeCount }) => patchItem(client, kind, id, (old) => ({ ...old, likeCount })),
    }),
    readParent: () =>
      call(at(kind, 'GET /songs/:itemId'), { params: { itemId: id } }).then(
        (fresh) => putItem(client, fresh),
        async (error: unknown) => {
          if (isGone(kind, error)) await client.invalidateQueries({ queryKey: sharingKeys.item(kind, id) });
        },
      ),
    onReset() {
      void client.invalidateQueries({ queryKey: sharingKeys.item(kind, id) });
      staleLists(client, kind);
    },
  };
}
