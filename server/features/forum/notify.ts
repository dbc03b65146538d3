import { z } from 'zod';
import { notifications } from '#contract/limits/notifications.ts';
import type { Context } from '#server/context.ts';
import { hideIfGone, mentionedIn, noticeOf, publishedFacts } from '#server/features/content/notify.ts';
import { type ContentType, contentType } from '#server/features/content/type.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { sql } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/job.ts';
import { watchersOf } from './marks-store.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Notifies the answered, the mentioned and the first watchers of a new reply; each of them once. */
export async function notifyReply(ctx: Context, type: ContentType, replyId: string): Promise<boolean> {
  const facts = await publishedFacts(ctx, type, replyId);
  if (!facts) return false;
  const [reply] = await ctx.db.rows<{ content: string; answered: string | null }>(sql`
    SELECT t.content, a.author_id AS answered FROM post_replies t LEFT JOIN post_replies a ON a.id = t.in_reply_to WHERE t.id = ${replyId}`);
  const post = facts.parent!;
  const mentioned = await mentionedIn(ctx, reply?.content ?? '');
  const watchers = await watchersOf(ctx.db, post.id, NO_ID, notifications.batch);
  const others = (ids: readonly (string | null | undefined)[]): string[] =>
    ids.filter((id): id is string => typeof id === 'string' && id !== facts.authorId);
  // Most replies have nobody to notify: no transaction for them.
  if (others([reply?.answered, ...mentioned, ...watchers]).length === 0) return false;
  const { about, ...shared } = noticeOf(type, facts);
  await ctx.db.tx(async (tx) => {
    // The nearest cause first: the same member is not notified again by the next.
    await notify(ctx, tx, others([reply?.answered]), { ...shared, ...noticeText.reply(about) });
    await notify(ctx, tx, others(mentioned), { ...shared, ...noticeText.mention(about) });
    await notify(ctx, tx, others(watchers), { ...shared, ...noticeText.watched(about, post.title) });
    const after = watchers.length === notifications.batch ? watchers.at(-1) : undefined;
    if (after !== undefined) await ctx.jobs.enqueue(tx, notifyWatchersJob, { replyId, after });
  });
  return true;
}

/** Notifies the rest of many watchers, in batches: a queue of its own, so that no other reply waits behind them. */
export const notifyWatchersJob = defineJob({
  name: 'forum.notify-watchers',
  payload: z.object({ replyId: z.uuid(), after: z.uuid() }),
  timeoutSeconds: 1800,
  async run(ctx, { replyId, after }) {
    const type = contentType('post_reply')!;
    for (let last: string | undefined = after; last !== undefined;) {
      const facts = await publishedFacts(ctx, type, replyId);
      if (!facts) break;
      const watchers: string[] = await watchersOf(ctx.db, facts.parent!.id, last, notifications.batch);
      const { about, ...shared } = noticeOf(type, facts);
      const notice = { ...shared, ...noticeText.watched(about, facts.parent!.title) };
      await ctx.db.tx((tx) => notify(ctx, tx, watchers, notice));
      last = watchers.length === notifications.batch ? watchers.at(-1) : undefined;
    }
    await hideIfGone(ctx, type, replyId);
  },
});
