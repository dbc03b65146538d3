import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { periodStart, startOfUtcDay } from './rules.ts';

export type Currency = 'xp' | 'credits';

/** A profile's balances, its row locked until the transaction ends. */
export interface LockedBalances {
  readonly xp: number;
  readonly credits: number;
  readonly custom_role: string | null;
  readonly custom_role_source: 'xp' | 'staff' | 'tier' | null;
}

/** Locks a profile's balances; null when there is no such profile. */
export async function lockBalances(tx: Tx, profileId: string): Promise<LockedBalances | null> {
  const [row] = await tx.rows<LockedBalances>(
    sql`SELECT xp, credits, custom_role, custom_role_source FROM profiles WHERE id = ${profileId} FOR NO KEY UPDATE`,
  );
  return row ?? null;
}

/** A profile's credits, its row locked until the transaction ends. */
export interface LockedCredits {
  readonly id: string;
  readonly credits: number;
  /** False for what a deleted member left behind. */
  readonly has_account: boolean;
}

/**
 * Locks several profiles in the order of their ids, which prevents deadlocks between transfers in both directions.
 */
export async function lockCredits(tx: Tx, profileIds: readonly string[]): Promise<Map<string, LockedCredits>> {
  const rows = await tx.rows<LockedCredits>(sql`
    SELECT id, credits, user_id IS NOT NULL AS has_account FROM profiles
    WHERE id = ANY(${[...profileIds]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether credits have moved for a cause, and how many of a locked profile's credits rest. */
export async function beforePaying(
  tx: Tx,
  profileId: string,
  cause: string,
  now: Date,
): Promise<{ hasPaid: boolean; resting: number }> {
  const [row] = await tx.rows<{ has_paid: boolean; resting: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ledger_entries WHERE profile_id = ${profileId} AND currency = 'credits' AND cause = ${cause}) AS has_paid,
      coalesce((SELECT sum(credits) FROM resting_credits WHERE profile_id = ${profileId} AND until > ${now}), 0)::int AS resting`);
  return { hasPaid: row!.has_paid, resting: row!.resting };
}

/**
 * Double-entry booking: moves credits from one locked profile to another, an entry on each side under the same cause.
 * @param move.from null: the site pays, and only the payee has an entry
 * @param move.restsUntil until when the payee cannot spend them; null where they can at once
 */
export async function moveCredits(
  tx: Tx,
  move: {
    from: string | null;
    to: string;
    credits: number;
    kind: string;
    cause: string;
    at: Date;
    restsUntil: Date | null;
  },
): Promise<void> {
  const { from, to, credits, kind, cause, at, restsUntil } = move;
  const id = newId(at);
  const payer = from === null ? [] : [{ id: newId(at), profileId: from, amount: -credits }];
  const sides = [...payer, { id, profileId: to, amount: credits }];
  await tx.rows(sql`
    WITH side AS (
      SELECT * FROM unnest(${sides.map((side) => side.id)}::uuid[], ${sides.map((side) => side.profileId)}::uuid[], ${sides.map((side) => side.amount)}::int[])
        AS side (id, profile_id, amount)
    ), entered AS (
      INSERT INTO ledger_entries (id, profile_id, currency, amount, kind, cause, created_at)
      SELECT id, profile_id, 'credits', amount, ${kind}, ${cause}, ${at} FROM side
    ), rests AS (
      INSERT INTO resting_credits (id, profile_id, credits, until)
      SELECT ${id}, ${to}, ${credits}::int, ${restsUntil}::timestamptz WHERE ${restsUntil}::timestamptz IS NOT NULL
    )
    UPDATE profiles SET credits = credits + side.amount FROM side WHERE profiles.id = side.profile_id`);
}

/** Credits that rest, and when the last of them are free; null where none rest. */
export interface Resting {
  readonly credits: number;
  readonly until: Date;
}

