import { z } from 'zod';
import { notifications } from '#people/notifications/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { hideIfGone, noticeOf, publishedAmong, publishedFacts } from '#content/core/server/notify.ts';
import { type ContentType, contentType } from '#content/core/server/type.ts';
import { type Notice, notify, notifyAll } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { mentionsIn } from '#platform/server/markdown/render.ts';
import { firstWatchersOf, watchersOf } from '#features/forum/server/marks-store.ts';

/** The authors of the answered posts and replies, and the texts of the replies. */
async function textsOf(db: Executor, ids: readonly string[]) {
  const rows = await db.rows<{ id: string; content: string; answered: string | null }>(sql`
    SELECT t.id, t.content, a.author_id AS answered FROM post_replies t LEFT JOIN post_replies a ON a.id = t.in_reply_to
    WHERE t.id = ANY(${[...ids]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Notifies the answered, the mentioned and the first watchers of new replies; each of them once a reply. */
export async function notifyReplies(ctx: Context, type: ContentType, ids: readonly string[]): Promise<boolean> {
  const replies = await publishedAmong(ctx, type, ids);
  if (replies.length === 0) return false;
  const texts = await textsOf(ctx.db, ids);
  const namesIn = (id: string): string[] => mentionsIn(texts.get(id)?.content ?? '').map((name) => name.toLowerCase());
  const members = await profileIdsByUsername(
    ctx,
    replies.flatMap(({ id }) => namesIn(id)),
  );
  const watchers = await firstWatchersOf(ctx.db, [...new Set(replies.map((reply) => reply.parent!.id))]);
  let waiting: Parameters<typeof notifyAll>[2][number][] = [];
  let rest: { readonly replyId: string; readonly after: string }[] = [];
  const send = async (): Promise<void> => {
    const [messages, others] = [waiting, rest];
    [waiting, rest] = [[], []];
    if (messages.length === 0) return;
    await ctx.db.tx(async (tx) => {
      await notifyAll(ctx, tx, messages);
      for (const payload of others) await ctx.jobs.enqueue(tx, notifyWatchersJob, payload);
    });
  };
  let isAnybody = false;
  for (const facts of replies) {
    const { about, ...shared } = noticeOf(type, facts);
    const post = facts.parent!;
    const watching = watchers.get(post.id) ?? [];
    // The nearest cause first: the same member is not notified again by the next.
    const causes: readonly {
      to: readonly (string | null)[];
      text: Pick<Notice, 'kind' | 'title' | 'message' | 'threadId'>;
    }[] = [
      { to: [texts.get(facts.id)?.answered ?? null], text: noticeText.reply(about) },
      { to: namesIn(facts.id).map((name) => members.get(name) ?? null), text: noticeText.mention(about) },
      { to: watching, text: { ...noticeText.watched(about, post.title), threadId: post.id } },
    ];
    for (const { to, text } of causes) {
      const profileIds = to.filter((id): id is string => id !== null && id !== facts.authorId);
      if (profileIds.length > 0) waiting.push({ profileIds, notice: { ...shared, ...text } });
    }
    if (watching.length === notifications.batch) rest.push({ replyId: facts.id, after: watching.at(-1)! });
    isAnybody ||= waiting.length > 0;
    // A transaction is no longer than that of one reply with many watchers.
    if (waiting.reduce((sum, { profileIds }) => sum + profileIds.length, 0) >= notifications.batch) await send();
  }
  await send();
  return isAnybody;
}

/** Notifies the remaining watchers in batches, in a queue of its own, so that no other reply waits for them. */
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
      const notice = {
        ...shared,
        ...noticeText.watched(about, facts.parent!.title),
        threadId: facts.parent!.id,
      };
      await ctx.db.tx((tx) => notify(ctx, tx, watchers, notice));
      last = watchers.length === notifications.batch ? watchers.at(-1) : undefined;
    }
    await hideIfGone(ctx, type, replyId);
  },
});
