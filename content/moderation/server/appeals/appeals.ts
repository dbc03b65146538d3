import type { DecisionAboutMe } from '#content/moderation/contract/appeals.ts';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { alreadyDecided, awaitApproval, noteDecision } from '#content/moderation/server/actions.ts';
import { appealableKind, decisionAddress, kindWords } from '#content/moderation/server/rules/appeals.ts';
import {
  type AppealRow,
  type DecisionRow,
  appealsById,
  appealsOf,
  countOpenAppeals,
  decisionsAbout,
  decisionsById,
  endAppeal,
  hasOtherDecider,
  insertAppeal,
  liftOne,
  restrictionsById,
} from './appeals-store.ts';
import { followStanding } from '#content/moderation/server/decisions.ts';
import { insertEntry, queueItem } from '#content/moderation/server/queue/queue-store.ts';
import { enqueueReporters } from '#content/moderation/server/reporters.ts';
import { checkMayLetOut } from '#content/moderation/server/rules/undoing.ts';
import { audit } from '#content/moderation/server/store.ts';
import { loadContents } from '#content/moderation/server/subjects.ts';

const DAY_MS = 86_400_000;
export const APPEAL = 'appeal';

/** The restriction that a decision put in force, by its line in the audit log; null for what is none. */
const restrictionIdOf = (row: DecisionRow): string | null => {
  const id = row.details['restriction'];
  return typeof id === 'string' ? id : null;
};

