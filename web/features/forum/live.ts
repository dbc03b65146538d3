import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Post } from '#contract/forum.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { gather } from '#web/lib/gather.ts';
import { type News, useNews } from '#web/lib/news.ts';
import { subscribe } from '#web/lib/socket.ts';
import { hasReply, patchReply, putReply, staleLists } from './cache.ts';
import { forumKeys } from './queries.ts';

/** A text of an event's data. */
function textIn(data: unknown, name: 'id' | 'category'): string {
  const value = (data as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : '';
}

/**
 * New posts since the list was loaded, as a count: nothing moves under the reader. One component for each category.
 * @param choice key of the fixed category or id of the row that is shown; empty for all.
 * @param adult whether 18+ posts stand among all.
 * @param shown the list as it stands.
 */
export function useNewPosts(choice: string, adult: boolean, shown: readonly { readonly id: string }[]): News {
  const client = useQueryClient();
  const news = useNews(shown);
  const { add } = news;
  useEffect(() => {
    return subscribe('forum', {
      onEvent(event) {
        // A row that changed is read when the list is loaded next.
        if (event.type !== 'post_created') {
          void client.invalidateQueries({ queryKey: forumKeys.lists, refetchType: 'none' });
          return;
        }
        const category = textIn(event.data, 'category');
        const belongs = choice === '' ? adult || category !== 'nsfw' : category === choice;
        if (belongs) add(textIn(event.data, 'id'));
      },
    });
  }, [choice, adult, client, add]);
  return news;
}

/** What {@link usePostLive} needs to know of the page. */
export interface LivePage {
  readonly post: Pick<Post, 'id' | 'eventSeq'>;
  /** The end of the replies is shown: new ones join it. */
  readonly atEnd: boolean;
}

/** Keeps an open post up to date. @returns ids of replies that came behind what is loaded. */
export function usePostLive({ post, atEnd }: LivePage): { waiting: number; clear(): void } {
  const call = useCall();
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const postId = post.id;
  // Where the first load stood; after that the socket counts for itself.
  const [after] = useState(post.eventSeq);
  const end = useRef(atEnd);
  useEffect(() => {
    end.current = atEnd;
  });
  useEffect(() => {
    const burst = gather();
    const readPost = () => client.invalidateQueries({ queryKey: forumKeys.post(postId) });
    const readReply = (replyId: string) =>
      call('GET /forum/replies/:replyId', { params: { replyId } }).then(
        (reply) => putReply(client, postId, reply),
        (error: unknown) => {
          if (error instanceof CallError && error.code === 'reply_not_found')
            patchReply(client, postId, replyId, () => null);
        },
      );
    const stop = subscribe(`forum-post:${postId}`, {
      after,
      onEvent({ type, data }) {
        const id = textIn(data, 'id');
        if (type === 'reply_created') {
          // The reader's own reply may be here before the news of it.
          if (hasReply(client, postId, id)) return;
          if (!end.current) setWaiting((old) => new Set([...old, id]));
          burst.now(id, () => readReply(id));
          burst.run(postId, readPost);
        } else if (type === 'post_changed' || id === postId) {
          burst.run(postId, readPost);
        } else if (type === 'reply_changed' || hasReply(client, postId, id)) {
          burst.run(id, () => readReply(id));
          if (type === 'reply_changed') burst.run(postId, readPost);
        }
      },
      onReset() {
        void client.invalidateQueries({ queryKey: forumKeys.post(postId) });
        void client.invalidateQueries({ queryKey: forumKeys.replies(postId) });
        staleLists(client);
      },
    });
    return () => {
      stop();
      burst.stop();
    };
  }, [postId, after, call, client]);
  return { waiting: atEnd ? 0 : waiting.size, clear: () => setWaiting(new Set()) };
}
