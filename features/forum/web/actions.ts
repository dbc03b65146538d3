import { useQueryClient } from '@tanstack/react-query';
import type { Post, Reply } from '#features/forum/contract/endpoints.ts';
import { removal, useReaction } from '#content/core/web/cache/content-actions.ts';
import { patchAnswer } from '#content/core/web/thread/thread.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { useOptimisticValue } from '#platform/web/lib/optimistic.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { patchCards, patchPost, staleLists } from './cache.ts';
import { forumKeys } from './queries.ts';
import { repliesOf } from './post/replies.ts';

/** The actions on a post. Marks and reactions are optimistic updates: they are undone when the server refuses. */
export function usePostActions(post: Post) {
  const call = useCall();
  const client = useQueryClient();
  const params = { postId: post.id };

  const patch = (change: Partial<Post>) => patchPost(client, post.id, (old) => ({ ...old, ...change }));

  const bookmark = useOptimisticValue({
    key: `bookmark:${post.id}`,
    value: post.bookmarked,
    show: (bookmarked) => patch({ bookmarked }),
    async send(wanted) {
      const { on } = await call('PUT /forum/posts/:postId/bookmark', { params, body: { on: wanted } });
      return () => {
        patch({ bookmarked: on });
        // A list that is being fetched ahead may have been read before this mark, and would count as fresh.
        client.removeQueries({ queryKey: forumKeys.bookmarks, type: 'inactive' });
        void client.invalidateQueries({ queryKey: forumKeys.bookmarks });
      };
    },
  });
  const watch = useOptimisticValue({
    key: `watch:${post.id}`,
    value: post.watching,
    show: (watching) => patch({ watching }),
    async send(wanted) {
      const { on } = await call('PUT /forum/posts/:postId/watch', { params, body: { on: wanted } });
      return () => patch({ watching: on });
    },
  });
  const react = useReaction(
    post,
    (change) => patchPost(client, post.id, change),
    (reaction) => call('PUT /forum/posts/:postId/reaction', { params, body: { reaction } }),
  );

  return {
    bookmark: () => bookmark((on) => !on).catch(failureToast),
    watch: () => watch((on) => !on).catch(failureToast),
    react,
    async pin(on: boolean) {
      try {
        const { isPinned } = await call('PUT /forum/posts/:postId/pin', { params, body: { on } });
        patchPost(client, post.id, (old) => ({ ...old, isPinned }));
        staleLists(client);
      } catch (error) {
        failureToast(error);
      }
    },
    async save(
      content: string,
      baseVersion: number,
      choice: { fileIds?: string[]; category?: string; isLocked?: boolean },
    ) {
      const saved = await call('PATCH /forum/posts/:postId', {
        params,
        body: { content, baseVersion, ...choice },
      });
      client.setQueryData(forumKeys.post(post.id), saved);
      staleLists(client);
    },
    ...removal(
      {
        remove: (reason) => call('DELETE /forum/posts/:postId', { params, body: { reason } }),
        restore: () => call('POST /forum/posts/:postId/restore', { params }),
      },
      () => {
        staleLists(client);
        return client.invalidateQueries({ queryKey: forumKeys.post(post.id) });
      },
    ),
  };
}

/** Reacts to a reply as an optimistic update; the same reaction again takes it back. */
export function useReplyReaction(reply: Reply): (chosen: string) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  const params = { replyId: reply.id };
  return useReaction(
    reply,
    (change) => patchAnswer(client, repliesOf(reply.postId), reply.id, change),
    (reaction) => call('PUT /forum/replies/:replyId/reaction', { params, body: { reaction } }),
  );
}

/** Remembers that the reader has read a post to its end. Quiet: a failure only leaves it marked as new. */
export function useMarkRead(postId: string): () => void {
  const call = useCall();
  const client = useQueryClient();
  return () => {
    call('PUT /forum/posts/:postId/read', { params: { postId } }).then(
      () => {
        const lastReadAt = new Date().toISOString();
        patchPost(client, postId, (old) => ({ ...old, lastReadAt }));
        patchCards(client, postId, (card) => ({ ...card, isNew: false, newReplies: 0 }));
      },
      () => {},
    );
  };
}
