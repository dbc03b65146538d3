import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Upload } from '#contract/feed.ts';
import { playerKeys } from '#web/features/player/queries.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { gather } from '#web/lib/gather.ts';
import { itemsOf } from '#web/lib/paged-list.ts';
import { subscribe } from '#web/lib/socket.ts';
import {
  dropUpload,
  hasComment,
  hasUpload,
  patchComment,
  patchUpload,
  putComment,
  putUpload,
  staleFeeds,
  withNewest,
} from './cache.ts';
import { type FeedFilter, wholeFeed } from './filter.ts';
import { feedKeys, type UploadPage, wireFilter } from './queries.ts';

/** Milliseconds in which news of the feed is asked for once. */
const NEWS_MS = 600;

function textIn(data: unknown, name: 'id'): string {
  const value = (data as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : '';
}

const isGone = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'upload_not_found' || error.code === 'adults_only');

/** Uploads that came since a feed was loaded. */
export interface FeedNews {
  readonly count: number;
  /** Puts them in front of the feed. @returns id of the newest, or null when there was none. */
  show(): Promise<string | null>;
}

/** Listens for new uploads of a feed: they are counted, and shown on request, so that the page does not move. */
export function useFeedNews(filter: FeedFilter): FeedNews {
  const call = useCall();
  const client = useQueryClient();
  const [count, setCount] = useState(0);
  const { kind, tag, author } = filter;

  const newestOf = useCallback(
    () => call('GET /uploads', { query: wireFilter({ kind, tag, author }) }),
    [call, kind, tag, author],
  );
  const shown = useCallback(
    () => itemsOf(client.getQueryData<InfiniteData<UploadPage>>(feedKeys.list({ kind, tag, author }))),
    [client, kind, tag, author],
  );

  useEffect(() => {
    const burst = gather(NEWS_MS);
    const isWhole = kind === wholeFeed.kind && tag === wholeFeed.tag && author === wholeFeed.author;
    const ask = async (top: string | undefined): Promise<number> => {
      if (isWhole && top !== undefined) return (await call('GET /uploads/newer', { query: { than: top } })).count;
      const known = new Set(shown().map(({ id }) => id));
      const { items } = await newestOf();
      const at = items.findIndex(({ id }) => known.has(id));
      return at < 0 ? items.length : at;
    };
    const recount = async (): Promise<void> => {
      const top = shown()[0]?.id;
      // A hint that came to nothing is made good by the next one.
      const counted = await ask(top).catch(() => null);
      // They were shown meanwhile: what is newer than those?
      if (shown()[0]?.id !== top) burst.run('news', recount);
      else if (counted !== null) setCount(counted);
    };
    const read = (id: string) =>
      call('GET /uploads/:uploadId', { params: { uploadId: id } }).then(
        (upload) => putUpload(client, upload),
        (error: unknown) => isGone(error) && dropUpload(client, id),
      );
    const stop = subscribe('uploads', {
      onEvent({ type, data }) {
        const id = textIn(data, 'id');
        if (type === 'upload_created') burst.run('news', recount);
        else if (hasUpload(client, id)) burst.run(id, () => read(id));
      },
      onReset: () => burst.run('news', recount),
    });
    return () => {
      stop();
      burst.stop();
    };
  }, [call, client, kind, tag, author, newestOf, shown]);

  return {
    count,
    async show() {
      const newest = await newestOf();
      const top = shown()[0]?.id ?? null;
      client.setQueryData<InfiniteData<UploadPage>>(feedKeys.list({ kind, tag, author }), (data) =>
        withNewest(data, newest),
      );
      setCount(0);
      const first = shown()[0]?.id ?? null;
      return first === top ? null : first;
    },
  };
}

/** What {@link useUploadLive} needs to know of the page. */
export interface LivePage {
  readonly upload: Pick<Upload, 'id' | 'eventSeq'>;
  /** The end of the comments is shown: new ones join it. */
  readonly atEnd: boolean;
}

/** Keeps an open upload up to date. @returns how many comments came after those that are loaded */
export function useUploadLive({ upload, atEnd }: LivePage): { waiting: number; clear(): void } {
  const call = useCall();
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const uploadId = upload.id;
  // Where the first load stood; after that the socket counts for itself.
  const [after] = useState(upload.eventSeq);
  const end = useRef(atEnd);
  useEffect(() => {
    end.current = atEnd;
  });
  useEffect(() => {
    const burst = gather();
    const readUpload = () =>
      call('GET /uploads/:uploadId', { params: { uploadId } }).then(
        (fresh) => putUpload(client, fresh),
        async (error: unknown) => {
          if (isGone(error)) await client.invalidateQueries({ queryKey: feedKeys.upload(uploadId) });
        },
      );
    const readComment = (commentId: string) =>
      call('GET /uploads/comments/:commentId', { params: { commentId } }).then(
        (comment) => {
          putComment(client, comment);
          // The waveform shows it too.
          if (comment.at) void client.invalidateQueries({ queryKey: playerKeys.moments(comment.at.trackId) });
        },
        (error: unknown) => {
          if (error instanceof CallError && error.code === 'comment_not_found')
            patchComment(client, uploadId, commentId, () => null);
        },
      );
    const stop = subscribe(`upload:${uploadId}`, {
      after,
      onEvent({ type, data }) {
        const id = textIn(data, 'id');
        if (type === 'likes_changed') {
          const { likeCount } = data as { likeCount: number };
          patchUpload(client, uploadId, (old) => ({ ...old, likeCount }));
          return;
        }
        if (type === 'upload_changed' || type === 'votes_changed') {
          burst.run(uploadId, readUpload);
          return;
        }
        if (type === 'comment_created') {
          // The reader's own comment may be here before the news of it.
          if (hasComment(client, uploadId, id)) return;
          if (!end.current) setWaiting((old) => new Set([...old, id]));
        }
        burst.run(id, () => readComment(id));
        burst.run(uploadId, readUpload);
      },
      onReset() {
        void client.invalidateQueries({ queryKey: feedKeys.upload(uploadId) });
        void client.invalidateQueries({ queryKey: feedKeys.comments(uploadId) });
        staleFeeds(client);
      },
    });
    return () => {
      stop();
      burst.stop();
    };
  }, [uploadId, after, call, client]);
  return { waiting: atEnd ? 0 : waiting.size, clear: () => setWaiting(new Set()) };
}