/** What of a profile's credits rests. Inside a transaction: to be asked after the row was locked. */
export async function restingOf(db: Executor, profileId: string, now: Date): Promise<Resting | null> {
  const [row] = await db.rows<{ credits: number | null; until: Date | null }>(sql`
    SELECT sum(credits)::int AS credits, max(until) AS until FROM resting_credits
    WHERE profile_id = ${profileId} AND until > ${now}`);
  return row!.credits === null ? null : { credits: row!.credits, until: row!.until! };
}

/** Takes credits of a locked profile from those that rest, the latest first, as far as they go. */
export async function takeResting(tx: Tx, profileId: string, credits: number): Promise<void> {
  await tx.rows(sql`
    WITH taken AS (
      SELECT id, credits - greatest(0, least(credits, ${credits}::int - before)) AS left FROM (
        SELECT id, credits, coalesce(sum(credits) OVER (ORDER BY until DESC, id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::int AS before
        FROM resting_credits WHERE profile_id = ${profileId}) one
      WHERE before < ${credits}::int
    ), gone AS (DELETE FROM resting_credits r USING taken WHERE r.id = taken.id AND taken.left = 0)
    UPDATE resting_credits r SET credits = taken.left FROM taken WHERE r.id = taken.id AND taken.left > 0`);
}

/** Deletes rows of credits that no longer rest. */
export async function forgetRested(db: Executor, now: Date): Promise<void> {
  await db.rows(sql`DELETE FROM resting_credits WHERE until <= ${now}`);
}

/** Writes entries whose cause is new. @returns the currencies that were written. */
export async function addEntries(
  tx: Tx,
  entry: {
    profileId: string;
    kind: string;
    cause: string;
    amounts: Readonly<Partial<Record<Currency, number>>>;
    at: Date;
  },
): Promise<Currency[]> {
  const currencies = (['xp', 'credits'] as const).filter((currency) => (entry.amounts[currency] ?? 0) !== 0);
  if (currencies.length === 0) return [];
  const rows = await tx.rows<{ currency: Currency }>(sql`
    INSERT INTO ledger_entries (id, profile_id, currency, amount, kind, cause, created_at)
    SELECT new.id, ${entry.profileId}, new.currency, new.amount, ${entry.kind}, ${entry.cause}, ${entry.at}
    FROM unnest(${currencies.map(() => newId(entry.at))}::uuid[], ${currencies}::text[], ${currencies.map((currency) => entry.amounts[currency]!)}::int[]) AS new (id, currency, amount)
    ON CONFLICT (profile_id, currency, cause) DO NOTHING
    RETURNING currency`);
  return rows.map((row) => row.currency);
}

/** Sets the sums and, where it changes, the rank. */
export async function setBalances(
  tx: Tx,
  profileId: string,
  balances: { xp: number; credits: number; rank?: string },
): Promise<void> {
  await tx.rows(
    balances.rank === undefined
      ? sql`UPDATE profiles SET xp = ${balances.xp}, credits = ${balances.credits} WHERE id = ${profileId}`
      : sql`UPDATE profiles SET xp = ${balances.xp}, credits = ${balances.credits}, custom_role = ${balances.rank}, custom_role_source = 'xp' WHERE id = ${profileId}`,
  );
}