/** Decisions as the member they are about reads them: those that cannot be appealed, or are about others, are left out. */
async function presentDecisions(
  ctx: Context,
  profileId: string,
  rows: readonly DecisionRow[],
  appeals: readonly AppealRow[],
): Promise<DecisionAboutMe[]> {
  const now = ctx.clock.now();
  const contents = await loadContents(
    ctx,
    rows.filter((row) => row.target_kind !== 'profile').map((row) => ({ kind: row.target_kind, id: row.target_id })),
  );
  const restrictions = new Map(
    (
      await restrictionsById(
        ctx.db,
        rows.flatMap((row) => restrictionIdOf(row) ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  return rows.flatMap((row) => {
    const kind = appealableKind(row.action);
    const content = contents.get(`${row.target_kind} ${row.target_id}`);
    const authorId = row.target_kind === 'profile' ? row.target_id : content?.authorId;
    if (kind === null || authorId !== profileId || row.actor_id === profileId) return [];
    const restriction = restrictions.get(restrictionIdOf(row) ?? '');
    const ownAppeal = appeals.find((one) => one.decision_id === row.id);
    const until = new Date(row.created_at.getTime() + limits.appealDays * DAY_MS);
    const isOver = restriction?.until !== undefined && restriction.until !== null && restriction.until <= now;
    return {
      id: row.id,
      kind,
      title: content?.title ?? null,
      reason: row.reason,
      at: row.created_at.toISOString(),
      until: restriction?.until?.toISOString() ?? null,
      isInForce: restriction
        ? restriction.lifted_at === null && !isOver
        : ownAppeal?.state !== 'reversed' && (content === undefined || content.visibility === 'removed'),
      appealUntil: ownAppeal || until <= now ? null : until.toISOString(),
      appeal: ownAppeal
        ? {
            state: ownAppeal.state,
            statement: ownAppeal.statement,
            at: ownAppeal.created_at.toISOString(),
            answer: ownAppeal.answer,
            answeredAt: ownAppeal.decided_at?.toISOString() ?? null,
          }
        : null,
    };
  });
}

/** Decisions about the member's account, and those they appealed, newest first. */
export async function listDecisions(ctx: Context, viewer: Viewer): Promise<{ items: DecisionAboutMe[] }> {
  const [own, appeals] = await Promise.all([
    decisionsAbout(ctx.db, viewer.profileId, limits.decisionsShown),
    appealsOf(ctx.db, viewer.profileId, { limit: limits.decisionsShown }),
  ]);
  const ids = new Set([...own.map((row) => row.id), ...appeals.map((row) => row.decision_id)]);
  const rows = await decisionsById(ctx.db, [...ids]);
  return { items: await presentDecisions(ctx, viewer.profileId, rows, appeals) };
}

/** One decision about the member. @throws {Refusal} `not_found` */
export async function readDecision(ctx: Context, viewer: Viewer, decisionId: string): Promise<DecisionAboutMe> {
  const [rows, appeals] = await Promise.all([
    decisionsById(ctx.db, [decisionId]),
    appealsOf(ctx.db, viewer.profileId, { decisionId, limit: 1 }),
  ]);
  const [decision] = await presentDecisions(ctx, viewer.profileId, rows, appeals);
  if (!decision) throw new Refusal('not_found');
  return decision;
}

/**
 * Appeals a decision: an item of the queue. One for each decision, by the database.
 * @throws {Refusal} `not_found`, `appealed_already`, `appeal_late`, `appeals_many`
 */
export async function appeal(ctx: Context, viewer: Viewer, decisionId: string, statement: string): Promise<void> {
  const decision = await readDecision(ctx, viewer, decisionId);
  if (decision.appeal) throw new Refusal('appealed_already');
  if (decision.appealUntil === null) throw new Refusal('appeal_late');
  const [row] = await decisionsById(ctx.db, [decisionId]);
  const at = ctx.clock.now();
  const id = newId(at);
  await ctx.db.tx(async (tx) => {
    if ((await countOpenAppeals(tx, viewer.profileId)) >= limits.openAppealsMax) throw new Refusal('appeals_many');
    const { profileId } = viewer;
    const isNew = await insertAppeal(tx, { id, decisionId, profileId, deciderId: row!.actor_id, statement, at });
    if (!isNew) throw new Refusal('appealed_already');
    await awaitApproval(ctx, tx, {
      kind: APPEAL,
      id,
      authorId: profileId,
      reasons: [],
      source: APPEAL,
      priority: limits.appealPriority,
    });
  });
}

/** Nobody decides about their own appeal, and the first decider only where there is nobody else. @throws {Refusal} */
export async function checkDecider(ctx: Context, tx: Tx, decider: Decider, row: AppealRow): Promise<void> {
  if (decider === null) return;
  if (decider.profileId === row.profile_id) throw new Refusal('own_content');
  if (row.decider_id === null) return;
  const [first] = await tx.rows<{ is_admin: boolean }>(sql`SELECT is_admin FROM profiles WHERE id = ${row.decider_id}`);
  const byAdmin = first?.is_admin ?? false;
  const of = { first: row.decider_id, member: row.profile_id, byAdmin, at: ctx.clock.now() };
  if (decider.profileId === row.decider_id) {
    if (await hasOtherDecider(tx, of)) throw new Refusal('appeal_other_decider');
  } else if (byAdmin && !decider.isAdmin) throw new Refusal('staff_protected');
}

/** Undoes what a decision did. @returns false where nothing of it can be undone any more */
async function undo(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  { authorId, ...decision }: DecisionRow & { readonly authorId: string },
  answer: string,
): Promise<boolean> {
  const by = decider?.profileId ?? null;
  const restrictionId = restrictionIdOf(decision);
  if (restrictionId !== null) {
    const [restriction] = await restrictionsById(tx, [restrictionId]);
    if (!restriction) return false;
    await liftOne(tx, decision.target_id, restriction, { profileId: by, at: ctx.clock.now() });
    await followStanding(ctx, tx, decision.target_id, false);
    return true;
  }
  const { target_kind: name, target_id: id } = decision;
  const kind = ctx.kinds.get(name);
  if (!(await kind?.restore?.(ctx, tx, id, decider))) return false;
  // What waited before its removal is published: staff have looked at it now.
  if ((await kind?.lock?.(tx, id)) === 'held') {
    if (kind?.approve) await kind.approve(ctx, tx, decider, id, answer);
    else {
      await checkMayLetOut(ctx, tx, decider, { kind: name, id, authorId });
      if (await kind?.release?.(ctx, tx, id))
        await noteDecision(
          ctx,
          tx,
          { kind: name, id },
          { decision: 'approve', by, reason: answer, effect: 'released' },
        );
    }
  }
  const itemId = decision.details['itemId'];
  const item = typeof itemId === 'string' ? await queueItem(tx, itemId) : undefined;
  if (item) {
    const entryId = await insertEntry(ctx, tx, { itemId: item.id, kind: 'reversal', actorId: by, note: answer });
    if (item.report_count > 0) await enqueueReporters(ctx, tx, { itemId: item.id, entryId, after: null });
  }
  return true;
}

/** Decides about an appeal that waits: the decision stays, or is undone. @throws {Refusal} `not_found`, `already_decided`, those of `checkDecider` */
export async function decideAppeal(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  id: string,
  body: { readonly reverses: boolean; readonly answer: string },
): Promise<void> {
  const [row] = await appealsById(tx, [id], true);
  if (!row) throw new Refusal('not_found');
  if (row.state !== 'open') throw await alreadyDecided(tx, null);
  await checkDecider(ctx, tx, decider, row);
  const [decision] = await decisionsById(tx, [row.decision_id]);
  const { reverses, answer } = body;
  const by = decider?.profileId ?? null;
  const at = ctx.clock.now();
  const state = reverses ? 'reversed' : 'upheld';
  const isUndone = reverses && (await undo(ctx, tx, decider, { ...decision!, authorId: row.profile_id }, answer));
  await endAppeal(tx, id, { state, by, answer, at });
  await noteDecision(ctx, tx, { kind: APPEAL, id }, { decision: reverses ? 'approve' : 'remove', by, reason: answer });
  await audit(ctx, tx, decider, {
    action: reverses ? 'appeal.grant' : 'appeal.uphold',
    targetKind: decision!.target_kind,
    targetId: decision!.target_id,
    reason: answer,
    details: { appeal: id, decision: decision!.id, before: { state: 'open' }, after: { state, isUndone } },
  });
  const what = kindWords[appealableKind(decision!.action) ?? 'removal'];
  const gone = reverses && !isUndone ? ' What was deleted for good cannot be brought back.' : '';
  await notify(ctx, tx, [row.profile_id], {
    ...noticeText.staff(
      reverses ? 'Your appeal was granted' : 'Your appeal was turned down',
      reverses
        ? `Staff have taken ${what} back.${gone}${answer === '' ? '' : ` ${answer}`}`
        : `Somebody of staff looked at ${what} again, and it stays: ${answer}`,
    ),
    url: decisionAddress(row.decision_id),
    cause: `appeal:${id}`,
  });
}
