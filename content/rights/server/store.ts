import type { ComplaintState } from '#content/rights/contract/endpoints.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { hidingStates } from './rules.ts';

/** A complaint as its row has it. */
export interface ComplaintRow {
  readonly id: string;
  readonly state: ComplaintState | 'unconfirmed';
  readonly content_kind: string;
  readonly content_id: string;
  readonly content_title: string;
  readonly content_url: string;
  readonly author_id: string | null;
  readonly claimant_name: string;
  readonly claimant_email: string;
  readonly claimant_address: string;
  readonly claimant_phone: string;
  readonly claimant_signature: string;
  readonly on_behalf_of: string;
  readonly work: string;
  readonly work_url: string;
  readonly has_hidden: boolean;
  readonly created_at: Date;
  readonly confirmed_at: Date | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly decision_reason: string;
  readonly counter_until: Date | null;
  readonly counter_name: string | null;
  readonly counter_address: string | null;
  readonly counter_phone: string | null;
  readonly counter_signature: string | null;
  readonly counter_statement: string | null;
  readonly counter_at: Date | null;
  readonly restore_from: Date | null;
  readonly restore_by: Date | null;
  readonly court_note: string;
  readonly restored_at: Date | null;
  readonly reminders: number;
}

const columns = sql.raw(
  `id, state, content_kind, content_id, content_title, content_url, author_id, claimant_name, claimant_email, claimant_address,
  claimant_phone, claimant_signature, on_behalf_of, work, work_url, has_hidden, created_at, confirmed_at, decided_by, decided_at,
  decision_reason, counter_until, counter_name, counter_address, counter_phone, counter_signature, counter_statement, counter_at,
  restore_from, restore_by, court_note, restored_at, reminders`,
);

/** What the public form says. */
export interface NewComplaint {
  readonly id: string;
  readonly subject: { readonly kind: string; readonly id: string; readonly title: string; readonly url: string };
  readonly authorId: string | null;
  readonly name: string;
  readonly email: string;
  readonly postalAddress: string;
  readonly phone: string;
  readonly signature: string;
  readonly onBehalfOf: string;
  readonly work: string;
  readonly workUrl: string;
  readonly tokenHash: string;
  readonly at: Date;
}

/** Stores a complaint that nobody has confirmed yet. */
export async function insertComplaint(tx: Tx, row: NewComplaint): Promise<void> {
  await tx.rows(sql`
    INSERT INTO complaints (id, state, content_kind, content_id, content_title, content_url, author_id, claimant_name, claimant_email,
      claimant_address, claimant_phone, claimant_signature, on_behalf_of, work, work_url, token_hash, created_at)
    VALUES (${row.id}, 'unconfirmed', ${row.subject.kind}, ${row.subject.id}, ${row.subject.title}, ${row.subject.url}, ${row.authorId}::uuid,
      ${row.name}, ${row.email}, ${row.postalAddress}, ${row.phone}, ${row.signature}, ${row.onBehalfOf}, ${row.work}, ${row.workUrl},
      ${row.tokenHash}, ${row.at})`);
}

/** The complaint of a link; undefined when there is none. @param lock keeps its row until the transaction ends */
export async function complaintByToken(
  db: Executor,
  tokenHash: string,
  lock = false,
): Promise<ComplaintRow | undefined> {
  const [row] = await db.rows<ComplaintRow>(
    sql`SELECT ${columns} FROM complaints WHERE token_hash = ${tokenHash}${lock ? sql` FOR UPDATE` : sql``}`,
  );
  return row;
}

/** Complaints by id; missing ones are left out. @param lock keeps their rows until the transaction ends */
export async function complaintsById(db: Executor, ids: readonly string[], lock = false): Promise<ComplaintRow[]> {
  return await db.rows<ComplaintRow>(
    sql`SELECT ${columns} FROM complaints WHERE id = ANY(${[...ids]}::uuid[])${lock ? sql` ORDER BY id FOR UPDATE` : sql``}`,
  );
}

