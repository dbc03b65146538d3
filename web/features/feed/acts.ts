import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Upload, UploadComment } from '#contract/feed.ts';
import { useCall } from '#web/lib/api.ts';
import { failureToast } from '#web/ui/failure-toast.ts';
import { patchUpload, putComment, putUpload, staleFeeds } from './cache.ts';

/** What an edit of an upload may change beside its text. */
export interface UploadChoice {
  readonly trackIds?: string[];
  readonly isAdult?: boolean;
}

/** What can be done to an upload. A like shows at once and is taken back when the server refuses. */
export function useUploadActs(upload: Upload) {
  const call = useCall();
  const client = useQueryClient();
  const turn = useRef(0);
  const params = { uploadId: upload.id };
  const again = async () => putUpload(client, await call('GET /uploads/:uploadId', { params }));

  return {
    async like(on: boolean) {
      const mine = ++turn.current;
      const set = (liked: boolean, likeCount: number) =>
        patchUpload(client, upload.id, (old) => ({ ...old, liked, likeCount }));
      const before = upload.likeCount - (upload.liked ? 1 : 0);
      set(on, before + (on ? 1 : 0));
      try {
        const answer = await call('PUT /uploads/:uploadId/like', { params, body: { on } });
        // Of two quick clicks the later one is what the reader wants.
        if (mine === turn.current) set(answer.on, answer.likeCount);
      } catch (error) {
        if (mine === turn.current) set(upload.liked, upload.likeCount);
        failureToast(error);
      }
    },
    /** @throws nothing: a refusal is told, and the poll is read anew. */
    async vote(optionId: string) {
      try {
        const poll = await call('PUT /uploads/:uploadId/vote', { params, body: { optionId } });
        patchUpload(client, upload.id, (old) => ({ ...old, poll }));
      } catch (error) {
        failureToast(error);
        await again().catch(() => {});
      }
    },
    /** Reads it anew, such as when its poll has closed. Quiet. */
    refresh: () => again().catch(() => {}),
    async save(content: string, baseVersion: number, choice: UploadChoice) {
      putUpload(client, await call('PATCH /uploads/:uploadId', { params, body: { content, baseVersion, ...choice } }));
    },
    async readNewest() {
      const newest = await call('GET /uploads/:uploadId', { params });
      putUpload(client, newest);
      return { source: newest.source ?? '', version: newest.version };
    },
    async remove(reason: string) {
      await call('DELETE /uploads/:uploadId', { params, body: { reason } });
      staleFeeds(client);
      await again().catch(() => {});
    },
    async restore() {
      try {
        await call('POST /uploads/:uploadId/restore', { params });
        staleFeeds(client);
        await again();
      } catch (error) {
        failureToast(error);
      }
    },
  };
}

/** What can be done to a comment. */
export function useCommentActs(comment: UploadComment) {
  const call = useCall();
  const client = useQueryClient();
  const params = { commentId: comment.id };
  const again = async () => putComment(client, await call('GET /uploads/comments/:commentId', { params }));

  return {
    async mark(mark: UploadComment['mark']) {
      putComment(client, { ...comment, mark });
      try {
        putComment(client, await call('PUT /uploads/comments/:commentId/mark', { params, body: { mark } }));
      } catch (error) {
        putComment(client, comment);
        failureToast(error);
      }
    },
    async save(content: string, baseVersion: number) {
      putComment(client, await call('PATCH /uploads/comments/:commentId', { params, body: { content, baseVersion } }));
    },
    async readNewest() {
      const newest = await call('GET /uploads/comments/:commentId', { params });
      return { source: newest.source ?? '', version: newest.version };
    },
    async remove(reason: string) {
      await call('DELETE /uploads/comments/:commentId', { params, body: { reason } });
      await again();
    },
    async restore() {
      try {
        await call('POST /uploads/comments/:commentId/restore', { params });
        await again();
      } catch (error) {
        failureToast(error);
      }
    },
  };
}