/** Rewarded causes of some kinds since a timestamp: entries whose reward still stands count once each. */
export async function rewardsSince(tx: Tx, profileId: string, kinds: readonly string[], since: Date): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    SELECT count(DISTINCT cause)::int AS count FROM ledger_entries
    WHERE profile_id = ${profileId} AND kind = ANY(${[...kinds]}::text[]) AND created_at >= ${since} AND amount > 0`);
  return row!.count;
}

/** Every entry of one cause's family: the reward, its take-backs and re-payments. */
export async function entriesOf(
  tx: Tx,
  profileId: string,
  cause: string,
): Promise<{ currency: Currency; amount: number; cause: string }[]> {
  return await tx.rows(sql`
    SELECT currency, amount, cause FROM ledger_entries
    WHERE profile_id = ${profileId} AND (cause = ${cause} OR cause LIKE ${`${cause}#%`})`);
}

/** A member's own entries, for their data export. */
export async function entriesOfProfile(db: Executor, profileId: string): Promise<unknown[]> {
  return await db.rows(
    sql`SELECT currency, amount, kind, cause, created_at FROM ledger_entries WHERE profile_id = ${profileId} ORDER BY created_at, id`,
  );
}

/** Products and single rights that a member holds: by gift or purchase, and not ended. */
export async function grantsOf(db: Executor, profileId: string, now: Date): Promise<Set<string>> {
  const rows = await db.rows<{ name: string }>(
    sql`SELECT DISTINCT name FROM entitlements WHERE profile_id = ${profileId} AND (expires_at IS NULL OR expires_at > ${now})`,
  );
  return new Set(rows.map((row) => row.name));
}

/** The condition that a profile holds one of some grants. @param profile a column with a profile's id */
export const holdsAny = (profile: SQL, names: readonly string[], now: Date): SQL => sql`EXISTS (
    SELECT 1 FROM entitlements g WHERE g.profile_id = ${profile} AND g.name = ANY(${[...names]}::text[]) AND (g.expires_at IS NULL OR g.expires_at > ${now}))`;

export interface EntitlementRow {
  readonly name: string;
  readonly source: string;
  /** Null: for good. */
  readonly expires_at: Date | null;
  readonly created_at: Date;
}

/** Writes a grant of a source; one that is there gets the new end. @param expiresAt null: for good */
export async function writeGrant(
  tx: Tx,
  grant: { profileId: string; name: string; source: string; expiresAt: Date | null; at: Date },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO entitlements (id, profile_id, name, source, expires_at, created_at)
    VALUES (${newId(grant.at)}, ${grant.profileId}, ${grant.name}, ${grant.source}, ${grant.expiresAt}, ${grant.at})
    ON CONFLICT (profile_id, name, source) DO UPDATE SET expires_at = excluded.expires_at`);
}

/** Deletes grants of a name. @param source only this source's; null whoever gave it. @returns the sources */
export async function deleteGrants(tx: Tx, profileId: string, name: string, source: string | null): Promise<string[]> {
  const rows = await tx.rows<{ source: string }>(sql`
    DELETE FROM entitlements WHERE profile_id = ${profileId} AND name = ${name} AND (${source}::text IS NULL OR source = ${source})
    RETURNING source`);
  return rows.map((row) => row.source);
}

/** Columns of a profile that follow its grants, its row locked; null when there is no such member. */
export interface GrantColumns {
  readonly xp: number;
  readonly custom_role: string | null;
  readonly custom_role_source: LockedBalances['custom_role_source'];
  readonly owned_upgrades: string[];
}

/** Locks what follows a member's grants. */
export async function lockGrantColumns(tx: Tx, profileId: string): Promise<GrantColumns | null> {
  const [row] = await tx.rows<GrantColumns>(
    sql`SELECT xp, custom_role, custom_role_source, owned_upgrades FROM profiles WHERE id = ${profileId} AND user_id IS NOT NULL FOR NO KEY UPDATE`,
  );
  return row ?? null;
}

/** Writes what follows a member's grants. */
export async function writeGrantColumns(tx: Tx, profileId: string, columns: Omit<GrantColumns, 'xp'>): Promise<void> {
  await tx.rows(sql`
    UPDATE profiles SET custom_role = ${columns.custom_role}, custom_role_source = ${columns.custom_role_source}, owned_upgrades = ${columns.owned_upgrades}::text[]
    WHERE id = ${profileId}`);
}

/** A member's rights with their sources, expired ones too. */
export async function entitlementRows(db: Executor, profileId: string): Promise<EntitlementRow[]> {
  return await db.rows(
    sql`SELECT name, source, expires_at, created_at FROM entitlements WHERE profile_id = ${profileId} ORDER BY created_at`,
  );
}

/** Adds to what a member earned in the month and the week of a timestamp. The caller locks the profile's row. */
export async function addToPeriods(tx: Tx, profileId: string, xp: number, at: Date): Promise<void> {
  await tx.rows(sql`
    INSERT INTO xp_periods (period, starts_on, profile_id, xp)
    VALUES ('month', ${periodStart('month', at)}::date, ${profileId}, ${xp}), ('week', ${periodStart('week', at)}::date, ${profileId}, ${xp})
    ON CONFLICT (period, starts_on, profile_id) DO UPDATE SET xp = xp_periods.xp + excluded.xp`);
}

