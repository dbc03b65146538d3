import {
  customizationEndpoints as contract,
  type profileSettings,
} from '#features/customization/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { filesOf, presentOwnFile } from '#content/media/server/actions.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { z } from 'zod';
import { nameRights } from './actions.ts';
import { activityOf } from './activity.ts';
import { type PlaceName, addressInPlace, backgroundPlace, chooseFile, placeNames } from './files.ts';
import { activityOwner, profileCard, profilePage } from './page.ts';
import { fileAddress, revisionOf, sectionsOf } from './rules.ts';
import {
  linksSection,
  saveColors,
  saveDecorations,
  saveFont,
  saveLayout,
  saveLinks,
  savePremium,
  saveProfile,
} from './sections.ts';
import { activeDecorations, shownPictures, storedProfile } from './store.ts';

/** The newest file of each place, as its owner sees it. */
async function filesInPlaces(ctx: Context, profileId: string) {
  const lists = await Promise.all(placeNames.map((name) => filesOf(ctx.db, name, [profileId])));
  const newest = new Map(placeNames.map((name, at) => [name, lists[at]!.get(profileId)?.at(-1)]));
  return (name: PlaceName) => {
    const file = newest.get(name);
    return file ? { fileId: file.id, url: addressInPlace(name, file), name: presentOwnFile(file).name } : null;
  };
}

async function readSettings(ctx: Context, viewer: Viewer): Promise<z.input<typeof profileSettings>> {
  const stored = await storedProfile(ctx.db, viewer.profileId);
  if (!stored) throw new Refusal('sign_in_required');
  const [links, files, pictures, rights, decorations] = await Promise.all([
    linksSection(ctx.db, viewer.profileId),
    filesInPlaces(ctx, viewer.profileId),
    shownPictures(ctx.db, viewer.profileId),
    nameRights(ctx, ctx.db, viewer.profileId),
    activeDecorations(ctx.db),
  ]);
  const sections = sectionsOf(stored);
  const withRevision = <T extends object>(section: T): T & { revision: string } => ({
    ...section,
    revision: revisionOf(section),
  });
  return {
    profile: withRevision(sections.profile),
    links,
    colors: withRevision(sections.colors),
    font: withRevision(sections.font),
    layout: withRevision(sections.layout),
    premium: withRevision(sections.premium),
    decorations: withRevision(sections.decorations),
    files: {
      avatar: pictures.avatar_url === null ? null : { url: pictures.avatar_url },
      banner:
        pictures.banner_url === null
          ? null
          : { url: pictures.banner_url, fileId: pictures.banner_file_id, altText: pictures.banner_alt ?? '' },
      image: files('background_image'),
      video: files('background_video'),
      audio: files('background_audio'),
      cursor: files('profile_cursor'),
    },
    allDecorations: [...decorations.values()].map(({ id, key, name }) => ({ id, key, name })),
    rights: { nameGlow: rights.nameGlow, badgeText: rights.badgeText, nameEffect: rights.nameEffect },
    hasStatusCards: ctx.config.chatStatusUrl !== null,
    chatServerUrl: ctx.config.chatServerUrl,
  };
}

const choose = async (ctx: Context, viewer: Viewer, place: PlaceName, fileId: string | null) => ({
  url: fileAddress(await chooseFile(ctx, viewer.profileId, place, fileId)),
});

export const customizationRoutes = routes(contract, {
  'GET /profiles/:username/page': (ctx, { viewer, params }) => profilePage(ctx, viewer, params.username),
  'GET /profile-cards/:of': (ctx, { viewer, params }) => profileCard(ctx, viewer, params.of),
  async 'GET /profiles/:username/activity'(ctx, { viewer, params, query }) {
    const owner = await activityOwner(ctx, viewer, params.username);
    return owner === null ? { items: [], next: null } : await activityOf(ctx, viewer, owner, query.after);
  },
  'GET /profile-settings': (ctx, { viewer }) => readSettings(ctx, viewer),
  async 'PUT /profile-settings/profile'(ctx, { viewer, body: { revision, ...section } }) {
    return { revision: await saveProfile(ctx, viewer, revision, section) };
  },
  async 'PUT /profile-settings/links'(ctx, { viewer, body: { revision, ...section } }) {
    return { revision: await saveLinks(ctx, viewer, revision, section) };
  },
  async 'PUT /profile-settings/colors'(ctx, { viewer, body: { revision, ...section } }) {
    return { revision: await saveColors(ctx, viewer, revision, section) };
  },
  async 'PUT /profile-settings/font'(ctx, { viewer, body: { revision, ...section } }) {
    return { revision: await saveFont(ctx, viewer, revision, section) };
  },
  async 'PUT /profile-settings/layout'(ctx, { viewer, body: { revision, ...section } }) {
    return { revision: await saveLayout(ctx, viewer, revision, section) };
  },
  async 'PUT /profile-settings/premium'(ctx, { viewer, body: { revision, ...section } }) {
    return { revision: await savePremium(ctx, viewer, revision, section) };
  },
  async 'PUT /profile-settings/decorations'(ctx, { viewer, body: { revision, ...section } }) {
    return { revision: await saveDecorations(ctx, viewer, revision, section) };
  },
  'PUT /profile-settings/avatar': (ctx, { viewer, body }) => choose(ctx, viewer, 'profile_avatar', body.fileId),
  'PUT /profile-settings/banner': (ctx, { viewer, body }) => choose(ctx, viewer, 'profile_banner', body.fileId),
  'PUT /profile-settings/backgrounds/:kind': (ctx, { viewer, params, body }) =>
    choose(ctx, viewer, backgroundPlace(params.kind), body.fileId),
  'PUT /profile-settings/cursor': (ctx, { viewer, body }) => choose(ctx, viewer, 'profile_cursor', body.fileId),
});
