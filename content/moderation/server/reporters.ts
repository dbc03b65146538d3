import type { Context } from '#platform/server/context.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { lastDecision, queueItem, reportersOf } from './queue/queue-store.ts';
import { loadContents } from './subjects.ts';
import { notifyReportersJob } from './reporters-job.ts';

/** Reporters that are notified in one transaction. */
const PAGE = 200;

/** What a reporter reads: what became of the thing that they reported. */
const words = {
  remove: ['Your report was followed', 'was removed. Thank you for the report.'],
  keep: ['Your report was reviewed', 'stays: staff looked at it and decided that it may.'],
  approve: ['Your report was reviewed', 'stays: staff looked at it and decided that it may.'],
  reversed: ['Your report is looked at again', 'waits for a decision again: staff took the last one back.'],
} as const;

/** What was reported, as its reporters read it: without the words of 18+ content. */
async function reportedThing(ctx: Context, itemId: string): Promise<{ name: string; url?: string }> {
  const item = await queueItem(ctx.db, itemId);
  const subject = item && { kind: item.content_kind, id: item.content_id };
  const found = subject && (await loadContents(ctx, [subject])).get(`${subject.kind} ${subject.id}`);
  if (!found) return { name: 'What you reported' };
  return { name: found.isAdult ? 'Something 18+ that you reported' : `"${found.title}"`, url: found.url };
}

/** The decision or reversal that an entry is, while it is in force; null when it was taken back, or decided again. */
async function wordsOf(ctx: Context, itemId: string, entryId: string): Promise<keyof typeof words | null> {
  const [entry] = await ctx.db.rows<{ kind: string }>(
    sql`SELECT kind FROM queue_entries WHERE id = ${entryId} AND item_id = ${itemId}`,
  );
  if (entry?.kind === 'reversal') return 'reversed';
  const [item, last] = [await queueItem(ctx.db, itemId), await lastDecision(ctx.db, itemId)];
  if (item?.state !== 'decided' || last?.id !== entryId || last.decision === 'obsolete') return null;
  return last.decision;
}

/** Does the work of `notifyReportersJob`: one page, and a job for the next. Each member is notified once, however often it runs. */
export const notifyReporters = defineJob({
  ...notifyReportersJob,
  async run(ctx, { itemId, entryId, after }) {
    const key = await wordsOf(ctx, itemId, entryId);
    if (key === null) return;
    const page = await reportersOf(ctx.db, itemId, after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    const [title, message] = words[key];
    const { name, url } = await reportedThing(ctx, itemId);
    await ctx.db.tx(async (tx) => {
      await notify(
        ctx,
        tx,
        page.flatMap((row) => row.actor_id ?? []),
        {
          ...noticeText.staff(title, `${name} ${message}`),
          ...(url !== undefined && { url }),
          cause: `queue.report:${entryId}`,
        },
      );
      if (page.length === PAGE) await enqueueReporters(ctx, tx, { itemId, entryId, after: last.id });
    });
  },
});

/** Notifies the reporters of an item, from one of them on. */
export async function enqueueReporters(
  ctx: Context,
  tx: Tx,
  of: { readonly itemId: string; readonly entryId: string; readonly after: string | null },
): Promise<void> {
  await ctx.jobs.enqueue(tx, notifyReportersJob, of, { startAfter: ctx.clock.now() });
}