/**
 * Computes the sums of the current month and week again from the entries, and deletes those of earlier ones. Awards
 * wait meanwhile: one whose entry is not seen here adds to its sum afterwards.
 */
export async function recountPeriods(tx: Tx, at: Date): Promise<void> {
  await tx.rows(sql`LOCK TABLE xp_periods IN SHARE ROW EXCLUSIVE MODE`);
  await tx.rows(sql`DELETE FROM xp_periods`);
  for (const period of ['month', 'week'] as const) {
    const start = periodStart(period, at);
    await tx.rows(sql`
      INSERT INTO xp_periods (period, starts_on, profile_id, xp)
      SELECT ${period}, ${start}::date, e.profile_id, sum(e.amount) FROM ledger_entries e JOIN profiles p ON p.id = e.profile_id
      WHERE e.currency = 'xp' AND e.created_at >= ${new Date(`${start}T00:00:00Z`)} AND p.user_id IS NOT NULL GROUP BY e.profile_id`);
  }
}

/** Sums of the running month and week that are not those of their entries. */
export async function wrongPeriods(
  db: Executor,
  at: Date,
): Promise<{ id: string; username: string; period: string; xp: number; true_xp: number }[]> {
  const all: { id: string; username: string; period: string; xp: number; true_xp: number }[] = [];
  for (const period of ['month', 'week'] as const) {
    const start = periodStart(period, at);
    const rows = await db.rows<(typeof all)[number]>(sql`
      SELECT p.id, p.username, ${period}::text AS period, coalesce(x.xp, 0) AS xp, coalesce(e.xp, 0)::int AS true_xp
      FROM (SELECT profile_id, sum(amount) AS xp FROM ledger_entries
          WHERE currency = 'xp' AND created_at >= ${new Date(`${start}T00:00:00Z`)} GROUP BY profile_id) e
        FULL JOIN (SELECT profile_id, xp FROM xp_periods WHERE period = ${period} AND starts_on = ${start}::date) x ON x.profile_id = e.profile_id
        JOIN profiles p ON p.id = coalesce(e.profile_id, x.profile_id)
      WHERE p.user_id IS NOT NULL AND coalesce(x.xp, 0) <> coalesce(e.xp, 0) ORDER BY p.id`);
    all.push(...rows);
  }
  return all;
}

/** Whether sums were ever made. */
export async function hasPeriods(db: Executor): Promise<boolean> {
  return (await db.rows(sql`SELECT 1 FROM xp_periods LIMIT 1`)).length > 0;
}

/** Deletes the sums of months and weeks before the previous ones. */
export async function forgetPeriods(db: Executor, at: Date): Promise<void> {
  const lastMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
  const lastWeek = new Date(at.getTime() - 7 * 86_400_000);
  await db.rows(sql`
    DELETE FROM xp_periods WHERE (period = 'month' AND starts_on < ${periodStart('month', lastMonth)}::date)
      OR (period = 'week' AND starts_on < ${periodStart('week', lastWeek)}::date)`);
}

/** A member's balances, where the role comes from, and what this UTC day was rewarded for. */
export async function balanceOf(
  db: Executor,
  profileId: string,
  now: Date,
): Promise<{
  xp: number;
  credits: number;
  custom_role_source: LockedBalances['custom_role_source'];
  visits: number;
  posts: number;
  uploads: number;
} | null> {
  const [row] = await db.rows<{
    xp: number;
    credits: number;
    custom_role_source: LockedBalances['custom_role_source'];
    visits: number;
    posts: number;
    uploads: number;
  }>(sql`
    SELECT p.xp, p.credits, p.custom_role_source, t.visits, t.posts, t.uploads FROM profiles p CROSS JOIN LATERAL (
      SELECT count(DISTINCT cause) FILTER (WHERE kind = 'daily_visit')::int AS visits, count(DISTINCT cause) FILTER (WHERE kind = 'forum_post')::int AS posts,
        count(DISTINCT cause) FILTER (WHERE kind IN ('song', 'gallery_image'))::int AS uploads
      FROM ledger_entries WHERE profile_id = p.id AND created_at >= ${startOfUtcDay(now)} AND amount > 0) t
    WHERE p.id = ${profileId}`);
  return row ?? null;
}

