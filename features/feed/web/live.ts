import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload, UploadComment } from '#features/feed/contract/endpoints.ts';
import { findInLists } from '#content/core/web/cache/content-cache.ts';
import type { LiveThread } from '#content/core/web/thread/use-thread-live.ts';
import { playerKeys } from '#features/player/web/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { itemsOf } from '#platform/web/lib/paged-list.ts';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { staleFeeds, uploads, withNewest } from './cache.ts';
import { type FeedFilter, wholeFeed } from './list/filter.ts';
import { feedKeys, type UploadPage, wireFilter } from './queries.ts';

/** Milliseconds in which news of the feed is asked for once. */
const NEWS_MS = 600;

/** Uploads that came since a feed was loaded. */
export interface FeedNews {
  readonly count: number;
  /** Puts them in front of the feed. @returns id of the newest, or null when there was none. */
  show(): Promise<string | null>;
}

/**
 * Listens for new uploads of a feed: they are counted, and shown on request, so that the page does not move. One
 * component for each filter.
 */
export function useFeedNews(filter: FeedFilter): FeedNews {
  const call = useCall();
  const client = useQueryClient();
  const [count, setCount] = useState(0);
  const { kind, tag, author, following } = filter;

  const newestOf = () => call('GET /uploads', { query: wireFilter({ kind, tag, author, following }) });
  const shown = () =>
    itemsOf(client.getQueryData<InfiniteData<UploadPage>>(feedKeys.list({ kind, tag, author, following })));
  const burst = useCoalescer(NEWS_MS);
  const isWhole = kind === wholeFeed.kind && tag === wholeFeed.tag && author === wholeFeed.author && !following;
  const ask = async (top: string | undefined): Promise<number> => {
    if (isWhole && top !== undefined) return (await call('GET /uploads/newer', { query: { than: top } })).count;
    const known = new Set(shown().map(({ id }) => id));
    const { items } = await newestOf();
    const at = items.findIndex(({ id }) => known.has(id));
    return at < 0 ? items.length : at;
  };
  const recount = async (): Promise<void> => {
    const top = shown()[0]?.id;
    // The next hint makes up for a failed one.
    const counted = await ask(top).catch(() => null);
    // They were shown meanwhile: what is newer than those?
    if (shown()[0]?.id !== top) burst.run('news', recount);
    else if (counted !== null) setCount(counted);
  };
  const read = (id: string) => uploads.take(client, id, call('GET /uploads/:uploadId', { params: { uploadId: id } }));
  useLive(
    'uploads',
    {
      upload_created: () => burst.run('news', recount),
      upload_changed({ id }) {
        if (findInLists(client, feedKeys.lists, id)) burst.run(id, () => read(id));
      },
    },
    { onReset: () => burst.run('news', recount) },
  );

  return {
    count,
    async show() {
      const newest = await newestOf();
      const top = shown()[0]?.id ?? null;
      client.setQueryData<InfiniteData<UploadPage>>(feedKeys.list({ kind, tag, author, following }), (data) =>
        withNewest(data, newest),
      );
      setCount(0);
      const first = shown()[0]?.id ?? null;
      return first === top ? null : first;
    },
  };
}

/** What keeps an open upload up to date: the live part of its thread. */
export function useUploadEvents(
  client: QueryClient,
  call: Call,
  { id: uploadId, eventSeq }: Pick<Upload, 'id' | 'eventSeq'>,
): Omit<LiveThread<UploadComment, `upload:${string}`>, 'thread' | 'atEnd'> {
  return {
    topic: `upload:${uploadId}`,
    eventSeq,
    handlers: ({ created, changed, touched }) => ({
      comment_created: created,
      comment_changed: changed,
      upload_changed: touched,
      votes_changed: touched,
      likes_changed: ({ likeCount }) => uploads.patch(client, uploadId, (old) => ({ ...old, likeCount })),
    }),
    readParent: () => uploads.takeShown(client, uploadId, call('GET /uploads/:uploadId', { params: { uploadId } })),
    onAnswer({ at }) {
      // The waveform shows it too.
      if (at) void client.invalidateQueries({ queryKey: playerKeys.timedComments(at.trackId) });
    },
    onReset() {
      void client.invalidateQueries({ queryKey: feedKeys.upload(uploadId) });
      staleFeeds(client);
    },
  };
}
