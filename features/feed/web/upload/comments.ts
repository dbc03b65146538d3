import type { UploadComment } from '#features/feed/contract/endpoints.ts';
import { feed } from '#features/feed/contract/limits.ts';
import type { Thread, ThreadType } from '#content/core/web/thread/thread.ts';
import { commentAddress } from '#features/feed/web/list/filter.ts';
import { commentsPages } from '#features/feed/web/queries.ts';

/** Comments on an upload. */
const commentThread: ThreadType<UploadComment> = {
  ...commentsPages,
  noun: 'comment',
  plural: 'comments',
  kind: 'upload_comment',
  maxLength: feed.commentMax,
  invitation: 'Say what you hear and see.',
  address: commentAddress,
  draft: (uploadId, profileId) => `upload:${uploadId}:${profileId}`,
  send: (call, uploadId, body) => call('POST /uploads/:uploadId/comments', { params: { uploadId }, body }),
  read: (call, commentId) => call('GET /uploads/comments/:commentId', { params: { commentId } }),
  save: (call, commentId, body) => call('PATCH /uploads/comments/:commentId', { params: { commentId }, body }),
  remove: (call, commentId, reason) =>
    call('DELETE /uploads/comments/:commentId', { params: { commentId }, body: { reason } }),
  restore: (call, commentId) => call('POST /uploads/comments/:commentId/restore', { params: { commentId } }),
};

/** The thread of one upload. */
export const commentsOf = (uploadId: string): Thread<UploadComment> => ({ type: commentThread, parentId: uploadId });
