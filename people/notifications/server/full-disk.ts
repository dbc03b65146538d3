import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { FullDisk } from '#platform/server/db/child/full-disk-record.ts';
import { notify } from './actions.ts';
import { mailFullDisk } from './mail.ts';
import { noticeText } from './rules.ts';

/** Milliseconds until an alert that did not get out is tried again. */
const RETRY_MS = 10_000;

interface StaffRow {
  readonly profile_id: string;
  readonly email: string;
}

const staffOf = (ctx: Context): Promise<StaffRow[]> =>
  ctx.db.rows(sql`
    SELECT p.id AS profile_id, u.email FROM profiles p JOIN users u ON u.id = p.user_id
    WHERE (p.is_admin OR p.is_moderator) AND u.email_verified ORDER BY p.id`);

/**
 * Alerts staff of a full disk, once however long it lasts and however often the process starts meanwhile. While it is
 * full nothing can be stored: mails go out at once, without a job. The notification comes when there is room again.
 * @returns ends it, at the stop of the site
 */
export function alertOfFullDisk(ctx: Context): () => void {
  const mailed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;

  const mailAll = async (disk: FullDisk): Promise<void> => {
    if (disk.isMailed) return;
    for (const { email } of await staffOf(ctx)) {
      if (mailed.has(email)) continue;
      await ctx.mail.sendNow(mailFullDisk(ctx, email, disk.since, null));
      mailed.add(email);
    }
    ctx.db.disk.setMailed();
  };
  const notifyAll = async (disk: FullDisk, until: Date): Promise<void> => {
    const staff = await staffOf(ctx);
    await ctx.db.tx(async (tx) => {
      const notice = noticeText.staff(
        'The disk was full',
        `The site could only be read from ${minuteOf(disk.since)} to ${minuteOf(until)} (UTC). It takes writes again. Check the room on the disk of its data folder.`,
      );
      const cause = `full-disk:${disk.since.toISOString()}`;
      const ids = staff.map((row) => row.profile_id);
      if ((await notify(ctx, tx, ids, { ...notice, cause })) === 0 || disk.isMailed) return;
      // The mail server did not take it meanwhile.
      for (const { email } of staff)
        if (!mailed.has(email)) await ctx.mail.send(tx, mailFullDisk(ctx, email, disk.since, until));
    });
    mailed.clear();
  };

  const tryUntilDone = (work: () => Promise<void>): void => {
    clearTimeout(timer);
    const ownTurn = ++turn;
    const attempt = async (): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (ownTurn !== turn) return;
        ctx.log.warn({ err: error }, 'staff could not be alerted of the full disk; trying again');
        timer = setTimeout(() => void attempt(), RETRY_MS).unref();
      }
    };
    void attempt();
  };
  ctx.db.disk.onChange((isFull, disk) => {
    const now = ctx.clock.now();
    tryUntilDone(() => (isFull ? mailAll(disk) : notifyAll(disk, now)));
  });
  return () => {
    turn++;
    clearTimeout(timer);
  };
}

/** `2026-11-22 18:05` */
function minuteOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
