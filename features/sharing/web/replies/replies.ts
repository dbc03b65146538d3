import { type SharingKind, replyKindOf, sharingKinds } from '#content/core/contract/shared-kinds.ts';
import { sharing } from '#features/sharing/contract/limits.ts';
import type { SharedReply } from '#features/sharing/contract/endpoints.ts';
import type { Thread, ThreadType } from '#content/core/web/thread/thread.ts';
import { at } from '#features/sharing/web/endpoints.ts';
import { replyAddress } from '#features/sharing/web/filter.ts';
import { repliesPages } from '#features/sharing/web/queries.ts';

const typeOf = (kind: SharingKind): ThreadType<SharedReply> => ({
  ...repliesPages(kind),
  noun: 'reply',
  plural: 'replies',
  kind: replyKindOf(kind),
  maxLength: sharing.replyMax,
  invitation: 'Say what you think of it.',
  address: (itemId, replyId) => replyAddress(kind, itemId, replyId),
  draft: (itemId, profileId) => `${kind}:${itemId}:${profileId}`,
  send: (call, itemId, body) => call(at(kind, 'POST /songs/:itemId/replies'), { params: { itemId }, body }),
  read: (call, replyId) => call(at(kind, 'GET /songs/replies/:replyId'), { params: { replyId } }),
  save: (call, replyId, body) => call(at(kind, 'PATCH /songs/replies/:replyId'), { params: { replyId }, body }),
  remove: (call, replyId, reason) =>
    call(at(kind, 'DELETE /songs/replies/:replyId'), { params: { replyId }, body: { reason } }),
  restore: (call, replyId) => call(at(kind, 'POST /songs/replies/:replyId/restore'), { params: { replyId } }),
});

const types = Object.fromEntries(sharingKinds.map((kind) => [kind, typeOf(kind)])) as Record<
  SharingKind,
  ThreadType<SharedReply>
>;

/** The thread of one thing. */
export const repliesOf = (kind: SharingKind, itemId: string): Thread<SharedReply> => ({
  type: types[kind],
  parentId: itemId,
});
