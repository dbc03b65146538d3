import type { Context } from '#platform/server/context.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { publishToMember } from '#people/profiles/server/actions.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import type { ContentItem, Decider } from '#platform/server/content-kind.ts';
import { alreadyDecided } from './actions.ts';
import { decisionAddress } from './rules/appeals.ts';
import { mayTakeAway } from './rules/staff.ts';
import { checkItemRead, currentVersion } from './queue/item-version.ts';
import { type QueueRow, closeItem, queueItem } from './queue/queue-store.ts';
import { type Decision, checkDecision } from './rules/queue.ts';
import { checkMayLetOut, checkMayUndo } from './rules/undoing.ts';
import { audit, insertRestriction, liftRestriction, setRestriction } from './store.ts';

/** @throws {Refusal} `profile_not_found`, or `staff_protected` where a moderator aims at staff. */
export async function restrictable(db: Executor, decider: Decider, profileId: string): Promise<void> {
  const [target] = await db.rows<{ is_admin: boolean; is_moderator: boolean }>(
    sql`SELECT is_admin, is_moderator FROM profiles WHERE id = ${profileId}`,
  );
  if (!target) throw new Refusal('profile_not_found');
  if (decider === null) return;
  if (profileId === decider.profileId) throw new Refusal('staff_protected');
  if ((target.is_admin || target.is_moderator) && !decider.isAdmin) throw new Refusal('staff_protected');
}

/** Until when a restriction is in force; null for none, also for one that has passed. Keeps the row until the transaction ends. */
export async function restrictedUntil(
  tx: Tx,
  profileId: string,
  kind: 'suspension' | 'silence',
): Promise<string | null> {
  const [row] = await tx.rows<{ suspended_until: Date | null; silenced_until: Date | null }>(
    sql`SELECT suspended_until, silenced_until FROM profiles WHERE id = ${profileId} FOR UPDATE`,
  );
  const until = kind === 'suspension' ? row?.suspended_until : row?.silenced_until;
  return until?.toISOString() ?? null;
}

/** A moderator ends no restriction that an admin, the operator or the site's own rule decided. @throws {Refusal} `staff_protected` */
async function checkMayEnd(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  profileId: string,
  kind: 'suspension' | 'silence',
): Promise<void> {
  // All that are in force: a longer one in the place of an admin's does not end it either.
  const rows = await tx.rows<{ by: string | null }>(sql`
    SELECT DISTINCT created_by AS by FROM restrictions
    WHERE profile_id = ${profileId} AND kind = ${kind} AND lifted_at IS NULL AND (until IS NULL OR until > ${ctx.clock.now()})`);
  for (const { by } of rows)
    await checkMayUndo(ctx, tx, decider, { id: profileId, authorId: profileId, decidedBy: by });
}

/** Open pages of a member show what they may do now, after the commit; the sockets of a suspended one are closed. */
export async function followStanding(ctx: Context, tx: Tx, profileId: string, isSuspended: boolean): Promise<void> {
  const sessions = isSuspended
    ? await tx.rows<{ id: string }>(
        sql`SELECT s.id FROM sessions s JOIN profiles p ON p.user_id = s.user_id WHERE p.id = ${profileId}`,
      )
    : [];
  await publishToMember(ctx, tx, profileId);
  tx.afterCommit(() => ctx.realtime.endSessions(sessions.map((session) => session.id)));
}

/**
 * Suspends or silences a member, notifies them, and writes it to the audit log.
 * @throws {Refusal} `profile_not_found`, `staff_protected`, and `invalid` for an end that has passed.
 */
export async function restrict(
  ctx: Context,
  decider: Decider,
  profileId: string,
  kind: 'suspension' | 'silence',
  body: { reason: string; until: string | null },
) {
  await restrictable(ctx.db, decider, profileId);
  const at = ctx.clock.now();
  const until = body.until === null ? null : new Date(body.until);
  if (until && until <= at) throw new Refusal('invalid', { fields: { until: 'Must be in the future.' } });
  const id = newId(at);
  await ctx.db.tx(async (tx) => {
    const before = await restrictedUntil(tx, profileId, kind);
    // A shorter one in its place ends it early.
    if (before !== null && until !== null && until < new Date(before))
      await checkMayEnd(ctx, tx, decider, profileId, kind);
    await setRestriction(tx, { id, profileId, kind, reason: body.reason, until, by: decider, at });
    const decisionId = await audit(ctx, tx, decider, {
      action: kind === 'suspension' ? 'member.suspend' : 'member.silence',
      targetKind: 'profile',
      targetId: profileId,
      reason: body.reason,
      details: {
        restriction: id,
        before: { until: before },
        after: { until: until?.toISOString() ?? 'without end' },
      },
    });
    await notify(ctx, tx, [profileId], {
      ...noticeText.staff(
        kind === 'suspension' ? 'Your account is suspended' : 'You are silenced',
        `${body.reason}${until ? ` Until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.` : ''}`,
      ),
      url: decisionAddress(decisionId),
      cause: `restriction:${id}`,
    });
    await followStanding(ctx, tx, profileId, kind === 'suspension');
  });
  return {
    id,
    kind,
    reason: body.reason,
    until: until?.toISOString() ?? null,
    liftedAt: null,
    createdAt: at.toISOString(),
  };
}

