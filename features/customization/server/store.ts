import { type LinkIcon, decorationDrawings, linkIcons } from '#people/profiles/contract/appearance-limits.ts';
import { oneOf } from '#people/profiles/server/rules.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type StoredProfile, isOpenAddress } from './rules.ts';

const storedColumns: SQL = sql.raw(
  `p.display_name, p.bio, p.discord_username, p.appearance_settings, p.profile_theme, p.profile_customization,
   p.avatar_decorations, p.name_style`,
);

/** A link as it is stored. */
export interface LinkRow {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly icon: LinkIcon | null;
  readonly is_active: boolean;
}

/**
 * A column of the file that a profile shows as its banner. While a newer one is processed it waits, and the first one is
 * shown.
 */
const ofBanner = (column: 'id' | 'alt_text'): SQL => sql`(
  SELECT f.${sql.raw(column)} FROM files f WHERE f.content_kind = 'profile_banner' AND f.content_id = p.id AND f.state = 'claimed'
  ORDER BY f.claimed_at, f.id LIMIT 1)`;

/** All columns of a profile page in the profile's own rows, one query. */
export interface PageRow extends PersonColumns, StoredProfile {
  readonly person_id: string;
  readonly banner_url: string | null;
  readonly banner_alt: string | null;
  readonly xp: number;
  readonly post_count: number;
  readonly created_at: Date;
  readonly links: readonly LinkRow[];
  readonly makes: readonly string[];
  readonly has_sets: boolean;
}

/** @param where on `profiles p` @param setsShown which of its sets `s` this reader is shown: ` AND …` */
export async function pageRow(db: Executor, where: SQL, setsShown: SQL): Promise<PageRow | null> {
  const [row] = await db.rows<PageRow>(sql`
    SELECT ${personColumns}, ${storedColumns}, p.banner_url, ${ofBanner('alt_text')} AS banner_alt, p.xp, p.post_count, p.created_at, p.makes,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'url', l.url, 'icon', l.icon, 'is_active', true) ORDER BY l.display_order)
        FROM profile_links l WHERE l.profile_id = p.id AND l.is_active), '[]'::jsonb) AS links,
      EXISTS (SELECT 1 FROM sets s WHERE s.author_id = p.id AND s.state = 'published'${setsShown}) AS has_sets
    FROM profiles p WHERE ${where}`);
  return row ? { ...row, links: row.links.flatMap(checkedLink) } : null;
}

/** What a hover card is made of. */
export interface CardRow extends PersonColumns {
  readonly person_id: string;
  readonly banner_url: string | null;
  readonly bio: string;
  readonly xp: number;
  readonly created_at: Date;
  readonly avatar_decorations: StoredProfile['avatar_decorations'];
}

/** @param where on `profiles p` */
export async function cardRow(db: Executor, where: SQL): Promise<CardRow | null> {
  const [row] = await db.rows<CardRow>(sql`
    SELECT ${personColumns}, p.banner_url, p.bio, p.xp, p.created_at, p.avatar_decorations FROM profiles p WHERE ${where}`);
  return row ?? null;
}

/** The parts of a profile that a reader may report and staff judge. */
export interface ReportedRow extends Pick<StoredProfile, 'display_name' | 'bio'> {
  readonly id: string;
  readonly username: string;
  readonly avatar_url: string | null;
  readonly banner_url: string | null;
  readonly banner_alt: string | null;
  readonly appearance_settings: StoredProfile['appearance_settings'];
  readonly profile_customization: StoredProfile['profile_customization'];
  readonly links: readonly { readonly title: string; readonly url: string }[];
}

/** Several profiles, one query; members who have left are missing. */
export async function reportedRows(db: Executor, ids: readonly string[]): Promise<ReportedRow[]> {
  return await db.rows<ReportedRow>(sql`
    SELECT p.id, p.username, p.display_name, p.bio, p.avatar_url, p.banner_url, ${ofBanner('alt_text')} AS banner_alt, p.appearance_settings, p.profile_customization,
      coalesce((SELECT jsonb_agg(jsonb_build_object('title', l.title, 'url', l.url) ORDER BY l.display_order)
        FROM profile_links l WHERE l.profile_id = p.id AND l.is_active), '[]'::jsonb) AS links
    FROM profiles p WHERE p.id = ANY(${[...ids]}::uuid[]) AND p.user_id IS NOT NULL`);
}

/** Avatar and banner of a profile, and what the banner shows. */
export interface ShownPictures {
  readonly avatar_url: string | null;
  readonly banner_url: string | null;
  readonly banner_file_id: string | null;
  readonly banner_alt: string | null;
}

