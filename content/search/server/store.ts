import { tempos } from '#platform/contract/music-limits.ts';
import { type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { type SearchKind, searchKinds } from './kinds.ts';
import { spans, tempoGroups } from './marks.ts';

/** Characters of a text that are searched. */
const BODY_MAX = 50_000;

const missing = (type: string): string => `NULL::${type}`;

/** SQL of the marks of sounds. A tempo is rounded to whole beats a minute. */
function soundMarks(sounds: string): string {
  const beats = `round(m.tempo)::int`;
  const groups = tempoGroups.map(
    (group, level) => `'${'*'.repeat(level + 1)}' || ${beats}${group === 1 ? '' : ` / ${group}`}`,
  );
  const within = `${beats} BETWEEN ${tempos.least} AND ${tempos.most}`;
  return `(SELECT string_agg(DISTINCT mark, ' ') FROM (${sounds}) AS m (tempo, key),
    LATERAL (VALUES ('&' || m.key), ${groups.map((group) => `(CASE WHEN ${within} THEN ${group} END)`).join(', ')}) AS v (mark))`;
}

/** SQL of a row's marks; `marks.ts` names the same. */
function marksOf(kind: SearchKind): string {
  const day = `floor(extract(epoch FROM t.created_at) / 86400)::int`;
  const days = spans.map((span, level) => `'${'@'.repeat(level + 1)}' || ${day}${span === 1 ? '' : ` / ${span}`}`);
  return `concat_ws(' ', ${[
    `'~${kind.type}'`,
    ...days,
    `'^' || right(${kind.author}::text, 12)`,
    ...(kind.hasAudio ? [`CASE WHEN ${kind.hasAudio} THEN '!audio' END`] : []),
    ...(kind.hasVideo ? [`CASE WHEN ${kind.hasVideo} THEN '!video' END`] : []),
    ...(kind.sounds ? [soundMarks(kind.sounds)] : []),
    ...(kind.category ? [`'%' || nullif(search_mark(${kind.category}), '')`] : []),
    ...(kind.tags
      ? [
          `(SELECT string_agg('#' || search_mark(tag), ' ') FROM unnest(${kind.tags}) AS found (tag) WHERE search_mark(tag) <> '')`,
        ]
      : []),
  ].join(', ')})`;
}

/**
 * SQL of one part of a kind's rows, as `search_documents` stores them; a condition on `t` follows.
 * @param from where its rows are
 */
function part(kind: SearchKind, number: 0 | 1, from = kind.table): string {
  const tags = kind.tags ? ` || ' ' || coalesce(array_to_string(${kind.tags}, ' '), '')` : '';
  const body = `left(${number === 1 ? kind.locked!.body : kind.body}, ${BODY_MAX})${tags}`;
  return `
    SELECT t.id, ${number}::smallint AS part, '${kind.kind}' AS kind, ${kind.parent?.column ?? missing('uuid')} AS parent_id, ${kind.author} AS author_id,
      t.created_at, ${kind.expiresAt ?? missing('timestamptz')} AS expires_at, ${kind.reception ?? '0'} AS reception, ${kind.isAdult ?? 'false'} AS is_adult,
      ${kind.title && number === 0 ? `search_text(${kind.title})` : `''`} AS title, search_text(${body}) AS body, ${marksOf(kind)} AS marks
    FROM ${from} t WHERE ${kind.shown}${number === 1 ? ` AND ${kind.locked!.when}` : ''}`;
}

const columns = 'id, part, kind, parent_id, author_id, created_at, expires_at, reception, is_adult, title, body, marks';
const assigned = columns
  .split(', ')
  .slice(2)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/** New words of titles, in order: who writes the same ones at once waits, and never for each other. */
const newWords = `
  SELECT word, search_keys(word) FROM (
    SELECT DISTINCT word FROM put, string_to_table(put.title, ' ') AS found (word) WHERE length(word) BETWEEN 3 AND 32
  ) w WHERE word ~ '[^0-9]' AND NOT EXISTS (SELECT 1 FROM search_words s WHERE s.word = w.word) ORDER BY word
  ON CONFLICT DO NOTHING`;

const memoized = new WeakMap<SearchKind, readonly SQL[]>();

/** The texts of a kind's parts, made once. */
function partsFor(kind: SearchKind): readonly SQL[] {
  const cached = memoized.get(kind);
  if (cached) return cached;
  const parts = [sql.raw(part(kind, 0)), ...(kind.locked ? [sql.raw(part(kind, 1))] : [])];
  memoized.set(kind, parts);
  return parts;
}

/**
 * Writes the documents of some things as their rows are now, and deletes those of things that nobody is shown any more.
 * One statement; the rows must be held by this transaction, so that nobody changes them meanwhile.
 * @param which the condition on their rows `t`
 * @param gone the condition on their documents `d`; null where none can be there yet
 */
export async function writeDocuments(tx: Tx, kind: SearchKind, which: SQL, gone: SQL | null): Promise<void> {
  const fresh = sql.join(
    partsFor(kind).map((one) => sql`${one} AND ${which}`),
    sql.raw(' UNION ALL '),
  );
  const dropped = gone
    ? sql`, dropped AS (
        DELETE FROM search_documents d WHERE d.kind = ${kind.kind} AND ${gone}
          AND NOT EXISTS (SELECT 1 FROM fresh f WHERE f.id = d.id AND f.part = d.part))`
    : sql``;
  const put = sql`
    INSERT INTO search_documents (${sql.raw(columns)}) SELECT ${sql.raw(columns)} FROM fresh
    ON CONFLICT (id, part) DO UPDATE SET ${sql.raw(assigned)} RETURNING title`;
  await tx.rows(
    kind.title
      ? sql`WITH fresh AS (${fresh})${dropped}, put AS (${put}) INSERT INTO search_words (word, keys) ${sql.raw(newWords)}`
      : sql`WITH fresh AS (${fresh})${dropped}, put AS (${put}) SELECT 1 AS written FROM put`,
  );
}

/** Writes the documents of things that were changed in this transaction. @param isNew they have none yet */
export async function indexThings(tx: Tx, kind: SearchKind, ids: readonly string[], isNew = false): Promise<void> {
  const some = [...ids];
  await writeDocuments(tx, kind, sql`t.id = ANY(${some}::uuid[])`, isNew ? null : sql`d.id = ANY(${some}::uuid[])`);
}

const newDocuments = new WeakMap<SearchKind, readonly SQL[]>();

/** The document of a new thing, written by the statement that makes it; null where it takes more than its row. */
export function documentParts(kind: SearchKind): readonly SQL[] | null {
  if (kind.title || kind.locked) return null;
  const cached = newDocuments.get(kind);
  if (cached) return cached;
  const text = [sql.raw(`document AS (INSERT INTO search_documents (${columns}) ${part(kind, 0, 'made')})`)];
  newDocuments.set(kind, text);
  return text;
}

/** Above every id. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Writes the documents of the next things of a kind again, by id; what lies between and is there no more goes.
 * @param after id of the last thing of the batch before
 * @returns how many things, and the id of the last one; null at the end
 */
export async function rebuildBatch(
  tx: Tx,
  kind: SearchKind,
  after: string,
  limit: number,
): Promise<{ count: number; last: string | null }> {
  // Held before they are read, so that nobody hides one between the reading and the writing.
  const rows = await tx.rows<{ id: string }>(
    sql`SELECT t.id FROM ${sql.raw(kind.table)} t WHERE t.id > ${after}::uuid ORDER BY t.id LIMIT ${limit} FOR SHARE`,
  );
  const last = rows.length === limit ? rows.at(-1)!.id : null;
  const ids = rows.map((row) => row.id);
  // What was made meanwhile has its document already, and is not among these ids.
  await writeDocuments(
    tx,
    kind,
    sql`t.id = ANY(${ids}::uuid[])`,
    sql`d.id > ${after}::uuid AND d.id <= ${last ?? LAST}::uuid
      AND (d.id = ANY(${ids}::uuid[]) OR NOT EXISTS (SELECT 1 FROM ${sql.raw(kind.table)} t WHERE t.id = d.id))`,
  );
  return { count: rows.length, last };
}

/** Counts likes and answers again: they change too often to be written with each. */
export async function recountReception(tx: Tx): Promise<void> {
  for (const { kind, table, reception } of searchKinds().values()) {
    if (!reception) continue;
    await tx.rows(sql`
      UPDATE search_documents d SET reception = ${sql.raw(reception)} FROM ${sql.raw(table)} t
      WHERE d.kind = ${kind} AND t.id = d.id AND d.reception <> ${sql.raw(reception)}`);
  }
}
