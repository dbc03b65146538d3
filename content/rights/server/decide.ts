import type { Context } from '#platform/server/context.ts';
import { blockFilesOf } from '#content/core/server/returned-files.ts';
import {
  type ReadContent,
  alreadyDecided,
  digestOf,
  fingerprintOf,
  noteDecision,
  readContents,
} from '#content/moderation/server/actions.ts';
import { decisionAddress } from '#content/moderation/server/rules/appeals.ts';
import { mayTakeAway, whyNotUndo } from '#content/moderation/server/rules/staff.ts';
import { audit, setRestriction } from '#content/moderation/server/store.ts';
import { decidedFacts } from '#content/moderation/server/rules/undoing.ts';
import { allowFiles } from '#content/media/server/actions.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { mailComplaintDecided, mailContentHidden, mailRestored } from './mail.ts';
import { dayOf, isHiding, referenceOf } from './rules.ts';
import { type ComplaintRow, complaintsById, isHiddenByAnother, provenEmailOf, staffIds, strikesOf } from './store.ts';
import { COMPLAINT } from './submit.ts';

const DAY_MS = 86_400_000;

/** Start of the time in which accepted complaints count against a member. */
export function strikesSince(now: Date, months: number): Date {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - months);
  return since;
}

/** Lock order: locks a complaint, then its content. @throws {Refusal} `not_found` */
export async function lockComplaint(ctx: Context, tx: Tx, id: string): Promise<ComplaintRow> {
  const [row] = await complaintsById(tx, [id], true);
  if (!row || row.state === 'unconfirmed') throw new Refusal('not_found');
  await ctx.kinds.get(row.content_kind)?.lock?.(tx, row.content_id);
  return row;
}

/** The version of a complaint as staff read it: another one once its state, what both sides say, or the content is another. */
export const complaintVersion = (row: ComplaintRow, content: ReadContent | undefined): string =>
  digestOf([row.id, row.state, row.counter_at?.getTime() ?? null, row.court_note, fingerprintOf(content)]);

/**
 * Optimistic locking: refuses a decision about a complaint that changed since its read. It is locked with its content.
 * @param read its version that was read; null where the queue has compared that of its item
 * @throws {Refusal} `decision_outdated`
 */
async function checkComplaintRead(ctx: Context, tx: Tx, row: ComplaintRow, read: string | null): Promise<void> {
  if (read === null) return;
  const contents = await readContents(ctx, tx, row.content_kind, [row.content_id]);
  if (complaintVersion(row, contents.get(row.content_id)) !== read) throw new Refusal('decision_outdated');
}

/** Nobody decides about a complaint about their own content, nor a moderator about an admin's. @throws {Refusal} `own_content`, `staff_protected` */
export async function checkDecider(tx: Tx, decider: Decider, row: ComplaintRow): Promise<void> {
  if (decider === null || row.author_id === null) return;
  if (decider.profileId === row.author_id) throw new Refusal('own_content');
  const [author] = await tx.rows<{ is_admin: boolean }>(sql`SELECT is_admin FROM profiles WHERE id = ${row.author_id}`);
  if (!mayTakeAway({ authorId: row.author_id, authorIsAdmin: author?.is_admin ?? false }, decider))
    throw new Refusal('staff_protected');
}

/** Accepts or dismisses a complaint that waits. @throws {Refusal} `not_found`, `already_decided`, `decision_outdated`, `own_content`, `staff_protected` */
export async function decideComplaint(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  id: string,
  body: { readonly accepts: boolean; readonly reason: string; readonly version: string | null },
): Promise<void> {
  const row = await lockComplaint(ctx, tx, id);
  if (row.state !== 'open') throw await alreadyDecided(tx, row.decided_by);
  await checkComplaintRead(ctx, tx, row, body.version);
  await checkDecider(tx, decider, row);
  const by = decider?.profileId ?? null;
  const at = ctx.clock.now();
  const { accepts, reason } = body;
  const state = accepts ? 'hidden' : 'dismissed';
  await tx.rows(sql`
    UPDATE complaints SET state = ${state}, decided_by = ${by}::uuid, decided_at = ${at}, decision_reason = ${reason} WHERE id = ${id}`);
  const end = { decision: accepts ? 'approve' : 'remove', by, reason } as const;
  await noteDecision(ctx, tx, { kind: COMPLAINT, id }, end);
  if (accepts) await hide(ctx, tx, row, by, at);
  await audit(ctx, tx, decider, {
    action: accepts ? 'complaint.accept' : 'complaint.dismiss',
    targetKind: row.content_kind,
    targetId: row.content_id,
    reason,
    details: { complaint: id, before: { state: 'open' }, after: { state } },
  });
  await ctx.mail.send(tx, mailComplaintDecided(ctx, row.claimant_email, row, accepts, reason));
}

