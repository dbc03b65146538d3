import type { Reply } from '#features/forum/contract/endpoints.ts';
import { forum } from '#features/forum/contract/limits.ts';
import type { Thread, ThreadType } from '#content/core/web/thread/thread.ts';
import { repliesPages } from '#features/forum/web/queries.ts';

/** Address of a reply in its thread; it also works where the thread is not loaded up to there. */
export const replyAddress = (postId: string, replyId: string): string =>
  `/forum/post/${postId}?reply=${replyId}#reply-${replyId}`;

/** Replies of a post. */
const replyThread: ThreadType<Reply> = {
  ...repliesPages,
  noun: 'reply',
  plural: 'replies',
  kind: 'post_reply',
  maxLength: forum.replyMax,
  invitation: 'Join the conversation.',
  address: replyAddress,
  draft: (postId, profileId) => `forum:reply:${postId}:${profileId}`,
  send: (call, postId, body) => call('POST /forum/posts/:postId/replies', { params: { postId }, body }),
  read: (call, replyId) => call('GET /forum/replies/:replyId', { params: { replyId } }),
  save: (call, replyId, body) => call('PATCH /forum/replies/:replyId', { params: { replyId }, body }),
  remove: (call, replyId, reason) => call('DELETE /forum/replies/:replyId', { params: { replyId }, body: { reason } }),
  restore: (call, replyId) => call('POST /forum/replies/:replyId/restore', { params: { replyId } }),
};

/** The thread of one post. */
export const repliesOf = (postId: string): Thread<Reply> => ({ type: replyThread, parentId: postId });