/** What a profile shows as its avatar and its banner. */
export async function shownPictures(db: Executor, profileId: string): Promise<ShownPictures> {
  const [row] = await db.rows<ShownPictures>(sql`
    SELECT p.avatar_url, p.banner_url, ${ofBanner('id')} AS banner_file_id, ${ofBanner('alt_text')} AS banner_alt
    FROM profiles p WHERE p.id = ${profileId}`);
  return row ?? { avatar_url: null, banner_url: null, banner_file_id: null, banner_alt: null };
}

/** A profile's sections. @param lock keeps the row until the transaction ends */
export async function storedProfile(db: Executor, profileId: string, lock = false): Promise<StoredProfile | null> {
  const [row] = await db.rows<StoredProfile>(
    sql`SELECT ${storedColumns} FROM profiles p WHERE p.id = ${profileId}${lock ? sql` FOR NO KEY UPDATE` : sql``}`,
  );
  return row ?? null;
}

/** Every link of a profile, in order. */
export async function linksOf(db: Executor, profileId: string): Promise<LinkRow[]> {
  const rows = await db.rows<LinkRow>(
    sql`SELECT id, title, url, icon, is_active FROM profile_links WHERE profile_id = ${profileId} ORDER BY display_order`,
  );
  return rows.flatMap(checkedLink);
}

/** A link that may stand in a page, whoever wrote the row. */
function checkedLink(row: LinkRow): LinkRow[] {
  return isOpenAddress(row.url) ? [{ ...row, icon: oneOf(row.icon, linkIcons) }] : [];
}

/** Replaces the links of a profile; the caller has locked its row. */
export async function writeLinks(tx: Tx, profileId: string, links: readonly LinkRow[]): Promise<void> {
  await tx.rows(sql`DELETE FROM profile_links WHERE profile_id = ${profileId}`);
  await tx.rows(sql`
    INSERT INTO profile_links (id, profile_id, title, url, icon, is_active, display_order)
    SELECT l.id, ${profileId}::uuid, l.title, l.url, l.icon, l.is_active, l.place
    FROM jsonb_to_recordset(${JSON.stringify(links.map((link, place) => ({ ...link, place })))}::jsonb)
      AS l(id uuid, title text, url text, icon text, is_active boolean, place smallint)`);
}

/** A decoration that may be worn. */
export interface DecorationRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** Milliseconds for which the few rows are cached in memory: what staff switch off is shown that much longer. */
const DECORATIONS_AGE_MS = 5000;
const cache = new WeakMap<object, { at: number; map: ReadonlyMap<string, DecorationRow> }>();

/** The active decorations by id, in their order. */
export async function activeDecorations(db: Executor): Promise<ReadonlyMap<string, DecorationRow>> {
  const cached = cache.get(db);
  if (cached && performance.now() - cached.at < DECORATIONS_AGE_MS) return cached.map;
  const rows = await db.rows<DecorationRow>(
    sql`SELECT id, key, name FROM avatar_decorations WHERE is_active ORDER BY name, key`,
  );
  const map = new Map(rows.map((row) => [row.id, row]));
  cache.set(db, { at: performance.now(), map });
  return map;
}

/** Clears the cache of this process. */
export function forgetDecorations(db: Executor): void {
  cache.delete(db);
}

/** Every decoration, also those that are switched off, and how many members wear each. */
export async function allDecorations(db: Executor): Promise<(DecorationRow & { is_active: boolean })[]> {
  return await db.rows(sql`SELECT id, key, name, is_active FROM avatar_decorations ORDER BY name, key`);
}

/** Makes the rows of the drawings that the site has; what staff changed stays. */
export async function seedDecorations(db: Executor, now: Date): Promise<void> {
  const drawings = decorationDrawings.map(({ key, name }) => ({ id: newId(now), key, name }));
  await db.rows(sql`
    INSERT INTO avatar_decorations (id, key, name)
    SELECT d.id, d.key, d.name FROM jsonb_to_recordset(${JSON.stringify(drawings)}::jsonb) AS d(id uuid, key text, name text)
    ON CONFLICT (key) DO NOTHING`);
}

/** The id before every other. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Members with a name style in their settings, by id after another. The condition is that of the index. */
export async function membersWithNameStyle(db: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    SELECT id FROM profiles
    WHERE appearance_settings ?| array['username_glow_enabled', 'badge_text', 'name_effect'] AND id > ${after}::uuid
    ORDER BY id LIMIT ${limit}`);
  return rows.map((row) => row.id);
}