/** Warns a member, who reads the reason. @throws {Refusal} `profile_not_found`, `staff_protected` */
export async function warn(ctx: Context, decider: Decider, profileId: string, reason: string) {
  await restrictable(ctx.db, decider, profileId);
  const at = ctx.clock.now();
  const id = newId(at);
  await ctx.db.tx(async (tx) => {
    await insertRestriction(tx, { id, profileId, kind: 'warning', reason, until: null, by: decider, at });
    const decisionId = await audit(ctx, tx, decider, {
      action: 'member.warn',
      targetKind: 'profile',
      targetId: profileId,
      reason,
      details: { restriction: id, before: null, after: { warning: reason } },
    });
    await notify(ctx, tx, [profileId], {
      ...noticeText.staff('A warning of the staff', reason),
      url: decisionAddress(decisionId),
      cause: `restriction:${id}`,
    });
  });
  return { id, kind: 'warning' as const, reason, until: null, liftedAt: null, createdAt: at.toISOString() };
}

/** Lifts a suspension or silence, and writes it to the audit log. @throws {Refusal} `profile_not_found`, `staff_protected` */
export async function lift(ctx: Context, decider: Decider, profileId: string, kind: 'suspension' | 'silence') {
  await restrictable(ctx.db, decider, profileId);
  await ctx.db.tx(async (tx) => {
    const before = await restrictedUntil(tx, profileId, kind);
    if (before !== null) await checkMayEnd(ctx, tx, decider, profileId, kind);
    await liftRestriction(tx, profileId, kind, decider, ctx.clock.now());
    await followStanding(ctx, tx, profileId, false);
    await audit(ctx, tx, decider, {
      action: kind === 'suspension' ? 'member.unsuspend' : 'member.unsilence',
      targetKind: 'profile',
      targetId: profileId,
      details: { before: { until: before }, after: { until: null } },
    });
  });
  return { ok: true } as const;
}

/** @throws {Refusal} `staff_protected` where a moderator takes away what is an admin's */
export async function checkMayTakeAway(
  db: Executor,
  decider: Decider,
  authorId: string | null | undefined,
): Promise<void> {
  if (decider === null || !authorId) return;
  const [author] = await db.rows<{ is_admin: boolean }>(sql`SELECT is_admin FROM profiles WHERE id = ${authorId}`);
  if (!mayTakeAway({ authorId, authorIsAdmin: author?.is_admin ?? false }, decider))
    throw new Refusal('staff_protected');
}

/** @throws {Refusal} `own_content`, `staff_protected`, `invalid` */
async function checkMayDecide(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  item: QueueRow,
  visibility: ContentItem['visibility'] | null,
  body: { decision: Decision; reason: string },
): Promise<void> {
  checkDecision(visibility, body);
  if (body.decision === 'approve' && decider && [item.author_id, item.editor_id].includes(decider.profileId))
    throw new Refusal('own_content');
  // What was reported of a moderator is for others to judge; an admin may be the only one there is.
  const isOwn = decider !== null && item.author_id === decider.profileId;
  if (isOwn && !decider.isAdmin && item.report_count > 0) throw new Refusal('own_content');
  if (body.decision === 'approve')
    await checkMayLetOut(ctx, tx, decider, { kind: item.content_kind, id: item.content_id, authorId: item.author_id });
  if (body.decision !== 'remove') return;
  if (item.content_kind === 'profile') await restrictable(tx, decider, item.content_id);
  else await checkMayTakeAway(tx, decider, item.author_id);
}

/** What its kind approves and rejects by rules of its own. */
const isReviewed = (item: QueueRow, visibility: ContentItem['visibility'] | null): boolean =>
  item.needs_approval && visibility === 'held';

