import type { EventData, EventName } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';

type UploadTopic = `upload:${string}`;

/** The topic of one open upload. */
export const uploadTopic = (uploadId: string): UploadTopic => `upload:${uploadId}`;

/** Publishes an event to open pages of an upload, numbered; and outdates cached pages. Events carry ids, never text. */
export async function publishToUpload<E extends Exclude<EventName<UploadTopic>, 'likes_changed' | 'votes_changed'>>(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  type: E,
  data: EventData<UploadTopic, E>,
): Promise<number> {
  const topic = uploadTopic(uploadId);
  const seq = await ctx.realtime.publish(tx, topic, type, data);
  tx.afterCommit(() => ctx.pages.outdate([topic, 'uploads'], type === 'comment_created' ? 'added' : 'changed'));
  return seq;
}

/** The event of a new comment, for the statement that writes it: as `publishToUpload`. */
export function publishComment(ctx: Context, comment: { id: string; authorId: string; parentId: string }) {
  const { id, authorId, parentId } = comment;
  const topic = uploadTopic(parentId);
  const { parts, sent } = ctx.realtime.publishWith(topic, 'comment_created', { id, authorId });
  return {
    parts,
    sent(seq: number) {
      sent(seq);
      ctx.pages.outdate([topic, 'uploads'], 'added');
    },
  };
}

/** Announces changed counts to open pages of an upload, after the commit. It takes no lock, so that many may run at once. */
export function announceUpload<E extends 'likes_changed' | 'votes_changed'>(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  type: E,
  data: EventData<UploadTopic, E>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(uploadTopic(uploadId), type, data);
    ctx.pages.outdate([uploadTopic(uploadId), 'uploads'], 'added');
  });
}

/** Announces a change to open feeds, after the commit. */
export function announceFeed<E extends EventName<'uploads'>>(
  ctx: Context,
  tx: Tx,
  type: E,
  data: EventData<'uploads', E>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce('uploads', type, data);
    ctx.pages.outdate(['uploads'], type === 'upload_created' ? 'added' : 'changed');
  });
}
