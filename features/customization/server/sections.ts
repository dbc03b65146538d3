import type { z } from 'zod';
import type { profileSections } from '#features/customization/contract/endpoints.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { customization as limits } from '#people/profiles/contract/appearance-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { checkName } from '#people/profiles/server/actions.ts';
import { saysStaff } from '#people/profiles/server/rules/reserved-names.ts';
import { normalName } from '#people/profiles/server/rules/names.ts';
import { holdNames, joinName, leaveName, nameColumns } from '#people/profiles/server/store.ts';
import { checkShownText, mark, markedIn, notifyOfLikeNames } from '#content/moderation/server/actions.ts';
import { followUserName } from '#people/accounts/server/actions.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { emit } from '#platform/server/events/emit.ts';
import { type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { followRights, nameRights, publishProfileChanged } from './actions.ts';
import { type StoredProfile, linkIconOf, revisionOf, sectionsOf } from './rules.ts';
import { activeDecorations, linksOf, storedProfile, writeLinks } from './store.ts';

type Section<K extends keyof typeof profileSections> = z.output<(typeof profileSections)[K]>;

/** Optimistic locking: locks the profile's row if its section still has the form's revision. @throws {Refusal} `settings_changed` */
async function unchanged(
  tx: Tx,
  profileId: string,
  revision: string,
  sectionOf: (stored: StoredProfile) => unknown,
): Promise<StoredProfile> {
  const stored = await storedProfile(tx, profileId, true);
  if (!stored) throw new Refusal('sign_in_required');
  if (revisionOf(sectionOf(stored)) !== revision) throw new Refusal('settings_changed');
  return stored;
}

/** New fields of `appearance_settings`; those that are null are removed. */
const withFields = (fields: Readonly<Record<string, unknown>>): SQL =>
  sql`jsonb_strip_nulls(appearance_settings || ${JSON.stringify(fields)}::jsonb)`;

/** Writes columns of the profile, and answers with the section's new revision. */
async function write(
  ctx: Context,
  tx: Tx,
  profileId: string,
  columns: SQL,
  sectionOf: (stored: StoredProfile) => unknown,
): Promise<string> {
  await tx.rows(sql`UPDATE profiles SET ${columns}, updated_at = ${ctx.clock.now()} WHERE id = ${profileId}`);
  await emit(ctx, tx, thingChanged, { kind: 'profile', ids: [profileId] });
  await publishProfileChanged(ctx, tx, profileId);
  return revisionOf(sectionOf((await storedProfile(tx, profileId))!));
}

/** Puts a profile into the queue for banned words that it did not have before. */
async function markProfile(
  ctx: Context,
  tx: Tx,
  profileId: string,
  marks: readonly string[],
  before: string,
): Promise<void> {
  if (marks.length === 0) return;
  const known = new Set(await markedIn(ctx, tx, before));
  const added = marks.filter((word) => !known.has(word));
  await mark(ctx, tx, { kind: 'profile', id: profileId, authorId: profileId }, added);
}

/**
 * Saves names, texts and what others may see.
 * @throws {Refusal} `settings_changed`, `banned_words`, `private_information`, and those of `checkName`
 */
export async function saveProfile(
  ctx: Context,
  viewer: Viewer,
  revision: string,
  section: Section<'profile'>,
): Promise<string> {
  const { bio, description, chatName } = section;
  const texts = [section.displayName, bio, description, chatName].join('\n');
  const marks = await checkShownText(ctx, texts);
  const { profileId } = viewer;
  const before = await storedProfile(ctx.db, profileId);
  if (!before) throw new Refusal('sign_in_required');
  const isRenamed = normalName(section.displayName) !== before.display_name;
  const person = { profileId, isStaff: isStaff(viewer) };
  const use = { field: 'displayName', max: account.displayNameMax, person };
  // A name that was fine when it was chosen is no hindrance to what else is saved.
  const displayName = isRenamed ? await checkName(ctx, ctx.db, section.displayName, use) : before.display_name;
  return await ctx.db.tx(async (tx) => {
    if (isRenamed) await holdNames(tx, [before.display_name, displayName]);
    const stored = await unchanged(tx, profileId, revision, (profile) => sectionsOf(profile).profile);
    if (stored.display_name !== before.display_name) throw new Refusal('settings_changed');
    const names = isRenamed ? sql`${await rename(tx, profileId, before.display_name, displayName)}, ` : sql``;
    const choices = {
      show_activity: section.showsActivity,
      show_mutual_servers: section.showsMutualServers,
      show_connections: section.showsConnections,
    };
    const fields = { custom_description: description || null, discord_presence: section.showsChatStatus };
    await followUserName(tx, viewer.userId, displayName);
    const next = await write(
      ctx,
      tx,
      profileId,
      sql`${names}bio = ${bio}, discord_username = ${chatName},
        profile_customization = profile_customization || ${JSON.stringify(choices)}::jsonb, appearance_settings = ${withFields(fields)}`,
      (profile) => sectionsOf(profile).profile,
    );
    const earlier = sectionsOf(stored).profile;
    await markProfile(
      ctx,
      tx,
      profileId,
      marks,
      [earlier.displayName, earlier.bio, earlier.description, earlier.chatName].join('\n'),
    );
    if (isRenamed && isStaff(viewer)) await notifyOfLikeNames(ctx, tx, profileId);
    return next;
  });
}

/** Counts a member out of one name and into another, both held. @returns the columns of the new one */
async function rename(tx: Tx, profileId: string, from: string, to: string): Promise<SQL> {
  await leaveName(tx, profileId, from);
  return nameColumns(to, await joinName(tx, profileId, to));
}

/** The links as their member sees them. */
export async function linksSection(db: Parameters<typeof linksOf>[0], profileId: string) {
  const links = (await linksOf(db, profileId)).map(({ id, title, url, is_active }) => ({
    id,
    title,
    url,
    isActive: is_active,
  }));
  return { links, revision: revisionOf(links) };
}

/** The texts of all links, one per line, for the checks. */
const wordsOfLinks = (links: readonly { title: string; url: string }[]): string =>
  [...links.map((link) => link.title), ...links.map((link) => link.url)].join('\n');

/** Saves the links, in their order. @throws {Refusal} `settings_changed`, `banned_words`, and those of `checkName` */
export async function saveLinks(
  ctx: Context,
  viewer: Viewer,
  revision: string,
  { links }: Section<'links'>,
): Promise<string> {
  const { profileId } = viewer;
  const marks = await checkShownText(ctx, wordsOfLinks(links));
  const titles = await Promise.all(
    links.map(({ title }, at) =>
      checkName(ctx, ctx.db, title, { field: `links.${at}.title`, max: limits.linkTitleMax }),
    ),
  );
  return await ctx.db.tx(async (tx) => {
    await storedProfile(tx, profileId, true);
    const before = await linksSection(tx, profileId);
    if (before.revision !== revision) throw new Refusal('settings_changed');
    const own = new Set(before.links.map((link) => link.id));
    // An id keeps its link once; a made-up one, or one of another profile, is a new link.
    const idOf = (id: string | undefined): string => (id !== undefined && own.delete(id) ? id : newId(ctx.clock.now()));
    await writeLinks(
      tx,
      profileId,
      links.map((link, at) => ({
        id: idOf(link.id),
        title: titles[at]!,
        url: link.url,
        icon: linkIconOf(link.url),
        is_active: link.isActive,
      })),
    );
    await markProfile(ctx, tx, profileId, marks, wordsOfLinks(before.links));
    await publishProfileChanged(ctx, tx, profileId);
    return (await linksSection(tx, profileId)).revision;
  });
}

/** Saves colours and the glow of the name. @throws {Refusal} `settings_changed`, `entitlement_required` */
export async function saveColors(
  ctx: Context,
  viewer: Viewer,
  revision: string,
  section: Section<'colors'>,
): Promise<string> {
  const { theme, glow } = section;
  return await ctx.db.tx(async (tx) => {
    const stored = await unchanged(tx, viewer.profileId, revision, (profile) => sectionsOf(profile).colors);
    // What was saved while there was a right to it may stay saved: it is not shown.
    const isNew = JSON.stringify(glow) !== JSON.stringify(sectionsOf(stored).colors.glow);
    if (glow.isOn && isNew && !(await nameRights(ctx, tx, viewer.profileId)).nameGlow)
      throw new Refusal('entitlement_required');
    const fields = {
      username_glow_enabled: glow.isOn,
      username_glow_color: glow.color,
      username_glow_intensity: glow.intensity,
      text_color: theme?.text ?? null,
      // The theme holds these; a colour named here would win over it.
      primary_color: null,
      secondary_color: null,
      background_color: null,
      accent_color: null,
    };
    const colors = theme && {
      primary_color: theme.primary,
      secondary_color: theme.secondary,
      background_color: theme.background,
      accent_color: theme.accent,
    };
    const next = await write(
      ctx,
      tx,
      viewer.profileId,
      sql`profile_theme = ${JSON.stringify(colors ?? {})}::jsonb, appearance_settings = ${withFields(fields)}`,
      (profile) => sectionsOf(profile).colors,
    );
    await followRights(ctx, tx, viewer.profileId);
    return next;
  });
}

/** Saves the font. @throws {Refusal} `settings_changed` */
export async function saveFont(ctx: Context, viewer: Viewer, revision: string, { font }: Section<'font'>) {
  return await ctx.db.tx(async (tx) => {
    await unchanged(tx, viewer.profileId, revision, (profile) => sectionsOf(profile).font);
    const columns = sql`appearance_settings = ${withFields({ font_family: font })}`;
    return await write(ctx, tx, viewer.profileId, columns, (profile) => sectionsOf(profile).font);
  });
}

/** Saves opacities, blur and effects. @throws {Refusal} `settings_changed` */
export async function saveLayout(ctx: Context, viewer: Viewer, revision: string, section: Section<'layout'>) {
  return await ctx.db.tx(async (tx) => {
    await unchanged(tx, viewer.profileId, revision, (profile) => sectionsOf(profile).layout);
    const columns = sql`appearance_settings = ${withFields({
      profile_opacity: section.profileOpacity,
      profile_blur: section.profileBlur,
      background_opacity: section.backgroundOpacity,
      cursor_effect: section.cursorEffect,
      background_effects: section.backgroundEffect,
      audio_visualizer: section.audioVisualizer,
    })}`;
    return await write(ctx, tx, viewer.profileId, columns, (profile) => sectionsOf(profile).layout);
  });
}

/**
 * Saves the text of the badge and the effect of the name.
 * @throws {Refusal} `settings_changed`, `entitlement_required`, `badge_text_refused`, and those of `checkName`
 */
export async function savePremium(
  ctx: Context,
  viewer: Viewer,
  revision: string,
  { badgeText: given, nameEffect }: Section<'premium'>,
): Promise<string> {
  const use = { field: 'badgeText', max: limits.badgeTextMax };
  const badgeText = given === null ? null : await checkName(ctx, ctx.db, given, use);
  if (badgeText !== null && saysStaff(badgeText, ctx.config.siteName)) throw new Refusal('badge_text_refused');
  return await ctx.db.tx(async (tx) => {
    const stored = await unchanged(tx, viewer.profileId, revision, (profile) => sectionsOf(profile).premium);
    const before = sectionsOf(stored).premium;
    const rights = await nameRights(ctx, tx, viewer.profileId);
    const asks =
      (badgeText !== null && badgeText !== before.badgeText && !rights.badgeText) ||
      (nameEffect !== 'none' && nameEffect !== before.nameEffect && !rights.nameEffect);
    if (asks) throw new Refusal('entitlement_required');
    const fields = { badge_text: badgeText, name_effect: nameEffect === 'none' ? null : nameEffect };
    const columns = sql`appearance_settings = ${withFields(fields)}`;
    const next = await write(ctx, tx, viewer.profileId, columns, (profile) => sectionsOf(profile).premium);
    await followRights(ctx, tx, viewer.profileId);
    return next;
  });
}

/** Saves the avatar's decorations. @throws {Refusal} `settings_changed`, `decoration_not_found` */
export async function saveDecorations(
  ctx: Context,
  viewer: Viewer,
  revision: string,
  { decorationIds }: Section<'decorations'>,
): Promise<string> {
  const active = await activeDecorations(ctx.db);
  return await ctx.db.tx(async (tx) => {
    const stored = await unchanged(tx, viewer.profileId, revision, (profile) => sectionsOf(profile).decorations);
    const worn = new Map(stored.avatar_decorations.map((decoration) => [decoration.id, decoration]));
    const chosen = [...new Set(decorationIds)].map((id) => active.get(id) ?? worn.get(id));
    if (chosen.includes(undefined)) throw new Refusal('decoration_not_found');
    const list = chosen.map((decoration) => ({ id: decoration!.id, name: decoration!.name }));
    const columns = sql`avatar_decorations = ${JSON.stringify(list)}::jsonb`;
    return await write(ctx, tx, viewer.profileId, columns, (profile) => sectionsOf(profile).decorations);
  });
}
