import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type Doer, isRecorded } from './rules/staff.ts';

/** Who did something; null for the operator at the command line. */
export type Actor = { readonly profileId: string } | null;

/** One entry to write. */
export interface AuditEntry {
  /** `song.remove`: kind and action. */
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string;
  readonly reason?: string;
  /**
   * What was changed, as it was and as it is now; null for what was not there, or is not any more. Ids, states and numbers,
   * not names and texts of members, because they stay for good.
   */
  readonly details: Readonly<Record<string, unknown>> & { readonly before: unknown; readonly after: unknown };
}

/**
 * Writes one entry of the audit log, in the transaction of the recorded action. Entries cannot be changed or deleted: they
 * name people by their ids alone, so that an erased member leaves an id that means nobody.
 * @returns the id of the entry
 */
export async function audit(ctx: Context, tx: Tx, actor: Actor, entry: AuditEntry): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  const details = ctx.commandLine === undefined ? entry.details : { ...entry.details, commandLine: ctx.commandLine };
  await tx.rows(sql`
    INSERT INTO audit_log (id, actor_id, action, target_kind, target_id, reason, details, created_at)
    VALUES (${id}, ${actor?.profileId ?? null}::uuid, ${entry.action}, ${entry.targetKind}, ${entry.targetId}, ${entry.reason ?? ''},
      ${JSON.stringify(details)}::jsonb, ${now})`);
  return id;
}

/** Writes what somebody did to a content to the audit log, where that is recorded (`isRecorded`). @param authorId of the content */
export async function record(
  ctx: Context,
  tx: Tx,
  doer: Doer,
  authorId: string | null,
  entry: AuditEntry,
): Promise<void> {
  if (isRecorded(doer, authorId)) await audit(ctx, tx, doer, entry);
}

export interface AuditRow {
  readonly id: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly target_kind: string;
  readonly target_id: string;
  readonly reason: string;
  readonly details: Record<string, unknown>;
  readonly created_at: Date;
}

/** What a page of the audit log shows. */
export interface AuditFilter {
  readonly targetId?: string | undefined;
  readonly actorId?: string | undefined;
  /** An action, or the first part of several: `song.`. */
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The audit log, newest first. */
export async function auditPage(
  db: Executor,
  filter: AuditFilter,
  page: { before: { at: Date; id: string } | null; limit: number },
): Promise<AuditRow[]> {
  const { targetId, actorId, action, from, until } = filter;
  const where = sql.join([
    targetId === undefined ? sql`` : sql` AND target_id = ${targetId}`,
    actorId === undefined ? sql`` : sql` AND actor_id = ${actorId}::uuid`,
    action === undefined ? sql`` : sql` AND starts_with(action, ${action})`,
    from === undefined ? sql`` : sql` AND created_at >= ${new Date(from)}::timestamptz`,
    until === undefined ? sql`` : sql` AND created_at < ${new Date(until)}::timestamptz`,
    page.before === null
      ? sql``
      : sql` AND (created_at, id) < (${page.before.at}::timestamptz, ${page.before.id}::uuid)`,
  ]);
  return await db.rows<AuditRow>(sql`
    SELECT id, actor_id, action, target_kind, target_id, reason, details, created_at FROM audit_log
    WHERE true${where} ORDER BY created_at DESC, id DESC LIMIT ${page.limit}`);
}

export interface RestrictionRow {
  readonly id: string;
  readonly kind: 'suspension' | 'silence' | 'warning';
  readonly reason: string;
  readonly until: Date | null;
  readonly lifted_at: Date | null;
  readonly created_at: Date;
}

/** A member's suspensions, silences and warnings, newest first. */
export async function restrictionsPage(db: Executor, profileId: string): Promise<RestrictionRow[]> {
  return await db.rows<RestrictionRow>(
    sql`SELECT id, kind, reason, until, lifted_at, created_at FROM restrictions WHERE profile_id = ${profileId} ORDER BY created_at DESC LIMIT 200`,
  );
}

/** A restriction or warning to write. */
interface NewRestriction<Kind extends RestrictionRow['kind']> {
  readonly id: string;
  readonly profileId: string;
  readonly kind: Kind;
  readonly reason: string;
  readonly until: Date | null;
  readonly by: Actor;
  readonly at: Date;
}

/** Writes the row of a restriction or warning. */
export async function insertRestriction(tx: Tx, restriction: NewRestriction<RestrictionRow['kind']>): Promise<void> {
  await tx.rows(sql`
    INSERT INTO restrictions (id, profile_id, kind, reason, until, created_by, created_at)
    VALUES (${restriction.id}, ${restriction.profileId}, ${restriction.kind}, ${restriction.reason}, ${restriction.until}, ${restriction.by?.profileId ?? null}::uuid, ${restriction.at})`);
}

/** Puts a restriction in force: its row, and the timestamp on the profile. A far timestamp stands for "without end". */
export async function setRestriction(tx: Tx, restriction: NewRestriction<'suspension' | 'silence'>): Promise<void> {
  await insertRestriction(tx, restriction);
  const until = restriction.until ?? new Date('9999-12-31T00:00:00Z');
  await tx.rows(
    restriction.kind === 'suspension'
      ? sql`UPDATE profiles SET suspended_until = ${until} WHERE id = ${restriction.profileId}`
      : sql`UPDATE profiles SET silenced_until = ${until} WHERE id = ${restriction.profileId}`,
  );
}

/** Lifts what is in force. */
export async function liftRestriction(
  tx: Tx,
  profileId: string,
  kind: 'suspension' | 'silence',
  by: Actor,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    UPDATE restrictions SET lifted_at = ${at}, lifted_by = ${by?.profileId ?? null}::uuid
    WHERE profile_id = ${profileId} AND kind = ${kind} AND lifted_at IS NULL`);
  await tx.rows(
    kind === 'suspension'
      ? sql`UPDATE profiles SET suspended_until = NULL WHERE id = ${profileId}`
      : sql`UPDATE profiles SET silenced_until = NULL WHERE id = ${profileId}`,
  );
}

/** The templates of reasons of a member of staff. */
export async function templatesOf(db: Executor, profileId: string): Promise<string[]> {
  const [row] = await db.rows<{ texts: string[] }>(
    sql`SELECT texts FROM reason_templates WHERE profile_id = ${profileId}`,
  );
  return row?.texts ?? [];
}

/** Saves the templates of a member of staff. */
export async function saveTemplates(
  db: Executor,
  profileId: string,
  texts: readonly string[],
  at: Date,
): Promise<void> {
  await db.rows(sql`
    INSERT INTO reason_templates (profile_id, texts, updated_at) VALUES (${profileId}, ${[...texts]}::text[], ${at})
    ON CONFLICT (profile_id) DO UPDATE SET texts = excluded.texts, updated_at = excluded.updated_at`);
}

export interface NoteRow {
  readonly id: string;
  readonly author_id: string | null;
  readonly text: string;
  readonly created_at: Date;
}

/** The newest notes of staff about a member. */
export async function notesAbout(db: Executor, profileId: string): Promise<NoteRow[]> {
  return await db.rows<NoteRow>(sql`
    SELECT id, author_id, text, created_at FROM staff_notes WHERE profile_id = ${profileId}
    ORDER BY created_at DESC, id DESC LIMIT 100`);
}

/** Writes a note about a member. */
export async function insertNote(
  tx: Tx,
  note: {
    readonly id: string;
    readonly profileId: string;
    readonly by: string;
    readonly text: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO staff_notes (id, profile_id, author_id, text, created_at)
    VALUES (${note.id}, ${note.profileId}, ${note.by}, ${note.text}, ${note.at})`);
}
