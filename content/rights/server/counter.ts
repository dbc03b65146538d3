import type { Input } from '#site/contract/contract.ts';
import { rights } from '#content/rights/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { audit } from '#content/moderation/server/store.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { lockComplaint, noteCourt } from './decide.ts';
import { mailCounterNotice } from './mail.ts';
import { afterBusinessDays, dayOf, isSignedBy, referenceOf } from './rules.ts';
import { complaintByToken, staffIds } from './store.ts';
import { linkHash, newLinkToken } from './submit.ts';

type Counter = Input<'POST /legal/complaints/:complaintId/counter-notice'>['body'];

/** Hours before the end of the last business day at which the content comes back by itself. */
const HOURS_TO_SPARE = 6;

/**
 * Takes the counter-notice of who uploaded what is hidden; the claimant gets a copy, and the clock begins.
 * @throws {Refusal} `not_found`, `complaint_closed`, `counter_notice_late`, `complaint_signature`
 */
export async function counterComplaint(ctx: Context, profileId: string, id: string, body: Counter): Promise<void> {
  if (!isSignedBy(body.name, body.signature))
    throw new Refusal('complaint_signature', { fields: { signature: 'Write your name as it stands above.' } });
  await ctx.db.tx(async (tx) => {
    const row = await lockComplaint(ctx, tx, id);
    if (row.author_id !== profileId || row.state === 'open' || row.state === 'dismissed')
      throw new Refusal('not_found');
    if (row.state !== 'hidden') throw new Refusal('complaint_closed');
    const at = ctx.clock.now();
    if (!row.counter_until || at > row.counter_until)
      throw new Refusal('counter_notice_late', { meta: { until: dayOf(row.counter_until ?? at) } });
    const restoreFrom = afterBusinessDays(at, rights.restoreFromBusinessDays);
    const last = afterBusinessDays(at, rights.restoreByBusinessDays);
    const restoreBy = new Date(last.getTime() - HOURS_TO_SPARE * 3_600_000);
    const token = newLinkToken();
    await tx.rows(sql`
      UPDATE complaints SET state = 'countered', counter_name = ${body.name}, counter_address = ${body.postalAddress},
        counter_phone = ${body.phone ?? ''}, counter_signature = ${body.signature}, counter_statement = ${body.statement},
        counter_at = ${at}, restore_from = ${restoreFrom}, restore_by = ${restoreBy}, token_hash = ${linkHash(token)}, reminders = 0
      WHERE id = ${id}`);
    await audit(
      ctx,
      tx,
      { profileId },
      {
        action: 'complaint.counter',
        targetKind: row.content_kind,
        targetId: row.content_id,
        details: { complaint: id, before: { state: 'hidden' }, after: { state: 'countered' } },
      },
    );
    const { name, postalAddress, phone = '', statement } = body;
    const counter = { name, postalAddress, phone, statement, restoreFrom, restoreBy };
    await ctx.mail.send(tx, mailCounterNotice(ctx, row.claimant_email, row, counter, token));
    await notify(
      ctx,
      tx,
      (await staffIds(tx)).filter((one) => one !== profileId),
      {
        ...noticeText.staff(
          `A counter-notice to complaint ${referenceOf(id)}`,
          `"${row.content_title}" may come back from ${dayOf(restoreFrom)} on.`,
        ),
        url: `/admin/complaints?id=${id}`,
        cause: `complaint.counter:${id}`,
      },
    );
  });
}

/** The claimant confirms by the link of the counter-notice that they have gone to court. @throws {Refusal} `complaint_link_unknown`, `complaint_closed` */
export async function courtByLink(ctx: Context, token: string, note: string): Promise<string> {
  return await ctx.db.tx(async (tx) => {
    const complaint = await complaintByToken(tx, linkHash(token));
    // The link of a confirmation is another one: a complaint has one link at a time.
    if (!complaint || complaint.counter_at === null) throw new Refusal('complaint_link_unknown');
    const row = await lockComplaint(ctx, tx, complaint.id);
    if (row.state === 'in_court') return referenceOf(row.id);
    await noteCourt(ctx, tx, 'claimant', row, { note, version: null });
    await notify(ctx, tx, await staffIds(tx), {
      ...noticeText.staff(`Complaint ${referenceOf(row.id)} is in court`, note),
      url: `/admin/complaints?id=${row.id}`,
      cause: `complaint.in-court:${row.id}`,
    });
    return referenceOf(row.id);
  });
}
