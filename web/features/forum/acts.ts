import { useQueryClient } from '@tanstack/react-query';
import type { Post, Reply } from '#contract/forum.ts';
import { useCall } from '#web/lib/api.ts';
import { failureToast } from '#web/ui/failure-toast.ts';
import { patchCards, patchPost, patchReply, putReply, staleLists } from './cache.ts';
import { forumKeys } from './queries.ts';
import { withReaction } from './reaction-bar.tsx';

type Mark = 'bookmarked' | 'watching';

/** What can be done to a post. Marks and reactions show at once and are taken back when the server refuses. */
export function usePostActs(post: Post) {
  const call = useCall();
  const client = useQueryClient();
  const params = { postId: post.id };
  const again = () => client.invalidateQueries({ queryKey: forumKeys.post(post.id) });

  const mark = async (name: Mark, on: boolean) => {
    const set = (value: boolean) => patchPost(client, post.id, (old) => ({ ...old, [name]: value }));
    set(on);
    try {
      const key = name === 'bookmarked' ? 'PUT /forum/posts/:postId/bookmark' : 'PUT /forum/posts/:postId/watch';
      set((await call(key, { params, body: { on } })).on);
      if (name === 'bookmarked') {
        // A list that is being fetched ahead may have been read before this mark, and would count as fresh.
        client.removeQueries({ queryKey: forumKeys.bookmarks, type: 'inactive' });
        void client.invalidateQueries({ queryKey: forumKeys.bookmarks });
      }
    } catch (error) {
      set(!on);
      failureToast(error);
    }
  };

  return {
    mark,
    async react(reaction: string | null) {
      const before = post.reactions;
      const set = (reactions: Post['reactions']) => patchPost(client, post.id, (old) => ({ ...old, reactions }));
      set(withReaction(before, reaction));
      try {
        set((await call('PUT /forum/posts/:postId/reaction', { params, body: { reaction } })).reactions);
      } catch (error) {
        set(before);
        failureToast(error);
      }
    },
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
    async remove(reason: string) {
      await call('DELETE /forum/posts/:postId', { params, body: { reason } });
      staleLists(client);
      await again();
    },
    async restore() {
      try {
        await call('POST /forum/posts/:postId/restore', { params });
        staleLists(client);
        await again();
      } catch (error) {
        failureToast(error);
      }
    },
  };
}

/** What can be done to a reply. */
export function useReplyActs(reply: Reply) {
  const call = useCall();
  const client = useQueryClient();
  const params = { replyId: reply.id };
  const again = async () => putReply(client, reply.postId, await call('GET /forum/replies/:replyId', { params }));

  return {
    async react(reaction: string | null) {
      const before = reply.reactions;
      const set = (reactions: Reply['reactions']) =>
        patchReply(client, reply.postId, reply.id, (old) => ({ ...old, reactions }));
      set(withReaction(before, reaction));
      try {
        set((await call('PUT /forum/replies/:replyId/reaction', { params, body: { reaction } })).reactions);
      } catch (error) {
        set(before);
        failureToast(error);
      }
    },
    async save(content: string, baseVersion: number) {
      const saved = await call('PATCH /forum/replies/:replyId', { params, body: { content, baseVersion } });
      putReply(client, reply.postId, saved);
    },
    async readNewest() {
      const newest = await call('GET /forum/replies/:replyId', { params });
      return { source: newest.source ?? '', version: newest.version };
    },
    async remove(reason: string) {
      await call('DELETE /forum/replies/:replyId', { params, body: { reason } });
      await again();
    },
    async restore() {
      try {
        await call('POST /forum/replies/:replyId/restore', { params });
        await again();
      } catch (error) {
        failureToast(error);
      }
    },
  };
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
