import { z } from 'zod';
import type { Reply } from '#site/contract/contract.ts';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import { spammerEndpoints } from '#content/moderation/contract/spammers.ts';
import { deleteSessions } from '#people/accounts/server/store.ts';
import { notify, withdrawNotices } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { id } from '#platform/contract/shapes.ts';
import type { ContentKind, Decider } from '#platform/server/content-kind.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal, problemOf } from '#platform/server/http/refusal.ts';
import { routes } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { takeTurns } from './actions.ts';
import { liftOne } from './appeals/appeals-store.ts';
import { followStanding, restrictable, restrictedUntil } from './decisions.ts';
import { hasLaterItem, insertEntry, openItemIdOf, queueItem, reopenItem } from './queue/queue-store.ts';
import { enqueueReporters } from './reporters.ts';
import { decisionAddress } from './rules/appeals.ts';
import { checkMayUndo } from './rules/undoing.ts';
import { audit, setRestriction } from './store.ts';

const DAY_MS = 86_400_000;
/** Contents that one run of a job removes or restores, each in a transaction of its own. */
const BATCH = 100;
/** What is written by an endless suspension. */
const ENDLESS = 'without end';

interface SpamDecision {
  readonly id: string;
  readonly profile_id: string;
  readonly state: 'removing' | 'removed' | 'restoring' | 'restored';
  readonly reason: string;
  readonly since: Date;
  readonly restriction_id: string;
  readonly decided_by: string | null;
  readonly undone_by: string | null;
  readonly created_at: Date;
}

const columns = sql.raw('id, profile_id, state, reason, since, restriction_id, decided_by, undone_by, created_at');

