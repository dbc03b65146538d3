import type { ProfileCard, ProfilePage } from '#people/profiles/contract/appearance.ts';
import { customization as limits } from '#people/profiles/contract/appearance-limits.ts';
import { levelForXp } from '#people/ledger/contract/ranks.ts';
import type { Context } from '#platform/server/context.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { nameEffectOf } from '#people/profiles/server/rules.ts';
import { activeCustomRoles, personOf, profileIdByName, rankOf } from '#people/profiles/server/store.ts';
import { isSubjectToBlocks, isHiddenFrom, standing, unblockedOnly } from '#people/friends/server/store.ts';
import { partsOf } from '#site/contract/section-limits.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { ask } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { type Statistics, statistics } from './events.ts';
import { type StoredProfile, beginning, chatNameOf, choicesOf, fileAddress, appearanceOf } from './rules.ts';
import { activeDecorations, cardRow, pageRow } from './store.ts';

const allOf = (counts: readonly Partial<Statistics>[]): Statistics =>
  Object.assign({ replies: 0, uploads: 0, plays: 0 }, ...counts) as Statistics;

/** Whether a profile is not there for this viewer: its owner has blocked them. Staff see everybody. */
async function isHidden(ctx: Context, viewer: Viewer | null, profileId: string): Promise<boolean> {
  return isSubjectToBlocks(viewer) && (await standing(ctx.db, viewer.profileId, profileId)).isBlockedBy;
}

/** Whether a profile is there for this viewer. */
export async function maySeeProfile(ctx: Context, viewer: Viewer | null, profileId: string): Promise<boolean> {
  const [row] = await ctx.db.rows(sql`SELECT 1 FROM profiles WHERE id = ${profileId}`);
  return row !== undefined && !(await isHidden(ctx, viewer, profileId));
}

/** Address of the chat-server status picture of a name; null where the site has none. */
export function statusAddress(ctx: Context, chatName: string | null): string | null {
  const template = ctx.config.chatStatusUrl;
  return template === null || chatName === null
    ? null
    : template.replaceAll('{username}', encodeURIComponent(chatName));
}

async function decorationsOf(ctx: Context, stored: Pick<StoredProfile, 'avatar_decorations'>) {
  if (stored.avatar_decorations.length === 0) return [];
  const active = await activeDecorations(ctx.db);
  return stored.avatar_decorations.flatMap(({ id }) => {
    const decoration = active.get(id);
    return decoration ? [{ id: decoration.id, key: decoration.key, name: decoration.name }] : [];
  });
}

/** Tabs of a profile that belong to sections. */
const madeTabs = [
  { tab: 'uploads', section: 'uploads' },
  { tab: 'tracks', section: 'uploads' },
  { tab: 'images', section: 'gallery' },
] as const;

/**
 * A profile as this viewer may see it, by its present or a former username.
 * @throws {Refusal} `profile_not_found`, also for who is blocked
 */
export async function profilePage(ctx: Context, viewer: Viewer | null, username: string): Promise<ProfilePage> {
  // As the list of sets itself: nobody is led to a tab that is empty for them.
  const setsShown = sql`${canSeeAdult(viewer) ? sql`` : sql` AND NOT s.is_adult`}${unblockedOnly(viewer, sql`s.author_id`)}`;
  let row = await pageRow(ctx.db, sql`lower(p.username) = ${username.toLowerCase()}`, setsShown);
  if (!row) {
    const id = await profileIdByName(ctx.db, username, ctx.clock.now());
    row = id === null ? null : await pageRow(ctx.db, sql`p.id = ${id}`, setsShown);
  }
  if (!row || (await isHidden(ctx, viewer, row.person_id))) throw new Refusal('profile_not_found');
  const [roles, decorations, counts, settings] = await Promise.all([
    activeCustomRoles(ctx.db),
    decorationsOf(ctx, row),
    ask(ctx, statistics, row.person_id),
    siteSettings(ctx.db),
  ]);
  const isOwn = viewer?.profileId === row.person_id;
  const leftOut = madeTabs.flatMap(({ tab, section }) => (ctx.switches.isListed(section) ? [] : tab));
  const choices = choicesOf(row);
  const showsConnections = choices.showsConnections || isOwn;
  const showsStatus = choices.showsChatStatus && (viewer !== null || !choices.showsMutualServers);
  return {
    ...personOf(row, roles),
    rank: rankOf(row, roles),
    bio: row.bio,
    joinedAt: row.created_at.toISOString(),
    xp: row.xp,
    level: levelForXp(row.xp),
    postCount: row.post_count,
    isOwn,
    bannerUrl: fileAddress(row.banner_url),
    bannerAlt: row.banner_alt ?? '',
    description: choices.description,
    makes: partsOf(settings.makes).filter((tag) => row.makes.includes(tag)),
    appearance: appearanceOf(row),
    decorations,
    links: showsConnections ? row.links.map(({ id, title, url, icon }) => ({ id, title, url, icon })) : [],
    showsConnections,
    showsActivity: choices.showsActivity || isOwn,
    hasSets: row.has_sets && ctx.switches.isListed('sets'),
    ...(leftOut.length > 0 && { leftOut }),
    statistics: {
      posts: row.post_count,
      ...allOf(counts),
    },
    statusUrl: showsStatus ? statusAddress(ctx, chatNameOf(row.discord_username)) : null,
  };
}

/** The hover card of a member, by id or username. @throws {Refusal} `profile_not_found` */
export async function profileCard(ctx: Context, viewer: Viewer | null, of: string): Promise<ProfileCard> {
  let row = await cardRow(ctx.db, isId(of) ? sql`p.id = ${of}` : sql`lower(p.username) = ${of.toLowerCase()}`);
  if (!row && !isId(of)) {
    const id = await profileIdByName(ctx.db, of, ctx.clock.now());
    row = id === null ? null : await cardRow(ctx.db, sql`p.id = ${id}`);
  }
  if (!row || (await isHidden(ctx, viewer, row.person_id))) throw new Refusal('profile_not_found');
  const roles = await activeCustomRoles(ctx.db);
  return {
    ...personOf(row, roles),
    rank: rankOf(row, roles),
    bannerUrl: fileAddress(row.banner_url),
    bio: beginning(row.bio, limits.cardBioMax),
    xp: row.xp,
    joinedAt: row.created_at.toISOString(),
    decorations: await decorationsOf(ctx, row),
    nameEffect: nameEffectOf(row.person_name_style),
  };
}

/**
 * Whose activity this viewer may read; null where there is nothing for them. A block either way hides what members did:
 * it is made of their posts.
 * @throws {Refusal} `profile_not_found`
 */
export async function activityOwner(ctx: Context, viewer: Viewer | null, username: string): Promise<string | null> {
  const id = await profileIdByName(ctx.db, username, ctx.clock.now());
  if (id === null || (await isHidden(ctx, viewer, id))) throw new Refusal('profile_not_found');
  if (viewer?.profileId === id) return id;
  const [row] = await ctx.db.rows<Pick<StoredProfile, 'appearance_settings' | 'profile_customization'>>(
    sql`SELECT '{}'::jsonb AS appearance_settings, profile_customization FROM profiles WHERE id = ${id}`,
  );
  if (!row || !choicesOf(row).showsActivity) return null;
  return (await isHiddenFrom(ctx.db, viewer, id)) ? null : id;
}