export interface LedgerRow {
  readonly id: string;
  readonly currency: Currency;
  readonly amount: number;
  readonly kind: string;
  readonly cause: string;
  readonly created_at: Date;
  /** Until when what it brought rests; null where nothing of it does. */
  readonly rests_until: Date | null;
}

/** One page of a member's entries, newest first. */
export async function ledgerPage(
  db: Executor,
  profileId: string,
  page: { before: { at: Date; id: string } | null; limit: number; currency?: Currency | undefined; now: Date },
): Promise<LedgerRow[]> {
  return await db.rows<LedgerRow>(sql`
    SELECT id, currency, amount, kind, cause, created_at,
      (SELECT r.until FROM resting_credits r WHERE r.id = ledger_entries.id AND r.until > ${page.now}) AS rests_until
    FROM ledger_entries WHERE profile_id = ${profileId} ${page.currency === undefined ? sql`` : sql`AND currency = ${page.currency}`}
      AND (${page.before?.at ?? null}::timestamptz IS NULL OR (created_at, id) < (${page.before?.at ?? null}::timestamptz, ${page.before?.id ?? null}::uuid))
    ORDER BY created_at DESC, id DESC LIMIT ${page.limit}`);
}

/** What a profile had of each currency after an entry, that one included. */
export async function sumsAt(
  db: Executor,
  profileId: string,
  at: { at: Date; id: string },
): Promise<{ xp: number; credits: number }> {
  const [row] = await db.rows<{ xp: number; credits: number }>(sql`
    SELECT coalesce(sum(amount) FILTER (WHERE currency = 'xp'), 0)::int AS xp, coalesce(sum(amount) FILTER (WHERE currency = 'credits'), 0)::int AS credits
    FROM ledger_entries WHERE profile_id = ${profileId} AND (created_at, id) <= (${at.at}, ${at.id}::uuid)`);
  return row!;
}

/** What a profile's entries add up to. */
export async function sumsOfEntries(tx: Tx, profileId: string): Promise<{ xp: number; credits: number }> {
  const [row] = await tx.rows<{ xp: number; credits: number }>(sql`
    SELECT coalesce(sum(amount) FILTER (WHERE currency = 'xp'), 0)::int AS xp, coalesce(sum(amount) FILTER (WHERE currency = 'credits'), 0)::int AS credits
    FROM ledger_entries WHERE profile_id = ${profileId}`);
  return row!;
}

/** A profile whose balances are not the sums of its entries. */
export interface WrongBalance {
  readonly id: string;
  readonly username: string;
  readonly xp: number;
  readonly credits: number;
  readonly true_xp: number;
  readonly true_credits: number;
}

/**
 * Compares the balances of the next profiles by id with their entries. @returns the last id that was compared, null at
 * the end.
 */
export async function wrongBalances(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ wrong: WrongBalance[]; last: string | null }> {
  const rows = await db.rows<WrongBalance>(sql`
    SELECT p.id, p.username, p.xp, p.credits, greatest(0, coalesce(s.xp, 0))::int AS true_xp, greatest(0, coalesce(s.credits, 0))::int AS true_credits
    FROM (SELECT id, username, xp, credits FROM profiles WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}) p
    LEFT JOIN LATERAL (
      SELECT sum(amount) FILTER (WHERE currency = 'xp') AS xp, sum(amount) FILTER (WHERE currency = 'credits') AS credits
      FROM ledger_entries WHERE profile_id = p.id
    ) s ON true ORDER BY p.id`);
  return {
    wrong: rows.filter((row) => row.xp !== row.true_xp || row.credits !== row.true_credits),
    last: rows.length === limit ? rows.at(-1)!.id : null,
  };
}
