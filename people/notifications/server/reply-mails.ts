import { z } from 'zod';
import type { NotificationKind } from '#people/notifications/contract/endpoints.ts';
import { notifications as limits } from '#people/notifications/contract/limits.ts';
import { nameInWords } from '#people/profiles/server/rules.ts';
import { activeCustomRoles, personOf } from '#people/profiles/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type Cron, defineJob } from '#platform/server/jobs/job.ts';
import { mailReplies } from './mail.ts';
import { titleWith } from './rules.ts';
import {
  type DueReplies,
  claimReplies,
  deferReplies,
  dueReplies,
  markMailed,
  noteReplies,
  replyRows,
} from './replies-store.ts';

/** What counts as a reply: an answer may mention its reader, or stand in a post that they watch as its author. */
const replyKinds: readonly NotificationKind[] = ['reply', 'mention', 'watched'];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const after = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);
const newSince = (now: Date): Date => new Date(now.getTime() - limits.replyMailDays * DAY_MS);

/** Of notifications that were just written: those of new members about replies are mailed soon, if the member is away. */
export async function mailRepliesSoon(
  ctx: Context,
  tx: Tx,
  rows: readonly { readonly user_id: string; readonly kind: NotificationKind }[],
): Promise<void> {
  const now = ctx.clock.now();
  const since = newSince(now);
  // A key begins with the milliseconds in which its row was made: most members are older, and ask the database nothing.
  const oldest = newId(since).slice(0, 13);
  const ids = rows.filter((row) => replyKinds.includes(row.kind) && row.user_id >= oldest).map((row) => row.user_id);
  if (ids.length > 0) await noteReplies(tx, [...new Set(ids)], { since, due: after(now, limits.replyMailMinutes) });
}

/**
 * Mails unread replies to members in their first week. Who is here now is asked for again when they may have left; nobody
 * gets two of these mails within an hour, and a thread whose news was mailed is not mailed again before it was read.
 */
export const replyMailJob = defineJob({
  name: 'notifications.mail-replies',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    const now = ctx.clock.now();
    for (;;) {
      // Each run of the loop sets or clears what it found due: it ends.
      const due = await dueReplies(ctx.db, now, 100);
      for (const member of due) await mailOne(ctx, member, now);
      if (due.length < 100) return;
    }
  },
});

async function mailOne(ctx: Context, due: DueReplies, now: Date): Promise<void> {
  const roles = await activeCustomRoles(ctx.db);
  await ctx.db.tx(async (tx) => {
    const waits = [
      due.last_used_at && after(due.last_used_at, limits.awayMinutes),
      due.replies_mailed_at && after(due.replies_mailed_at, limits.replyMailEveryMinutes),
    ].filter((at) => at !== null && at > now) as Date[];
    if (!(await claimReplies(tx, due)) || !due.is_mailable) return;
    const rows = await replyRows(tx, ctx.switches, due.profile_id, replyKinds);
    if (rows.length === 0) return;
    if (waits.length > 0) {
      await deferReplies(tx, due.profile_id, new Date(Math.max(...waits.map((at) => at.getTime()))));
      return;
    }
    await markMailed(
      tx,
      due.profile_id,
      rows.map((row) => row.id),
      now,
    );
    const lines = rows.slice(0, limits.inDigest).map((row) => ({
      title: titleWith(row.title, nameInWords(personOf(row, roles)), row.others),
      message: row.message,
    }));
    const urls = new Set(rows.map((row) => row.url));
    await ctx.mail.send(
      tx,
      mailReplies(ctx, { email: due.email, profileId: due.profile_id }, lines, {
        replies: rows.reduce((sum, row) => sum + 1 + Math.max(0, row.others), 0),
        unlisted: rows.length - lines.length,
        url: (urls.size === 1 && rows[0]!.url) || '/notifications',
      }),
    );
  });
}

export const replyMailCron: Cron = { schedule: '* * * * *', job: replyMailJob };