/** Hides the content, notifies its uploader, and counts the complaint against them. */
async function hide(ctx: Context, tx: Tx, row: ComplaintRow, by: string | null, at: Date): Promise<void> {
  const { counterNoticeDays } = await siteSettings(tx);
  const until = new Date(at.getTime() + counterNoticeDays * DAY_MS);
  // Before the content gives its files up, as profiles do.
  await blockFilesOf(tx, row.content_kind, row.content_id, at);
  const removal = { profileId: by, reason: `Copyright complaint ${referenceOf(row.id)}` };
  const hasRemoved = (await ctx.kinds.get(row.content_kind)?.remove?.(ctx, tx, row.content_id, removal)) ?? false;
  const hasHidden = hasRemoved || (await isHiddenByAnother(tx, row));
  await tx.rows(sql`UPDATE complaints SET counter_until = ${until}, has_hidden = ${hasHidden} WHERE id = ${row.id}`);
  if (row.author_id === null) return;
  await notify(ctx, tx, [row.author_id], {
    ...noticeText.staff(
      `"${row.content_title}" was hidden after a copyright complaint`,
      `You can answer with a counter-notice until ${dayOf(until)}.`,
    ),
    url: `/legal/complaints/${row.id}`,
    cause: `complaint.accept:${row.id}`,
  });
  const email = await provenEmailOf(tx, row.author_id);
  if (email !== null) await ctx.mail.send(tx, mailContentHidden(ctx, email, row, until));
  await countStrike(ctx, tx, row, row.author_id, at);
}

/** Follows the rule for repeat infringers of the site settings. */
async function countStrike(ctx: Context, tx: Tx, row: ComplaintRow, authorId: string, at: Date): Promise<void> {
  const { infringerStrikes, infringerMonths, infringerAction } = await siteSettings(tx);
  const count = (await strikesOf(tx, [authorId], strikesSince(at, infringerMonths))).get(authorId) ?? 0;
  if (count < infringerStrikes) return;
  const [member] = await tx.rows<{ username: string; is_staff: boolean; is_suspended: boolean }>(sql`
    SELECT username, is_admin OR is_moderator AS is_staff, coalesce(suspended_until > ${at}, false) AS is_suspended
    FROM profiles WHERE id = ${authorId} FOR UPDATE`);
  if (!member) return;
  const suspends = infringerAction === 'suspend' && !member.is_staff && !member.is_suspended;
  const reason = `Repeat infringer: ${count} accepted copyright complaints within ${infringerMonths} months`;
  const restriction = newId(at);
  const decisionId = await audit(ctx, tx, null, {
    action: suspends ? 'member.suspend' : 'member.repeat-infringer',
    targetKind: 'profile',
    targetId: authorId,
    reason,
    details: {
      complaint: row.id,
      ...(suspends && { restriction }),
      before: { suspended: member.is_suspended },
      after: { suspended: suspends || member.is_suspended },
    },
  });
  if (suspends) {
    await setRestriction(tx, {
      id: restriction,
      profileId: authorId,
      kind: 'suspension',
      reason,
      until: null,
      by: null,
      at,
    });
    await notify(ctx, tx, [authorId], {
      ...noticeText.staff('Your account is suspended', `${reason}.`),
      url: decisionAddress(decisionId),
      cause: `complaint.suspend:${row.id}`,
    });
  }
  const admins = (await staffIds(tx, true)).filter((id) => id !== authorId);
  await notify(ctx, tx, admins, {
    ...noticeText.staff(
      `@${member.username} is a repeat infringer`,
      `${count} copyright complaints were accepted within ${infringerMonths} months.${suspends ? ' The account is suspended.' : ''}`,
    ),
    url: `/profile/${member.username}`,
    cause: `complaint.infringer:${row.id}`,
  });
}

