import { type LegalKey, legal, legalTexts } from '#people/legal/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { defaultSources } from './defaults.ts';

/** Milliseconds for which the revision is cached where the news of another process was missed. */
const AGE_MS = 5000;
const cache = new WeakMap<object, { at: number; revision: number }>();
/** Between processes: a text was published. */
export const LEGAL_NEWS = 'legal';

/** Forgets what this process has cached. */
export function legalChanged(ctx: Pick<Context, 'db'>): void {
  cache.delete(ctx.db);
}

/** The revision up to which a member must have accepted the texts to write; 0 while nothing needs to be accepted. Cached. */
export async function requiredRevision(ctx: Pick<Context, 'db'>): Promise<number> {
  const cached = cache.get(ctx.db);
  if (cached && performance.now() - cached.at < AGE_MS) return cached.revision;
  const [row] = await ctx.db.rows<{ revision: number }>(
    sql`SELECT coalesce(max(revision), 0)::int AS revision FROM legal_texts WHERE needs_acceptance`,
  );
  cache.set(ctx.db, { at: performance.now(), revision: row!.revision });
  return row!.revision;
}

/** A published version. */
export interface VersionRow {
  readonly key: LegalKey;
  readonly version: number;
  readonly revision: number;
  readonly note: string;
  readonly needs_acceptance: boolean;
  readonly created_by: string | null;
  readonly created_at: Date;
}

/** Versions of a text, newest first; of all texts without a key. */
export async function versionsOf(db: Executor, key: LegalKey | null): Promise<VersionRow[]> {
  return await db.rows<VersionRow>(sql`
    SELECT key, version, revision, note, needs_acceptance, created_by, created_at FROM legal_texts
    WHERE ${key}::text IS NULL OR key = ${key}::text ORDER BY revision DESC LIMIT ${legal.versionsShown}`);
}

/** The Markdown of a published version; undefined where there is none. */
export async function sourceOf(db: Executor, key: LegalKey, version: number): Promise<string | undefined> {
  const [row] = await db.rows<{ source: string }>(
    sql`SELECT source FROM legal_texts WHERE key = ${key} AND version = ${version}`,
  );
  return row?.source;
}

/** The rules of the site in force, one for each item of a list in them: at most 30, without marks, cut to `chars`. */
export async function ruleLines(db: Executor, chars: number): Promise<string[]> {
  const [row] = await db.rows<{ source: string }>(
    sql`SELECT source FROM legal_texts WHERE key = 'rules' ORDER BY version DESC LIMIT 1`,
  );
  const lines = (row?.source ?? defaultSources.rules).matchAll(/^[^\S\n]{0,3}(?:\d{1,3}[.)]|[-*+])[^\S\n]+(\S.*)$/gm);
  const plain = Array.from(lines, ([, text]) =>
    text!
      .replaceAll(/\[([^\]]{0,300})\]\([^)\s]{0,500}\)/g, '$1')
      .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
      .trim(),
  );
  return [...new Set(plain.map((text) => text.slice(0, chars)))].slice(0, 30);
}

/** Writes a version. The caller holds the lock of the texts. */
export async function insertText(
  tx: Tx,
  text: {
    readonly key: LegalKey;
    readonly version: number;
    readonly source: string;
    readonly note: string;
    readonly needsAcceptance: boolean;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO legal_texts (key, version, revision, source, note, needs_acceptance, created_by, created_at)
    SELECT ${text.key}, ${text.version}::int, coalesce(max(revision), 0) + 1, ${text.source}, ${text.note}, ${text.needsAcceptance}::boolean, ${text.by}::uuid, ${text.at}::timestamptz
    FROM legal_texts`);
}

/**
 * Stores that a member accepts every text as it was at a revision, with the time. Accepting twice changes nothing.
 * @param revision null for all that is published now
 */
export async function acceptTexts(tx: Tx, profileId: string, revision: number | null, at: Date): Promise<void> {
  const keys = legalTexts.map((text) => text.key);
  await tx.rows(sql`
    INSERT INTO legal_acceptances (profile_id, key, version, accepted_at)
    SELECT ${profileId}::uuid, k.key, coalesce(max(t.version), 0), ${at}::timestamptz
    FROM unnest(${keys}::text[]) AS k(key)
    LEFT JOIN legal_texts t ON t.key = k.key AND (${revision}::int IS NULL OR t.revision <= ${revision}::int)
    GROUP BY k.key ON CONFLICT DO NOTHING`);
  await tx.rows(sql`
    UPDATE profiles SET legal_revision = greatest(legal_revision, (
      SELECT coalesce(max(revision), 0) FROM legal_texts WHERE ${revision}::int IS NULL OR revision <= ${revision}::int))
    WHERE id = ${profileId}`);
}
