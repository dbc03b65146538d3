import { type SharingKind, replyKindOf } from '#content/core/contract/shared-kinds.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { SharedReply } from '#features/sharing/contract/endpoints.ts';
import type { Thread, ThreadType } from '#content/core/web/thread/thread.ts';
import { at } from '#features/sharing/web/endpoints.ts';
import { replyAddress } from '#features/sharing/web/filter.ts';
import { repliesPages } from '#features/sharing/web/queries.ts';

const types = new Map<SharingKind, ThreadType<SharedReply>>();

function typeOf(kind: SharingKind): ThreadType<SharedReply> {
  const known = types.get(kind);
  if (known) return known;
  const threadType: ThreadType<SharedReply> = {
    ...repliesPages(kind),
    noun: 'reply',
    plural: 'replies',
    kind: replyKindOf(kind),
    maxLength: sharing.replyMax,
    texts: {
      write: 'Write a reply',
      send: 'Reply',
      placeholder: 'Write a reply. Ctrl + Enter sends it.',
      invitation: 'Say what you think of it.',
      signIn: 'Sign in to reply',
    },
    notFound: 'reply_not_found',
    address: (itemId, replyId) => replyAddress(kind, itemId, replyId),
    draft: (itemId, profileId) => `${kind}:${itemId}:${profileId}`,
    read: (call, replyId) => call(at(kind, 'GET /songs/replies/:replyId'), { params: { replyId } }),
    save: (call, replyId, body) => call(at(kind, 'PATCH /songs/replies/:replyId'), { params: { replyId }, body }),
    remove: (call, replyId, reason) =>
      call(at(kind, 'DELETE /songs/replies/:replyId'), { params: { replyId }, body: { reason } }),
    restore: (call, replyId) => call(at(kind, 'POST /songs/replies/:replyId/restore'), { params: { replyId } }),
  };
  types.set(kind, threadType);
  return threadType;
}

/** The thread of one thing. */
export const repliesOf = (kind: SharingKind, itemId: string): Thread<SharedReply> => ({
  type: typeOf(kind),
  parentId: itemId,
});