/** The newest decision about a member; undefined for none. */
async function newestAbout(db: Executor, profileId: string): Promise<SpamDecision | undefined> {
  const [row] = await db.rows<SpamDecision>(
    sql`SELECT ${columns} FROM spam_decisions WHERE profile_id = ${profileId} ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return row;
}

/** Whether a decision is in force: neither it nor its suspension was taken back. */
async function isInForce(tx: Tx, { state, restriction_id: restrictionId }: SpamDecision): Promise<boolean> {
  if (state === 'restoring' || state === 'restored') return false;
  const rows = await tx.rows(sql`SELECT 1 AS one FROM restrictions WHERE id = ${restrictionId} AND lifted_at IS NULL`);
  return rows.length > 0;
}

const jobPayload = z.object({
  decisionId: id,
  /** Where the last run stopped: a kind, and the last of its contents; null to begin. */
  from: z.object({ kind: z.string(), after: id.nullable() }).nullable(),
});

/** Keeps a decision from changing its state until the transaction ends. @returns whether it has this one */
async function isStill(tx: Tx, decisionId: string, state: SpamDecision['state']): Promise<boolean> {
  const rows = await tx.rows(
    sql`SELECT 1 AS one FROM spam_decisions WHERE id = ${decisionId} AND state = ${state} FOR SHARE`,
  );
  return rows.length > 0;
}

/** Runs a part in a transaction of its own; what the policies refuse is left as it is. */
async function attempt(ctx: Context, part: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await ctx.db.tx(part);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Removes one content, and notes that this decision did. */
async function removeOne(ctx: Context, kind: ContentKind<Context>, contentId: string, by: SpamDecision) {
  await attempt(ctx, async (tx) => {
    if (!(await isStill(tx, by.id, 'removing'))) return;
    // Lock order: the content before its item.
    await kind.lock?.(tx, contentId);
    const itemId = await openItemIdOf(tx, { kind: kind.kind, id: contentId });
    if (!(await kind.remove?.(ctx, tx, contentId, { profileId: by.decided_by, reason: by.reason }))) return;
    await tx.rows(sql`
      INSERT INTO spam_removals (decision_id, content_kind, content_id, item_id)
      VALUES (${by.id}, ${kind.kind}, ${contentId}, ${itemId}::uuid)`);
  });
}

/** Removes what a spammer made, a batch of one kind at a time. */
export const removeSpamJob = defineJob({
  name: 'moderation.remove-spam',
  payload: jobPayload,
  async run(ctx, { decisionId, from }) {
    const [decision] = await ctx.db.rows<SpamDecision>(
      sql`SELECT ${columns} FROM spam_decisions WHERE id = ${decisionId} AND state = 'removing'`,
    );
    if (!decision) return;
    const kinds = [...ctx.kinds.values()].filter((kind) => kind.madeBy && kind.remove);
    const at =
      from === null
        ? 0
        : Math.max(
            0,
            kinds.findIndex(({ kind }) => kind === from.kind),
          );
    const kind = kinds[at]!;
    const { profile_id: authorId, since } = decision;
    const ids = await kind.madeBy!(ctx, authorId, { since, after: from?.after ?? null, limit: BATCH });
    for (const contentId of ids) await removeOne(ctx, kind, contentId, decision);
    const next =
      ids.length === BATCH
        ? { kind: kind.kind, after: ids.at(-1)! }
        : at + 1 < kinds.length
          ? { kind: kinds[at + 1]!.kind, after: null }
          : null;
    await ctx.db.tx(async (tx) => {
      if (next) return await ctx.jobs.enqueue(tx, removeSpamJob, { decisionId, from: next });
      await tx.rows(sql`UPDATE spam_decisions SET state = 'removed' WHERE id = ${decisionId} AND state = 'removing'`);
    });
  },
});

/** A content that a decision has removed. */
interface Removal {
  readonly content_kind: string;
  readonly content_id: string;
  readonly item_id: string | null;
}

/** Opens the item again that the removal had decided, unless somebody has decided since. */
async function reopenOne(ctx: Context, tx: Tx, itemId: string, by: SpamDecision): Promise<void> {
  const item = await queueItem(tx, itemId, true);
  if (item?.state !== 'decided' || item.decision !== 'remove' || item.decided_by !== by.decided_by) return;
  if (await hasLaterItem(tx, item)) return;
  const heardAfter = item.decided_at!.getTime() + limits.undoSeconds * 1000;
  await reopenItem(ctx, tx, itemId);
  const entryId = await insertEntry(ctx, tx, { itemId, kind: 'reversal', actorId: by.undone_by });
  if (item.report_count > 0 && ctx.clock.now().getTime() >= heardAfter)
    await enqueueReporters(ctx, tx, { itemId, entryId, after: null });
}

/** Restores one content where this decision's removal is the one in force. */
async function restoreOne(ctx: Context, removal: Removal, by: SpamDecision, decider: Decider): Promise<void> {
  const { content_kind: kindName, content_id: contentId, item_id: itemId } = removal;
  const kind = ctx.kinds.get(kindName);
  await attempt(ctx, async (tx) => {
    if (!(await isStill(tx, by.id, 'restoring'))) return;
    await kind?.lock?.(tx, contentId);
    if (itemId !== null) await reopenOne(ctx, tx, itemId, by);
    const isRestored = await kind?.restore?.(ctx, tx, contentId, decider, { removedBy: by.decided_by });
    // The item stays decided with it.
    if (!isRestored) throw new Refusal('not_reversible');
  });
  await ctx.db.rows(
    sql`DELETE FROM spam_removals WHERE decision_id = ${by.id} AND content_kind = ${kindName} AND content_id = ${contentId}`,
  );
}

/** Restores what a decision has removed that was taken back, parents before their answers. */
export const restoreSpamJob = defineJob({
  name: 'moderation.restore-spam',
  payload: z.object({ decisionId: id }),
  async run(ctx, { decisionId }) {
    const [decision] = await ctx.db.rows<SpamDecision>(
      sql`SELECT ${columns} FROM spam_decisions WHERE id = ${decisionId} AND state = 'restoring'`,
    );
    if (!decision) return;
    const [by] = await ctx.db.rows<{ is_admin: boolean }>(
      sql`SELECT is_admin FROM profiles WHERE id = ${decision.undone_by}`,
    );
    const decider = by && { profileId: decision.undone_by!, isAdmin: by.is_admin };
    const removals = await ctx.db.rows<Removal>(sql`
      SELECT content_kind, content_id, item_id FROM spam_removals WHERE decision_id = ${decisionId} ORDER BY content_id LIMIT ${BATCH}`);
    for (const removal of removals) await restoreOne(ctx, removal, decision, decider ?? null);
    await ctx.db.tx(async (tx) => {
      if (removals.length === BATCH) return await ctx.jobs.enqueue(tx, restoreSpamJob, { decisionId });
      await tx.rows(sql`UPDATE spam_decisions SET state = 'restored' WHERE id = ${decisionId} AND state = 'restoring'`);
    });
  },
});

/**
 * Decides that a member is a spammer.
 * @throws {Refusal} `profile_not_found`, `staff_protected`
 */
async function markSpammer(
  ctx: Context,
  decider: Decider,
  profileId: string,
  { days, reason }: { readonly days: number; readonly reason: string },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    // What is being written is there to be removed.
    await takeTurns(tx, profileId);
    await restrictable(tx, decider, profileId);
    const before = await restrictedUntil(tx, profileId, 'suspension');
    const earlier = await newestAbout(tx, profileId);
    if (earlier && (await isInForce(tx, earlier))) return;
    const at = ctx.clock.now();
    const [decisionId, restriction] = [newId(at), newId(at)];
    const by = decider;
    await setRestriction(tx, { id: restriction, profileId, kind: 'suspension', reason, until: null, by, at });
    await tx.rows(sql`
      INSERT INTO spam_decisions (id, profile_id, state, reason, since, restriction_id, decided_by, created_at)
      VALUES (${decisionId}, ${profileId}, 'removing', ${reason}, ${new Date(at.getTime() - days * DAY_MS)}, ${restriction}, ${by?.profileId ?? null}::uuid, ${at})`);
    const lineId = await audit(ctx, tx, by, {
      action: 'member.suspend',
      targetKind: 'profile',
      targetId: profileId,
      reason,
      details: { restriction, spam: decisionId, days, before: { until: before }, after: { until: ENDLESS } },
    });
    await notify(ctx, tx, [profileId], {
      ...noticeText.staff(
        'Your account is suspended',
        `${reason} What you made in the last ${days === 1 ? 'day' : `${days} days`} was removed.`,
      ),
      url: decisionAddress(lineId),
      cause: `restriction:${restriction}`,
    });
    await followStanding(ctx, tx, profileId, true);
    const [account] = await tx.rows<{ user_id: string | null }>(
      sql`SELECT user_id FROM profiles WHERE id = ${profileId}`,
    );
    if (account?.user_id) await deleteSessions(tx, account.user_id);
    await ctx.jobs.enqueue(tx, removeSpamJob, { decisionId, from: null });
  });
}

/**
 * Takes the decision back that a member is a spammer; nothing for none that is in force.
 * @throws {Refusal} `profile_not_found`, `own_content`, `staff_protected`
 */
async function unmarkSpammer(ctx: Context, decider: Decider, profileId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await restrictable(tx, decider, profileId);
    const before = await restrictedUntil(tx, profileId, 'suspension');
    const decision = await newestAbout(tx, profileId);
    if (!decision || decision.state === 'restoring' || decision.state === 'restored') return;
    await checkMayUndo(ctx, tx, decider, { id: profileId, authorId: profileId, decidedBy: decision.decided_by });
    const at = ctx.clock.now();
    const by = decider?.profileId ?? null;
    await tx.rows(sql`
      UPDATE spam_decisions SET state = 'restoring', undone_by = ${by}::uuid, undone_at = ${at} WHERE id = ${decision.id}`);
    // One that was lifted already, or by an appeal, leaves what others decided since.
    const isLifted = !(await isInForce(tx, { ...decision, state: 'removed' }));
    if (!isLifted) {
      const restriction = { id: decision.restriction_id, kind: 'suspension', until: null, lifted_at: null } as const;
      await liftOne(tx, profileId, restriction, { profileId: by, at });
    }
    const after = await restrictedUntil(tx, profileId, 'suspension');
    await followStanding(ctx, tx, profileId, false);
    await audit(ctx, tx, decider, {
      action: 'member.unsuspend',
      targetKind: 'profile',
      targetId: profileId,
      details: { spam: decision.id, before: { until: isLifted ? before : ENDLESS }, after: { until: after } },
    });
    const cause = `restriction:${decision.restriction_id}`;
    if ((await withdrawNotices(ctx, tx, profileId, [cause])) === 'read')
      await notify(ctx, tx, [profileId], {
        ...noticeText.staff('Staff took a decision back', 'What was removed of yours is there again.'),
        cause: `${cause}:undone`,
      });
    await ctx.jobs.enqueue(tx, restoreSpamJob, { decisionId: decision.id });
  });
}

/** Does the same to several accounts, one after the other; what is refused of one does not keep the others. */
async function forEach(
  profileIds: readonly string[],
  work: (profileId: string) => Promise<void>,
): Promise<Reply<'POST /staff/spammers'>['items']> {
  const items: Reply<'POST /staff/spammers'>['items'] = [];
  for (const profileId of new Set(profileIds)) {
    try {
      await work(profileId);
      items.push({ profileId, refusal: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      items.push({ profileId, refusal: partOf(error, 'POST /staff/spammers') });
    }
  }
  return items;
}

/** What a refusal says of one of several things. */
export function partOf(refusal: Refusal, endpoint: string): { code: string; detail: string } {
  const { code, detail } = problemOf(refusal, endpoint);
  return { code, detail };
}

/** The newest decision about a member, as staff see it. */
async function spamOf(ctx: Context, profileId: string): Promise<Reply<'GET /staff/members/:profileId/spam'>> {
  const row = await newestAbout(ctx.db, profileId);
  if (!row) return { decision: null };
  const [people, [counted]] = await Promise.all([
    peopleById(ctx.db, row.decided_by === null ? [] : [row.decided_by]),
    ctx.db.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM spam_removals WHERE decision_id = ${row.id}`),
  ]);
  return {
    decision: {
      id: row.id,
      state: row.state,
      by: people.get(row.decided_by ?? '') ?? null,
      at: row.created_at.toISOString(),
      reason: row.reason,
      removed: counted!.count,
    },
  };
}

/** Forgets what was removed once nothing of it can be restored any more. */
export async function forgetSpam(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.spamUndoDays * DAY_MS);
  await ctx.db.rows(sql`DELETE FROM spam_decisions WHERE created_at < ${before}`);
}

export const spammerRoutes = routes(spammerEndpoints, {
  'POST /staff/spammers': async (ctx, { body, viewer }) => ({
    items: await forEach(body.profileIds, (profileId) => markSpammer(ctx, viewer, profileId, body)),
  }),
  'POST /staff/spammers/undo': async (ctx, { body, viewer }) => ({
    items: await forEach(body.profileIds, (profileId) => unmarkSpammer(ctx, viewer, profileId)),
  }),
  'GET /staff/members/:profileId/spam': (ctx, { params }) => spamOf(ctx, params.profileId),
});