/**
 * Everything that `decide` asks of who decides and of what was chosen, without doing it.
 * @throws {Refusal} `own_content`, `staff_protected`, `invalid`, and those of its kind
 */
export async function checkMayChoose(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  item: QueueRow,
  visibility: ContentItem['visibility'] | null,
  body: { decision: Decision; reason: string },
): Promise<void> {
  const kind = ctx.kinds.get(item.content_kind);
  if (!isReviewed(item, visibility) || !kind?.checkMayDecide)
    return await checkMayDecide(ctx, tx, decider, item, visibility, body);
  checkDecision(visibility, body);
  await kind.checkMayDecide(ctx, tx, decider, item.content_id, body.decision === 'approve' ? 'approve' : 'remove');
}

/**
 * Decides about an item of the queue, whatever put it there: publishes what waited, removes it, or keeps what was reported.
 * Its author is notified of what changed. Nobody releases their own words, admins neither, be it a text of theirs or what
 * they wrote into another's; the operator can, at the command line. What waits for approval is approved or rejected by its
 * kind, which has rules of its own for that.
 * @param body.version of the item as it was read; null for the operator at the command line
 * @returns the version of the decided item
 * @throws {Refusal} `not_found`, `already_decided`, `decision_outdated`, `own_content`, `staff_protected`, `invalid` for a decision that the item
 * does not allow, and what hinders the publication
 */
export async function decide(
  ctx: Context,
  decider: Decider,
  itemId: string,
  body: { decision: Decision; reason: string; version: string | null },
): Promise<string> {
  const { decision, reason } = body;
  const unlocked = await queueItem(ctx.db, itemId);
  if (!unlocked) throw new Refusal('not_found');
  const { content_kind: kindName, content_id: contentId } = unlocked;
  const kind = ctx.kinds.get(kindName);
  const [subject] = (await kind?.load?.(ctx, [contentId])) ?? [];
  return await ctx.db.tx(async (tx) => {
    // Lock order: the content first, as everywhere; another order could deadlock.
    const visibility = (await kind?.lock?.(tx, contentId)) ?? null;
    const item = (await queueItem(tx, itemId, true))!;
    if (item.state !== 'open') throw await alreadyDecided(tx, item.decided_by);
    if (item.escalated_at && decider && !decider.isAdmin) throw new Refusal('with_admins');
    await checkItemRead(ctx, tx, item, body.version, decision !== 'remove');
    if (isReviewed(item, visibility) && kind?.approve && kind.reject) {
      checkDecision(visibility, body);
      // With the rules and words of its type.
      await (decision === 'approve' ? kind.approve : kind.reject)(ctx, tx, decider, contentId, reason);
      return await currentVersion(ctx, tx, (await queueItem(tx, itemId))!);
    }
    await checkMayDecide(ctx, tx, decider, item, visibility, body);
    const by = decider?.profileId ?? null;
    // What is done to the content comes first: the line of the decision says what that was.
    const isReleased = decision === 'approve' && ((await kind?.release?.(ctx, tx, contentId)) ?? false);
    const entryId = await closeItem(ctx, tx, itemId, {
      decision,
      by,
      reason,
      ...(isReleased && { effect: 'released' }),
      ...(decision === 'remove' && visibility !== 'removed' && visibility !== null && { effect: 'removed' }),
    });
    const isRemoved =
      decision === 'remove' && ((await kind?.remove?.(ctx, tx, contentId, { profileId: by, reason })) ?? false);
    const decisionId = await audit(ctx, tx, decider, {
      action: `queue.${decision}`,
      targetKind: kindName,
      targetId: contentId,
      reason,
      details: {
        itemId,
        before: { visibility },
        after: { visibility: isReleased ? 'published' : isRemoved ? 'removed' : visibility },
      },
    });
    const text =
      decision === 'approve'
        ? noticeText.approval()
        : isRemoved && subject
          ? visibility === 'held'
            ? noticeText.rejection(reason)
            : noticeText.removal(subject.removed ?? `"${subject.title}"`, reason)
          : null;
    if (text && item.author_id)
      await notify(ctx, tx, [item.author_id], {
        ...text,
        ...(isRemoved ? { url: decisionAddress(decisionId) } : subject && { url: subject.url }),
        cause: `queue:${entryId}`,
      });
    return await currentVersion(ctx, tx, (await queueItem(tx, itemId))!);
  });
}
