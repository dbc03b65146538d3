import { plainPages, sitePictures } from '#people/site-settings/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import type { SiteSettings } from './rules.ts';
import { ownStyle } from './rules/own-style.ts';
import { TooComplex, excerpt, plainHtml, plainText, renderMarkdown } from '#platform/server/markdown/render.ts';

/** Pictures that are stored beside those in force, for an undo. */
const PICTURES = 40;
/** Characters of the home text in search results and previews. */
const SUMMARY = 200;

/** Stores a picture of the site, which has made it. */
export async function storePicture(
  tx: Tx,
  made: { readonly sha256: string; readonly picture: Buffer; readonly at: Date },
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO site_logos (sha256, png, created_at) VALUES (${made.sha256}, ${made.picture}, ${made.at})
    ON CONFLICT (sha256) DO UPDATE SET created_at = excluded.created_at`);
  await tx.rows(sql`
    DELETE FROM site_logos WHERE sha256 IN (SELECT sha256 FROM site_logos ORDER BY created_at DESC, sha256 OFFSET ${PICTURES})
      AND NOT EXISTS (SELECT 1 FROM site_settings
        WHERE name = ANY(${[...sitePictures]}::text[]) AND value = to_jsonb(site_logos.sha256))`);
}

/** A stored picture of the site; null where there is none of that name. */
export async function sitePicture(db: Executor, sha256: string): Promise<Buffer | null> {
  const [row] = await db.rows<{ png: Buffer }>(sql`SELECT png FROM site_logos WHERE sha256 = ${sha256}`);
  return row?.png ?? null;
}

/** Where the site's own styles are, and which pages are without them; null where there are none. */
export function styleOf(source: string): { href: string; not: string[] } | null {
  const style = source === '' ? null : ownStyle(source);
  return style && 'hash' in style ? { href: `/look/${style.hash}.css`, not: [...plainPages] } : null;
}

/** Address of a picture below the site's root; null without one. */
export const pictureUrl = (sha256: string, ending: 'png' | 'jpg' = 'png'): string | null =>
  sha256 === '' ? null : `/logo/${sha256}.${ending}`;

/** Address of the icon, where it is neither the logo nor that of the software: an own one, or the mark in an own colour. */
export const iconOf = ({ icon, logo, color }: SiteSettings): string | null =>
  logo !== '' || color === '' ? pictureUrl(icon) : (pictureUrl(icon) ?? `/icon-192.png?v=${color.slice(1)}`);

const rendered = new Map<string, string>();

/** The home text as HTML; as typed where it cannot be rendered. Remembered, because every visitor of the home page reads it. */
function homeHtml(ctx: Pick<Context, 'siteUrl'>, source: string): string {
  const cached = rendered.get(source);
  if (cached !== undefined) return cached;
  let html: string;
  try {
    ({ html } = renderMarkdown(source, { knownUsernames: new Set(), siteUrl: ctx.siteUrl }));
  } catch (error) {
    // A text of the command line is not tried before it is saved.
    if (!(error instanceof TooComplex)) throw error;
    html = plainHtml(source);
  }
  rendered.clear();
  rendered.set(source, html);
  return html;
}

/** What visitors read above the feed of the home page; nulls where nothing is set. */
export function homeText(
  ctx: Pick<Context, 'siteUrl'>,
  source: string,
): { html: string | null; summary: string | null } {
  if (source === '') return { html: null, summary: null };
  return { html: homeHtml(ctx, source), summary: excerpt(plainText(source), SUMMARY) };
}