/** Accepted complaints about what a member made, newest first. */
export async function complaintsAbout(db: Executor, authorId: string, limit: number): Promise<ComplaintRow[]> {
  return await db.rows<ComplaintRow>(sql`
    SELECT ${columns} FROM complaints WHERE author_id = ${authorId} AND state IN ('hidden', 'countered', 'in_court', 'restored')
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** Which complaints a list of staff shows. `running`: the content is hidden, and the complaint may still change. */
export type ComplaintFilter = 'open' | 'running' | 'closed';

const states: Readonly<Record<ComplaintFilter, SQL>> = {
  open: sql`state = 'open'`,
  running: sql`state IN ('hidden', 'countered', 'in_court')`,
  closed: sql`state IN ('dismissed', 'restored')`,
};

/** A page of complaints: open ones oldest first, others newest first. */
export async function complaintPage(
  db: Executor,
  filter: ComplaintFilter,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<ComplaintRow[]> {
  const key = after
    ? filter === 'open'
      ? sql` AND (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`
      : sql` AND (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const order = sql.raw(filter === 'open' ? 'created_at, id' : 'created_at DESC, id DESC');
  return await db.rows<ComplaintRow>(
    sql`SELECT ${columns} FROM complaints WHERE ${states[filter]}${key} ORDER BY ${order} LIMIT ${limit}`,
  );
}

/** How many complaints wait for staff, and how many run. */
export async function complaintCounts(db: Executor): Promise<{ open: number; running: number }> {
  const [row] = await db.rows<{ open: number; running: number }>(sql`
    SELECT count(*) FILTER (WHERE ${states.open})::int AS open, count(*) FILTER (WHERE ${states.running})::int AS running
    FROM complaints WHERE state IN ('open', 'hidden', 'countered', 'in_court')`);
  return row!;
}

/** How many complaints about each member were accepted since a timestamp, and neither withdrawn nor undone. */
export async function strikesOf(db: Executor, authorIds: readonly string[], since: Date): Promise<Map<string, number>> {
  const rows = await db.rows<{ author_id: string; count: number }>(sql`
    SELECT author_id, count(*)::int AS count FROM complaints
    WHERE author_id = ANY(${[...authorIds]}::uuid[]) AND state = ANY(${[...hidingStates]}::text[]) AND decided_at > ${since}
    GROUP BY author_id`);
  return new Map(rows.map((row) => [row.author_id, row.count]));
}

/** Whether another complaint hides the same content. */
export async function isHiddenByAnother(tx: Tx, complaint: Pick<ComplaintRow, 'id' | 'content_id'>): Promise<boolean> {
  const rows = await tx.rows(sql`
    SELECT 1 FROM complaints WHERE content_id = ${complaint.content_id} AND id <> ${complaint.id} AND has_hidden
      AND state = ANY(${[...hidingStates]}::text[]) LIMIT 1`);
  return rows.length > 0;
}

/** Which of some contents an accepted complaint hides, or would if nobody had removed them before. */
export async function hiddenAmong(db: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ content_id: string }>(sql`
    SELECT DISTINCT content_id FROM complaints WHERE content_id = ANY(${[...ids]}::uuid[]) AND state = ANY(${[...hidingStates]}::text[])`);
  return rows.map((row) => row.content_id);
}

/** Contents that must not be deleted for good yet: an answer to their complaint may still bring them back. */
export async function disputedContents(db: Executor, now: Date): Promise<string[]> {
  const rows = await db.rows<{ content_id: string }>(sql`
    SELECT DISTINCT content_id FROM complaints
    WHERE has_hidden AND (state IN ('countered', 'in_court') OR (state = 'hidden' AND counter_until > ${now}))`);
  return rows.map((row) => row.content_id);
}

/** Figures of one year. */
export interface YearRow {
  readonly year: number;
  readonly received: number;
  readonly accepted: number;
  readonly dismissed: number;
  readonly waiting: number;
  readonly counter_notices: number;
  readonly restored: number;
  readonly median_hours: number | null;
}

/** Figures of confirmed complaints by the year in which they came, newest first. */
export async function figuresByYear(db: Executor): Promise<YearRow[]> {
  return await db.rows<YearRow>(sql`
    SELECT extract(year FROM confirmed_at AT TIME ZONE 'UTC')::int AS year, count(*)::int AS received,
      count(*) FILTER (WHERE state NOT IN ('open', 'dismissed'))::int AS accepted,
      count(*) FILTER (WHERE state = 'dismissed')::int AS dismissed,
      count(*) FILTER (WHERE state = 'open')::int AS waiting,
      count(counter_at)::int AS counter_notices, count(restored_at)::int AS restored,
      round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - confirmed_at) / 3600))::numeric, 1)::float8 AS median_hours
    FROM complaints WHERE confirmed_at IS NOT NULL GROUP BY 1 ORDER BY 1 DESC LIMIT 20`);
}

/** A member's proven mail address; null when they have left or it is not proven. */
export async function provenEmailOf(db: Executor, profileId: string): Promise<string | null> {
  const [row] = await db.rows<{ email: string }>(
    sql`SELECT u.email FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.id = ${profileId} AND u.email_verified`,
  );
  return row?.email ?? null;
}

/** Profile ids of everybody of staff who can sign in. @param adminsOnly leaves moderators out */
export async function staffIds(db: Executor, adminsOnly = false): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`SELECT id FROM profiles WHERE (is_admin OR is_moderator) AND user_id IS NOT NULL${adminsOnly ? sql` AND is_admin` : sql``}`,
  );
  return rows.map((row) => row.id);
}
