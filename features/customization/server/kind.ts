import type { Context } from '#platform/server/context.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import type { PersonalData, Reportable, Reviewed } from '#platform/server/content-kind.ts';
import { sql } from '#platform/server/db/database.ts';
import { clearAppearance } from './clear.ts';
import { type PlaceName, placeNames, shownPlaces } from './files.ts';
import { beginning, choicesOf } from './rules.ts';
import { linksOf, reportedRows, storedProfile } from './store.ts';

/** Characters of an excerpt (`ContentItem`). */
const EXCERPT_MAX = 300;

/** What places hold, in words for staff. */
const placeWords: Readonly<Record<PlaceName, string>> = {
  profile_avatar: 'avatar',
  profile_banner: 'banner',
  profile_cursor: 'cursor',
  background_image: 'background picture',
  background_video: 'background video',
  background_audio: 'sound',
};

/**
 * What a member has put on their profile, as one thing that can be reported and taken away: for good, the member makes
 * it again.
 */
export const profileKind: Reportable<Context> & Pick<Reviewed<Context>, 'show'> & PersonalData<Context> = {
  kind: 'profile',
  async load(ctx, ids, db = ctx.db) {
    const rows = await reportedRows(db, ids);
    return rows.map((row) => {
      const shown = shownPlaces(row).map((name) => placeWords[name]);
      const parts = [
        shown.length > 0 && `Shows: ${shown.join(', ')}.`,
        row.banner_alt,
        row.bio,
        choicesOf(row).description,
        ...row.links.map((link) => `${link.title}: ${link.url}`),
      ];
      return {
        kind: 'profile',
        id: row.id,
        authorId: row.id,
        title: `Profile of ${row.display_name} (@${row.username})`,
        excerpt: beginning(parts.filter(Boolean).join(' · '), EXCERPT_MAX),
        url: `/profile/${row.username}`,
        visibility: 'published',
        removed: 'What you put on your profile',
      };
    });
  },
  async show(ctx, ids, db = ctx.db) {
    const rows = await reportedRows(db, ids);
    // One after the other: a transaction has one connection.
    const files = new Map<string, FileRow[]>();
    for (const name of placeNames)
      for (const [id, found] of await filesOf(db, name, ids)) files.set(id, [...(files.get(id) ?? []), ...found]);
    return rows.map((row) => ({
      id: row.id,
      text: [
        row.bio,
        choicesOf(row).description,
        row.banner_alt,
        ...row.links.map(({ title, url }) => `${title}: ${url}`),
      ]
        .filter(Boolean)
        .join('\n\n'),
      files: (files.get(row.id) ?? []).map((file) => presentFile(file)),
    }));
  },
  lock: async (tx, id) => ((await storedProfile(tx, id, true)) ? 'published' : null),
  remove: (ctx, tx, id) => clearAppearance(ctx, tx, id),
  async exportOf(ctx, profileId) {
    const appearances = await ctx.db.rows(sql`
      SELECT appearance_settings, profile_theme, profile_customization, avatar_decorations, discord_username, avatar_url, banner_url
      FROM profiles WHERE id = ${profileId}`);
    const former = await ctx.db.rows(
      sql`SELECT name, changed_at, until FROM former_usernames WHERE profile_id = ${profileId} ORDER BY changed_at`,
    );
    return {
      profile_appearance: appearances,
      profile_links: await linksOf(ctx.db, profileId),
      former_usernames: former,
    };
  },
  // The columns of the profile go with the profile, its files with the files.
  async erase(_ctx, tx, profileId) {
    await tx.rows(sql`DELETE FROM profile_links WHERE profile_id = ${profileId}`);
    await tx.rows(sql`DELETE FROM former_usernames WHERE profile_id = ${profileId}`);
  },
};
