import { z } from 'zod';
import { rights } from '#content/rights/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { restoreComplaint } from './decide.ts';
import { dayOf, referenceOf } from './rules.ts';
import { type ComplaintRow, complaintsById, staffIds } from './store.ts';

const DAY_MS = 86_400_000;
/** Complaints of one transaction. */
const BATCH = 50;

/** Ids of complaints for which something is due. */
async function due(ctx: Context, condition: ReturnType<typeof sql>): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM complaints WHERE ${condition} ORDER BY created_at, id LIMIT ${BATCH}`,
  );
  return rows.map((row) => row.id);
}

/** What a reminder says, and to whom. */
type Reminder = (row: ComplaintRow) => { title: string; message: string; url: string; toStaff: boolean };

/** Sends one reminder of each complaint, once: the row says how many were sent. */
async function remind(ctx: Context, ids: readonly string[], step: number, reminder: Reminder): Promise<void> {
  await ctx.db.tx(async (tx) => {
    for (const row of await complaintsById(tx, ids, true)) {
      if (row.reminders >= step) continue;
      await tx.rows(sql`UPDATE complaints SET reminders = ${step} WHERE id = ${row.id}`);
      const { title, message, url, toStaff } = reminder(row);
      const recipients = toStaff ? await staffIds(tx) : row.author_id === null ? [] : [row.author_id];
      await notify(ctx, tx, recipients, {
        ...noticeText.staff(title, message),
        url,
        cause: `complaint.reminder:${row.id}:${row.state}:${step}`,
      });
    }
  });
}

/** Restores what nobody has gone to court about in time. One that was decided meanwhile is left as it is. */
async function restoreDue(ctx: Context, now: Date): Promise<void> {
  for (const id of await due(ctx, sql`state = 'countered' AND restore_by <= ${now}`)) {
    try {
      await ctx.db.tx((tx) =>
        restoreComplaint(ctx, tx, null, id, {
          version: null,
          because: 'counter_notice',
          reason: 'The time of the counter-notice is over.',
        }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** The clock of complaints: reminders, restoring, and deleting what nobody confirmed. Safe to repeat. */
export const complaintClockJob = defineJob({
  name: 'rights.clock',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    const now = ctx.clock.now();
    await ctx.db.rows(sql`
      DELETE FROM complaints WHERE state = 'unconfirmed' AND created_at < ${new Date(now.getTime() - rights.confirmDays * DAY_MS)}`);
    await restoreDue(ctx, now);
    const soon = new Date(now.getTime() + rights.counterReminderDays * DAY_MS);
    const ending = sql`state = 'hidden' AND reminders < 1 AND counter_until > ${now} AND counter_until <= ${soon}`;
    await remind(ctx, await due(ctx, ending), 1, (row) => ({
      title: `Until ${dayOf(row.counter_until!)} you can answer a complaint`,
      message: `"${row.content_title}" stays hidden without a counter-notice.`,
      url: `/legal/complaints/${row.id}`,
      toStaff: false,
    }));
    const free = sql`state = 'countered' AND reminders < 1 AND restore_from <= ${now}`;
    await remind(ctx, await due(ctx, free), 1, (row) => ({
      title: `Complaint ${referenceOf(row.id)}: the content may come back`,
      message: `Ten business days have passed since the counter-notice. On ${dayOf(row.restore_by!)} "${row.content_title}" comes back by itself.`,
      url: `/admin/complaints?id=${row.id}`,
      toStaff: true,
    }));
    const last = sql`state = 'countered' AND reminders < 2 AND restore_by <= ${new Date(now.getTime() + 2 * DAY_MS)}`;
    await remind(ctx, await due(ctx, last), 2, (row) => ({
      title: `Complaint ${referenceOf(row.id)}: the clock ends on ${dayOf(row.restore_by!)}`,
      message: `"${row.content_title}" comes back by itself then, unless the claimant has gone to court.`,
      url: `/admin/complaints?id=${row.id}`,
      toStaff: true,
    }));
  },
});
