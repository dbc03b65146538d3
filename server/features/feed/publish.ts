import { feedTopics } from '#contract/feed.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** The topic of one open upload. */
export const uploadTopic = (uploadId: string): string => `upload:${uploadId}`;

/** Publishes an event to open pages of an upload, numbered; and drops cached pages. Events carry ids, never text. */
export async function publishToUpload(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  type: 'comment_created' | 'comment_changed' | 'upload_changed',
  data: Readonly<Record<string, string>>,
): Promise<number> {
  const seq = await ctx.realtime.publish(tx, uploadTopic(uploadId), type, data);
  tx.afterCommit(() => ctx.pages.drop());
  return seq;
}

/** Announces changed counts to open pages of an upload, after the commit. Many at once wait for nothing here. */
export function announceUpload(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  type: 'likes_changed' | 'votes_changed',
  data: Readonly<Record<string, string | number>>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(uploadTopic(uploadId), type, data);
    ctx.pages.drop();
  });
}

/** Announces a change to open feeds, after the commit. */
export function announceFeed(
  ctx: Context,
  tx: Tx,
  type: 'upload_created' | 'upload_changed',
  data: Readonly<Record<string, string>>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(feedTopics.uploads.pattern, type, data);
    ctx.pages.drop();
  });
}
