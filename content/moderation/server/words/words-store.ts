import type { BannedWordAction } from '#content/moderation/contract/endpoints.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import type { Actor } from '#content/moderation/server/store.ts';

/** A banned word as its row has it. */
export interface WordRow {
  readonly id: string;
  readonly word: string;
  readonly action: BannedWordAction;
  /** Profile id; null for the operator. */
  readonly created_by: string | null;
  readonly created_at: Date;
}

const columns = sql.raw('id, word, action, created_by, created_at');

/** All banned words, for the finder. */
export async function bannedWordList(db: Executor): Promise<WordRow[]> {
  return await db.rows<WordRow>(sql`SELECT ${columns} FROM banned_words ORDER BY word`);
}

/** A page of the words that hold a text, in their order. @param after the last word of the page before */
export async function wordPage(db: Executor, q: string, after: string, limit: number): Promise<WordRow[]> {
  return await db.rows<WordRow>(sql`
    SELECT ${columns} FROM banned_words WHERE word > ${after}${q === '' ? sql`` : sql` AND strpos(word, ${q}) > 0`} ORDER BY word LIMIT ${limit}`);
}

/** How many words are banned. */
export async function countWords(db: Executor): Promise<number> {
  const [row] = await db.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM banned_words`);
  return row!.count;
}

/** Adds a word. @returns null when it is there already */
export async function insertBannedWord(
  tx: Tx,
  row: { id: string; word: string; action: BannedWordAction; by: Actor; at: Date },
): Promise<WordRow | null> {
  const [added] = await tx.rows<WordRow>(sql`
    INSERT INTO banned_words (id, word, action, created_by, created_at)
    VALUES (${row.id}, ${row.word}, ${row.action}, ${row.by?.profileId ?? null}::uuid, ${row.at})
    ON CONFLICT (word) DO NOTHING RETURNING ${columns}`);
  return added ?? null;
}

/** A word by its id or its text, locked. */
export async function lockWord(tx: Tx, by: { id: string } | { word: string }): Promise<WordRow | undefined> {
  const [row] = await tx.rows<WordRow>(
    sql`SELECT ${columns} FROM banned_words WHERE ${'id' in by ? sql`id = ${by.id}` : sql`word = ${by.word}`} FOR UPDATE`,
  );
  return row;
}

/** Changes a word whose row is locked. */
export async function updateBannedWord(
  tx: Tx,
  row: { id: string; word: string; action: BannedWordAction },
): Promise<void> {
  await tx.rows(sql`UPDATE banned_words SET word = ${row.word}, action = ${row.action} WHERE id = ${row.id}`);
}

/** Removes a word. */
export async function deleteBannedWord(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`DELETE FROM banned_words WHERE id = ${id}`);
}

/** Counts that a check broke: one row for each check and day. */
export async function countBrokenCheck(db: Executor, check: string, at: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO broken_checks (name, day, count, last_at) VALUES (${check}, ${at.toISOString().slice(0, 10)}::date, 1, ${at})
    ON CONFLICT (name, day) DO UPDATE SET count = broken_checks.count + 1, last_at = excluded.last_at`);
}
