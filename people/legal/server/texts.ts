import type { Reply } from '#site/contract/contract.ts';
import { type LegalKey, isOwnPage, legalTexts } from '#people/legal/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { publishToMember } from '#people/profiles/server/actions.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { TooComplex, renderMarkdown } from '#platform/server/markdown/render.ts';
import { defaultSources } from './defaults.ts';
import { legalPublished } from './events.ts';
import {
  LEGAL_NEWS,
  type VersionRow,
  acceptTexts,
  insertText,
  legalChanged,
  requiredRevision,
  sourceOf,
  versionsOf,
} from './store.ts';

/** @throws {Refusal} `not_found` for what is neither a legal text nor an own page that the settings name */
function titleOf({ switches }: Context, key: LegalKey): string {
  const title = legalTexts.find((text) => text.key === key)?.title ?? switches.ownPages.get(key);
  if (title === undefined) throw new Refusal('not_found');
  return title;
}

/** @throws {Refusal} `too_complex` */
function htmlOf(ctx: Context, source: string): string {
  try {
    return renderMarkdown(source, { knownUsernames: new Set(), siteUrl: ctx.siteUrl }).html;
  } catch (error) {
    if (error instanceof TooComplex) throw new Refusal('too_complex');
    throw error;
  }
}

/** What stands there before the first version: nothing on an own page. */
const sourceWithout = (key: LegalKey): string => (defaultSources as Readonly<Record<string, string>>)[key] ?? '';

/** A text in one version: that in force without one. @throws {Refusal} `not_found` */
async function findText(
  ctx: Context,
  key: LegalKey,
  wanted: number | undefined,
): Promise<{ title: string; version: number; current: number; source: string; rows: VersionRow[] }> {
  const title = titleOf(ctx, key);
  const rows = await versionsOf(ctx.db, key);
  const current = rows[0]?.version ?? 0;
  const version = wanted ?? current;
  const source = version === 0 ? sourceWithout(key) : await sourceOf(ctx.db, key, version);
  if (source === undefined) throw new Refusal('not_found');
  return { title, version, current, source, rows };
}

const presentVersion = (row: VersionRow) => ({
  version: row.version,
  note: row.note,
  needsAcceptance: row.needs_acceptance,
  publishedAt: row.created_at.toISOString(),
});

/** A text for everybody. @throws {Refusal} `not_found` */
export async function readText(
  ctx: Context,
  key: LegalKey,
  wanted: number | undefined,
): Promise<Reply<'GET /legal/texts/:key'>> {
  const { title, version, current, source, rows } = await findText(ctx, key, wanted);
  return {
    key,
    title,
    version,
    current,
    html: htmlOf(ctx, source),
    publishedAt: rows.find((row) => row.version === version)?.created_at.toISOString() ?? null,
    versions: rows.map(presentVersion),
  };
}

/** A text for who edits it. @throws {Refusal} `not_found` */
export async function readSource(
  ctx: Context,
  key: LegalKey,
  wanted: number | undefined,
): Promise<Reply<'GET /staff/legal/:key'>> {
  const { title, version, current, source, rows } = await findText(ctx, key, wanted);
  const people = await peopleById(
    ctx.db,
    rows.flatMap((row) => row.created_by ?? []),
  );
  return {
    key,
    title,
    version,
    current,
    source,
    versions: rows.map((row) => ({
      ...presentVersion(row),
      by: row.created_by === null ? null : (people.get(row.created_by) ?? unknownPerson),
    })),
  };
}

/**
 * Publishes a new version. Who publishes it has accepted it.
 * @throws {Refusal} `not_found`, `edit_conflict` where another version came first, `too_complex`
 */
export async function publishText(
  ctx: Context,
  viewer: Viewer,
  key: LegalKey,
  body: {
    readonly source: string;
    readonly note: string;
    readonly needsAcceptance: boolean;
    readonly baseVersion: number;
  },
): Promise<void> {
  const { source, note, baseVersion } = body;
  const needsAcceptance = body.needsAcceptance && !isOwnPage(key);
  titleOf(ctx, key);
  htmlOf(ctx, source);
  const at = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    // Revisions of all texts are one sequence without gaps.
    await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('legal', 0))`);
    const before = (await versionsOf(tx, key))[0]?.version ?? 0;
    if (before !== baseVersion) throw new Refusal('edit_conflict');
    const after = before + 1;
    await insertText(tx, { key, version: after, source, note, needsAcceptance, by: viewer.profileId, at });
    await acceptTexts(tx, viewer.profileId, null, at);
    await emit(ctx, tx, legalPublished, { key, before, after, needsAcceptance, by: viewer.profileId });
    tx.afterCommit(() => {
      legalChanged(ctx);
      ctx.bus.send(LEGAL_NEWS, null);
      ctx.pages.drop();
    });
  });
}

/** What a member has not accepted yet. */
export async function pendingFor(ctx: Context, viewer: Viewer): Promise<Reply<'GET /legal/acceptance'>> {
  if (!viewer.legalPending) return { revision: await requiredRevision(ctx), texts: [] };
  const [rows, [profile]] = await Promise.all([
    versionsOf(ctx.db, null),
    ctx.db.rows<{ legal_revision: number }>(sql`SELECT legal_revision FROM profiles WHERE id = ${viewer.profileId}`),
  ]);
  const fresh = rows.filter((row) => row.revision > profile!.legal_revision);
  const texts = legalTexts.flatMap(({ key, title }) => {
    const own = fresh.filter((row) => row.key === key);
    if (!own.some((row) => row.needs_acceptance)) return [];
    const notes = own.map((row) => row.note).filter((note) => note !== '');
    return [{ key, title, version: own[0]!.version, notes }];
  });
  return { revision: rows[0]?.revision ?? 0, texts };
}

/** Stores an acceptance; the member's open pages show that they may write again. */
export async function accept(ctx: Context, viewer: Viewer, revision: number): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await acceptTexts(tx, viewer.profileId, revision, ctx.clock.now());
    await publishToMember(ctx, tx, viewer.profileId);
  });
}
