import { useQueryClient } from '@tanstack/react-query';
import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import type { Upload, UploadComment } from '#features/feed/contract/endpoints.ts';
import { patchAnswer, putAnswer } from '#content/core/web/thread/thread.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { useOptimisticValue } from '#platform/web/lib/optimistic.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { patchUpload, putUpload, staleFeeds } from './cache.ts';
import { commentsOf } from './upload/comments.ts';

/** Fields of an upload that an edit may change beside its text. */
export interface UploadChoice {
  readonly trackIds?: string[];
  readonly isAdult?: boolean;
  /** By track id, of those whose terms change. */
  readonly terms?: Readonly<Record<string, TrackTerms>>;
}

/** The actions on an upload. A like is an optimistic update: it is undone when the server refuses. */
export function useUploadActions(upload: Upload) {
  const call = useCall();
  const client = useQueryClient();
  const params = { uploadId: upload.id };
  const again = async () => putUpload(client, await call('GET /uploads/:uploadId', { params }));

  const like = useOptimisticValue({
    key: `like:${upload.id}`,
    value: upload.liked,
    show: (liked) =>
      patchUpload(client, upload.id, (old) => ({
        ...old,
        liked,
        likeCount: old.likeCount + Number(liked) - Number(old.liked),
      })),
    async send(on) {
      const { on: liked, likeCount } = await call('PUT /uploads/:uploadId/like', { params, body: { on } });
      return () => patchUpload(client, upload.id, (old) => ({ ...old, liked, likeCount }));
    },
  });

  return {
    like: () => like((liked) => !liked).catch(failureToast),
    /** @throws nothing: a refusal becomes a toast, and the poll is fetched again. */
    async vote(optionId: string) {
      try {
        const poll = await call('PUT /uploads/:uploadId/vote', { params, body: { optionId } });
        patchUpload(client, upload.id, (old) => ({ ...old, poll }));
      } catch (error) {
        failureToast(error);
        await again().catch(() => {});
      }
    },
    /** Fetches it again, such as when its poll has closed. Failures are ignored. */
    refresh: () => again().catch(() => {}),
    async save(content: string, baseVersion: number, { terms = {}, ...choice }: UploadChoice) {
      for (const [trackId, body] of Object.entries(terms)) {
        const changed = { params: { ...params, trackId }, body };
        putUpload(client, await call('PUT /uploads/:uploadId/tracks/:trackId/terms', changed));
      }
      // Terms are no part of the text: alone, they make no new version of it.
      if (Object.keys(terms).length > 0 && content === upload.source && Object.keys(choice).length === 0) return;
      putUpload(client, await call('PATCH /uploads/:uploadId', { params, body: { content, baseVersion, ...choice } }));
    },
    /** @throws {CallError} */
    async setVisibility(visibility: 'public' | 'link' | 'private') {
      putUpload(client, await call('PUT /uploads/:uploadId/visibility', { params, body: { visibility } }));
      staleFeeds(client);
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

/** The author's mark on a timed comment, as an optimistic update; the same mark again takes it away. */
export function useCommentMark(comment: UploadComment): (chosen: UploadComment['mark']) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  const thread = commentsOf(comment.uploadId);
  const mark = useOptimisticValue<UploadComment['mark']>({
    key: `mark:${comment.id}`,
    value: comment.mark,
    show: (shown) => patchAnswer(client, thread, comment.id, (old) => ({ ...old, mark: shown })),
    async send(wanted) {
      const marked = await call('PUT /uploads/comments/:commentId/mark', {
        params: { commentId: comment.id },
        body: { mark: wanted },
      });
      return () => putAnswer(client, thread, marked);
    },
  });
  return (chosen) => mark((now) => (now === chosen ? null : chosen)).catch(failureToast);
}
