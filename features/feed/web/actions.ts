import { useQueryClient } from '@tanstack/react-query';
import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import type { Upload, UploadComment } from '#features/feed/contract/endpoints.ts';
import { removal, useLike } from '#content/core/web/cache/content-actions.ts';
import { patchAnswer, putAnswer } from '#content/core/web/thread/thread.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { useOptimisticValue } from '#platform/web/lib/optimistic.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { staleFeeds, uploads } from './cache.ts';
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
  const patch = (change: (old: Upload) => Upload) => uploads.patch(client, upload.id, change);
  const again = async () => uploads.put(client, await call('GET /uploads/:uploadId', { params }));

  return {
    like: useLike(upload, patch, (on) => call('PUT /uploads/:uploadId/like', { params, body: { on } })),
    /** @throws nothing: a refusal becomes a toast, and the poll is fetched again. */
    async vote(optionId: string) {
      try {
        const poll = await call('PUT /uploads/:uploadId/vote', { params, body: { optionId } });
        patch((old) => ({ ...old, poll }));
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
        uploads.put(client, await call('PUT /uploads/:uploadId/tracks/:trackId/terms', changed));
      }
      // Terms are no part of the text: alone, they make no new version of it.
      if (Object.keys(terms).length > 0 && content === upload.source && Object.keys(choice).length === 0) return;
      uploads.put(
        client,
        await call('PATCH /uploads/:uploadId', { params, body: { content, baseVersion, ...choice } }),
      );
    },
    /** @throws {CallError} */
    async setVisibility(visibility: 'public' | 'link' | 'private') {
      uploads.put(client, await call('PUT /uploads/:uploadId/visibility', { params, body: { visibility } }));
      staleFeeds(client);
    },
    async readNewest() {
      const newest = await call('GET /uploads/:uploadId', { params });
      uploads.put(client, newest);
      return { source: newest.source ?? '', version: newest.version };
    },
    ...removal(
      {
        remove: (reason) => call('DELETE /uploads/:uploadId', { params, body: { reason } }),
        restore: () => call('POST /uploads/:uploadId/restore', { params }),
      },
      () => {
        staleFeeds(client);
        return again();
      },
    ),
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
