import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { memberActions } from '#content/moderation/server/rules/appeals.ts';

/** A decision of staff, as the audit log has it. */
export interface DecisionRow {
  readonly id: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly target_kind: string;
  readonly target_id: string;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

const decisionColumns = sql.raw('id, actor_id, action, target_kind, target_id, reason, details, created_at');

/** Lines of the audit log by their ids. */
export async function decisionsById(db: Executor, ids: readonly string[]): Promise<DecisionRow[]> {
  return await db.rows<DecisionRow>(
    sql`SELECT ${decisionColumns} FROM audit_log WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY created_at DESC, id DESC`,
  );
}

/** The newest decisions about a member's account. */
export async function decisionsAbout(db: Executor, profileId: string, limit: number): Promise<DecisionRow[]> {
  return await db.rows<DecisionRow>(sql`
    SELECT ${decisionColumns} FROM audit_log
    WHERE target_id = ${profileId} AND target_kind = 'profile' AND action = ANY(${[...memberActions]}::text[])
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** An appeal. */
export interface AppealRow {
  readonly id: string;
  readonly decision_id: string;
  readonly profile_id: string;
  readonly decider_id: string | null;
  readonly state: 'open' | 'upheld' | 'reversed';
  readonly statement: string;
  readonly answer: string;
  readonly decided_at: Date | null;
  readonly created_at: Date;
}

const appealColumns = sql.raw(
  'id, decision_id, profile_id, decider_id, state, statement, answer, decided_at, created_at',
);

/** Appeals by their ids. @param lock keeps the rows until the transaction ends */
export async function appealsById(db: Executor, ids: readonly string[], lock = false): Promise<AppealRow[]> {
  return await db.rows<AppealRow>(
    sql`SELECT ${appealColumns} FROM appeals WHERE id = ANY(${[...ids]}::uuid[])${lock ? sql` FOR UPDATE` : sql``}`,
  );
}

/** The appeals of a member, newest first; of one decision, where that is given. */
export async function appealsOf(
  db: Executor,
  profileId: string,
  { decisionId = null, limit }: { readonly decisionId?: string | null; readonly limit: number },
): Promise<AppealRow[]> {
  return await db.rows<AppealRow>(sql`
    SELECT ${appealColumns} FROM appeals
    WHERE profile_id = ${profileId} AND (${decisionId}::uuid IS NULL OR decision_id = ${decisionId}::uuid)
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** Writes an appeal. @returns false where the decision has one */
export async function insertAppeal(
  tx: Tx,
  appeal: {
    readonly id: string;
    readonly decisionId: string;
    readonly profileId: string;
    readonly deciderId: string | null;
    readonly statement: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO appeals (id, decision_id, profile_id, decider_id, state, statement, created_at)
    VALUES (${appeal.id}, ${appeal.decisionId}, ${appeal.profileId}, ${appeal.deciderId}::uuid, 'open', ${appeal.statement}, ${appeal.at})
    ON CONFLICT (decision_id) DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** How many appeals of a member wait; the member's rows are locked against another one at once. */
export async function countOpenAppeals(tx: Tx, profileId: string): Promise<number> {
  await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`appeals:${profileId}`}, 0))`);
  const [row] = await tx.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM appeals WHERE profile_id = ${profileId} AND state = 'open'`,
  );
  return row!.count;
}

/** Ends an appeal. */
export async function endAppeal(
  tx: Tx,
  id: string,
  end: {
    readonly state: 'upheld' | 'reversed';
    readonly by: string | null;
    readonly answer: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.rows(sql`
    UPDATE appeals SET state = ${end.state}, decided_by = ${end.by}::uuid, answer = ${end.answer}, decided_at = ${end.at} WHERE id = ${id}`);
}

/**
 * Whether somebody of staff, beside the first decider and the member, may decide about an appeal. What an admin decided
 * is for admins.
 */
export async function hasOtherDecider(
  tx: Tx,
  of: { readonly first: string; readonly member: string; readonly byAdmin: boolean; readonly at: Date },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    SELECT 1 FROM profiles WHERE (is_admin OR is_moderator) AND user_id IS NOT NULL AND id <> ${of.first} AND id <> ${of.member}
      AND (is_admin OR NOT ${of.byAdmin}::boolean) AND (suspended_until IS NULL OR suspended_until <= ${of.at}) LIMIT 1`);
  return rows.length > 0;
}

/** A restriction that a decision put in force. */
export interface RestrictionState {
  readonly id: string;
  readonly kind: 'suspension' | 'silence' | 'warning';
  readonly until: Date | null;
  readonly lifted_at: Date | null;
}

/** Restrictions by their ids. */
export async function restrictionsById(db: Executor, ids: readonly string[]): Promise<RestrictionState[]> {
  return await db.rows<RestrictionState>(
    sql`SELECT id, kind, until, lifted_at FROM restrictions WHERE id = ANY(${[...ids]}::uuid[])`,
  );
}

/** Lifts one restriction. What an earlier one of its kind says is in force again. */
export async function liftOne(
  tx: Tx,
  profileId: string,
  restriction: RestrictionState,
  by: { readonly profileId: string | null; readonly at: Date },
): Promise<void> {
  const { id, kind } = restriction;
  await tx.rows(sql`
    UPDATE restrictions SET lifted_at = ${by.at}, lifted_by = ${by.profileId}::uuid WHERE id = ${id} AND lifted_at IS NULL`);
  if (kind === 'warning') return;
  const column = sql.raw(kind === 'suspension' ? 'suspended_until' : 'silenced_until');
  await tx.rows(sql`
    UPDATE profiles SET ${column} = (
      SELECT coalesce(until, '9999-12-31T00:00:00Z') FROM restrictions
      WHERE profile_id = ${profileId} AND kind = ${kind} AND lifted_at IS NULL AND (until IS NULL OR until > ${by.at}::timestamptz)
      ORDER BY created_at DESC, id DESC LIMIT 1)
    WHERE id = ${profileId}`);
}
