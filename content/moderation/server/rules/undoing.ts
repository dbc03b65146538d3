import type { Context } from '#platform/server/context.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { ask } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { standingComplaints } from '#content/moderation/server/events.ts';
import { type Decided, whyNotUndo } from './staff.ts';

/** A decision about a thing, as the database names it. */
export interface DecisionOf {
  /** Id of the thing. */
  readonly id: string;
  readonly authorId: string | null;
  /** Profile id of who decided; null for the operator and for the site itself. */
  readonly decidedBy: string | null;
}

/** What the policy must know of some decisions, in their order: two queries, however many they are. */
export async function decidedFacts(
  ctx: Context,
  db: Executor,
  decisions: readonly DecisionOf[],
): Promise<(DecisionOf & Decided)[]> {
  if (decisions.length === 0) return [];
  const deciders = decisions.flatMap((one) => one.decidedBy ?? []);
  const admins = await db.rows<{ id: string }>(
    sql`SELECT id FROM profiles WHERE id = ANY(${deciders}::uuid[]) AND is_admin`,
  );
  const complaints = new Set((await ask(ctx, standingComplaints, { db, ids: decisions.map(({ id }) => id) })).flat());
  return decisions.map((one) => ({
    ...one,
    byAdmin: one.decidedBy === null || admins.some(({ id }) => id === one.decidedBy),
    hasComplaint: complaints.has(one.id),
  }));
}

/** Asks the policy before a decision is undone. @throws {Refusal} `complaint_stands`, `own_content`, `staff_protected` */
export async function checkMayUndo(ctx: Context, tx: Tx, decider: Decider, decision: DecisionOf): Promise<void> {
  const [decided] = await decidedFacts(ctx, tx, [decision]);
  const code = whyNotUndo(decided!, decider);
  if (code) throw new Refusal(code);
}

/** Which entries of the audit log say what staff decided last about something. */
export interface LastDecision {
  /** Actions that decide it, such as `forum_post.pin` and `forum_post.unpin`. */
  readonly actions: readonly string[];
  /** Actions after which nothing of it is left. */
  readonly ended?: readonly string[];
  /** Which entries count, as SQL about the row ` AND …`. */
  readonly where?: SQL;
}

/**
 * Asks the policy before what staff decided last about a thing is changed, where the audit log alone knows who that was: a
 * pin, a feature, a hold, a hidden announcement. What was never decided, and one's own decision, is anybody's who may make it.
 * @throws {Refusal} as `checkMayUndo`
 */
export async function checkMayUndoLast(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  thing: Pick<DecisionOf, 'id' | 'authorId'>,
  { actions, ended = [], where = sql`` }: LastDecision,
): Promise<void> {
  const [last] = await tx.rows<{ by: string | null; action: string }>(sql`
    SELECT actor_id AS by, action FROM audit_log
    WHERE target_id = ${thing.id} AND action = ANY(${[...actions, ...ended]}::text[])${where}
    ORDER BY created_at DESC, id DESC LIMIT 1`);
  if (!last || ended.includes(last.action) || (decider !== null && last.by === decider.profileId)) return;
  await checkMayUndo(ctx, tx, decider, { ...thing, decidedBy: last.by });
}

/**
 * Asks the policy before what waits is published: what an admin hid until it is decided, or an approval that an admin took
 * back, no moderator lets out. @throws {Refusal} as `checkMayUndo`
 */
export async function checkMayLetOut(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  { kind, ...thing }: Pick<DecisionOf, 'id' | 'authorId'> & { readonly kind: string },
): Promise<void> {
  await checkMayUndoLast(ctx, tx, decider, thing, {
    actions: ['queue.hold', 'queue.ask', 'queue.reverse'],
    // Removed and restored, it waits as before.
    ended: ['queue.approve', `${kind}.approve`],
    where: sql` AND (action <> 'queue.reverse' OR details #>> '{before,effect}' = 'released')`,
  });
}