/** Why a hidden content comes back. */
export type RestoreReason = 'withdrawn' | 'mistake' | 'counter_notice';

/**
 * Puts the content of a complaint back, unless another complaint hides it too, and allows its files again.
 * @throws {Refusal} `not_found`, `complaint_closed`, `complaint_clock`, `decision_outdated`, `own_content`, `staff_protected`
 */
export async function restoreComplaint(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  id: string,
  body: { readonly because: RestoreReason; readonly reason: string; readonly version: string | null },
): Promise<void> {
  const row = await lockComplaint(ctx, tx, id);
  const { because, reason } = body;
  const at = ctx.clock.now();
  if (!isHiding(row.state) || (because === 'counter_notice' && row.state !== 'countered'))
    throw new Refusal('complaint_closed');
  if (because === 'counter_notice' && row.restore_from && at < row.restore_from)
    throw new Refusal('complaint_clock', { meta: { from: dayOf(row.restore_from) } });
  await checkComplaintRead(ctx, tx, row, body.version);
  await checkDecider(tx, decider, row);
  const accepted = { id: row.content_id, authorId: row.author_id, decidedBy: row.decided_by };
  const [decided] = await decidedFacts(ctx, tx, [accepted]);
  // This complaint is the decision, and another one hides the content on.
  const code = whyNotUndo({ ...decided!, hasComplaint: false }, decider);
  if (code) throw new Refusal(code);
  await tx.rows(sql`
    UPDATE complaints SET state = 'restored', restored_at = ${at}, restored_because = ${because}, reminders = 0 WHERE id = ${id}`);
  const isFree = row.has_hidden && !(await isHiddenByAnother(tx, row));
  if (isFree) {
    await allowFiles(tx, row.content_id);
    await ctx.kinds.get(row.content_kind)?.restore?.(ctx, tx, row.content_id, decider);
  }
  await audit(ctx, tx, decider, {
    action: 'complaint.restore',
    targetKind: row.content_kind,
    targetId: row.content_id,
    reason,
    details: { complaint: id, because, before: { state: row.state }, after: { state: 'restored' } },
  });
  if (row.author_id !== null)
    await notify(ctx, tx, [row.author_id], {
      ...noticeText.staff(
        isFree ? `"${row.content_title}" is back` : `A complaint about "${row.content_title}" is closed`,
        isFree ? 'The copyright complaint about it is closed.' : 'Another complaint about it is still open.',
      ),
      url: isFree ? row.content_url : `/legal/complaints/${id}`,
      cause: `complaint.restore:${id}`,
    });
  await ctx.mail.send(tx, mailRestored(ctx, row.claimant_email, row));
}

/** Notes that the claimant has gone to court: the content stays hidden, and the clock stops. @throws {Refusal} `complaint_closed`, `decision_outdated` */
export async function noteCourt(
  ctx: Context,
  tx: Tx,
  decider: Decider | 'claimant',
  row: ComplaintRow,
  { note, version }: { readonly note: string; readonly version: string | null },
): Promise<void> {
  if (row.state !== 'countered' && row.state !== 'hidden') throw new Refusal('complaint_closed');
  await checkComplaintRead(ctx, tx, row, version);
  if (decider !== 'claimant') await checkDecider(tx, decider, row);
  await tx.rows(
    sql`UPDATE complaints SET state = 'in_court', court_note = ${note}, reminders = 0 WHERE id = ${row.id}`,
  );
  await audit(ctx, tx, decider === 'claimant' ? null : decider, {
    action: 'complaint.court',
    targetKind: row.content_kind,
    targetId: row.content_id,
    reason: note,
    details: { complaint: row.id, before: { state: row.state }, after: { state: 'in_court' } },
  });
  const text = noticeText.staff(
    `"${row.content_title}" stays hidden`,
    'The claimant says that they have gone to court. Staff will tell you what follows.',
  );
  if (row.author_id !== null)
    await notify(ctx, tx, [row.author_id], {
      ...text,
      url: `/legal/complaints/${row.id}`,
      cause: `complaint.court:${row.id}`,
    });
}
