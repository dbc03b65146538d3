import { z } from 'zod';
import type { Access } from '#platform/contract/access.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { account } from '#people/accounts/contract/limits.ts';
import {
  backgroundEffects,
  backgroundKinds,
  cursorEffects,
  customization as limits,
  nameEffects,
  profileFonts,
} from '#people/profiles/contract/appearance-limits.ts';
import {
  activityLine,
  between,
  color,
  decoration,
  profileCard,
  profilePage,
  profileTheme,
} from '#people/profiles/contract/appearance.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { cursor, id, pageOf, withScheme } from '#platform/contract/shapes.ts';

/**
 * A hash of a section as it is stored. A save sends the one it began with: where another device has saved meanwhile,
 * `settings_changed` is answered and nothing is overwritten.
 */
const revision = z.string().min(1).max(64);

const profileSection = z.object({
  displayName: z.string().trim().min(1).max(account.displayNameMax),
  bio: z.string().trim().max(account.bioMax),
  description: z.string().trim().max(limits.descriptionMax),
  chatName: z
    .string()
    .regex(new RegExp(limits.chatNamePattern), 'Use 2 to 32 letters without accents, digits, dots and underscores.')
    .nullable(),
  /** Switches the chat-server status card. */
  showsChatStatus: z.boolean(),
  /** The activity tab. */
  showsActivity: z.boolean(),
  /** The chat-server card is for members only. */
  showsMutualServers: z.boolean(),
  /** Links and friends. */
  showsConnections: z.boolean(),
});

/** An address without a name or password in it: those are for deceiving about where a link leads. */
function hasNoCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

const linkInput = z.object({
  /** Absent for a new one. */
  id: id.optional(),
  title: z.string().trim().min(1).max(limits.linkTitleMax),
  /** http or https alone; https where none is stated. */
  url: z
    .string()
    .trim()
    .max(limits.linkUrlMax)
    .transform(withScheme)
    .pipe(
      z
        .url({ protocol: /^https?$/, normalize: true })
        .refine(hasNoCredentials, 'Leave out the name and password in front of the @.'),
    ),
  isActive: z.boolean(),
});
const linksSection = z.object({ links: z.array(linkInput).max(limits.linksMax) });

const colorsSection = z.object({
  theme: profileTheme.nullable(),
  /** Asks for the right `name_glow` when it is on. */
  glow: z.object({
    isOn: z.boolean(),
    color,
    intensity: z.int().min(limits.nameGlow.min).max(limits.nameGlow.max),
  }),
});

const fontSection = z.object({ font: z.enum(profileFonts).nullable() });

const layoutSection = z.object({
  profileOpacity: between(limits.profileOpacity),
  profileBlur: z.int().min(limits.profileBlur.min).max(limits.profileBlur.max),
  backgroundOpacity: between(limits.backgroundOpacity),
  cursorEffect: z.enum(cursorEffects),
  backgroundEffect: z.enum(backgroundEffects),
  audioVisualizer: z.boolean(),
});

/** What upgrades open; each asks for its right when it is set. */
const premiumSection = z.object({
  /** In place of the role badge's label; never a word of staff. */
  badgeText: z.string().trim().min(1).max(limits.badgeTextMax).nullable(),
  nameEffect: z.enum(nameEffects),
});

const decorationsSection = z.object({ decorationIds: z.array(id).max(limits.decorationsMax) });

/** The sections as their member sees and saves them, each by itself. */
export const profileSections = {
  profile: profileSection,
  links: linksSection,
  colors: colorsSection,
  font: fontSection,
  layout: layoutSection,
  premium: premiumSection,
  decorations: decorationsSection,
} as const;
export type ProfileSectionName = keyof typeof profileSections;

const withRevision = <S extends z.ZodRawShape>(section: z.ZodObject<S>) =>
  z.object<S & { revision: typeof revision }>({ ...section.shape, revision });

/** An endpoint that saves a section. `speaker`: what it saves is read by others. */
function put<S extends z.ZodRawShape, const E extends readonly ErrorCode[]>(
  section: z.ZodObject<S>,
  access: Extract<Access, 'member' | 'speaker'>,
  summary: string,
  errors: E,
) {
  return {
    access,
    limit: 'write' as const,
    failure: 'Failed to update profile',
    summary,
    body: withRevision(section),
    reply: z.object({ revision }),
    errors: ['settings_changed', ...errors] as const,
  };
}

const ownPicture = z.object({ fileId: id, url: z.string().nullable(), name: z.string() }).nullable();

/** What `/settings` and `/customize` start from. */
export const profileSettings = z.object({
  profile: withRevision(profileSection),
  links: z.object({
    links: z.array(z.object({ id, title: z.string(), url: z.string(), isActive: z.boolean() })),
    revision,
  }),
  colors: withRevision(colorsSection),
  font: withRevision(fontSection),
  layout: withRevision(layoutSection),
  premium: withRevision(premiumSection),
  decorations: withRevision(decorationsSection),
  /** The member's files on the profile; `url` is null while the file is being processed. */
  files: z.object({
    avatar: z.object({ url: z.string() }).nullable(),
    /** `fileId` is null where an earlier release has stored the picture; such a one cannot be described. */
    banner: z.object({ url: z.string(), fileId: id.nullable(), altText: z.string() }).nullable(),
    image: ownPicture,
    video: ownPicture,
    audio: ownPicture,
    cursor: ownPicture,
  }),
  /** Every decoration that may be chosen. */
  allDecorations: z.array(decoration),
  /** Rights that the member has. */
  rights: z.object({ nameGlow: z.boolean(), badgeText: z.boolean(), nameEffect: z.boolean() }),
  /** The site has an address for chat-server status cards. */
  hasStatusCards: z.boolean(),
  /** The external chat server's address; null where the operator has set none. */
  chatServerUrl: z.string().nullable(),
});
export type ProfileSettings = z.infer<typeof profileSettings>;

/** A staged file, or null to take the present one away. */
const fileChoice = z.object({ fileId: id.nullable() });
/** `url` is null until the file has been processed; what was shown before stays until then. */
const shown = z.object({ url: z.string().nullable() });

export const customizationEndpoints = defineEndpoints({
  'GET /profiles/:username/page': {
    access: 'public',
    limit: 'read',
    summary: 'The profile page by username (any case). A former username answers with the present one in `username`.',
    params: z.object({ username: z.string().min(1).max(64) }),
    reply: profilePage,
    errors: ['profile_not_found'],
  },
  'GET /profile-cards/:of': {
    access: 'public',
    limit: 'read',
    summary: 'The hover card of a member, by id or username.',
    params: z.object({ of: z.string().min(1).max(64) }),
    reply: profileCard,
    errors: ['profile_not_found'],
  },
  'GET /profiles/:username/activity': {
    access: 'public',
    limit: 'read',
    summary: 'What a member did, newest first; empty where they do not show it.',
    params: z.object({ username: z.string().min(1).max(64) }),
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(activityLine),
    errors: ['profile_not_found'],
  },
  'GET /profile-settings': {
    access: 'session',
    limit: 'read',
    failure: 'Failed to load profile',
    summary: 'Every section of the own profile, each with its revision, and what may be chosen.',
    reply: profileSettings,
    errors: [],
  },
  'PUT /profile-settings/profile': put(profileSection, 'speaker', 'Saves names, texts and what others may see.', [
    'name_refused',
    'name_unreadable',
    'banned_words',
    'private_information',
  ]),
  'PUT /profile-settings/links': put(linksSection, 'speaker', 'Saves the links, in the order sent.', [
    'banned_words',
    'name_unreadable',
    'private_information',
  ]),
  'PUT /profile-settings/colors': put(colorsSection, 'member', 'Saves the colors and the glow of the name.', [
    'entitlement_required',
  ]),
  'PUT /profile-settings/font': put(fontSection, 'member', 'Saves the font.', []),
  'PUT /profile-settings/layout': put(layoutSection, 'member', 'Saves opacities, blur and effects.', []),
  'PUT /profile-settings/premium': put(
    premiumSection,
    'speaker',
    'Saves the text of the badge and the effect of the name.',
    ['entitlement_required', 'badge_text_refused', 'banned_words', 'name_unreadable', 'private_information'],
  ),
  'PUT /profile-settings/decorations': put(decorationsSection, 'member', 'Saves the decorations of the avatar.', [
    'decoration_not_found',
  ]),
  'PUT /profile-settings/avatar': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to upload file',
    summary: 'Claims an uploaded picture (purpose `avatar`) as the avatar, or takes the avatar away.',
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
  'PUT /profile-settings/banner': {
    access: 'speaker',
    limit: 'write',
    failure: { title: 'Update failed', text: 'Please try again.' },
    summary: 'Claims an uploaded picture (purpose `profile_banner`) as the banner, or takes the banner away.',
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
  'PUT /profile-settings/backgrounds/:kind': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to upload background {kind}',
    summary: 'Claims an uploaded file (purpose `background`, of this kind) as background, or takes it away.',
    params: z.object({ kind: z.enum(backgroundKinds) }),
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
  'PUT /profile-settings/cursor': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to upload file',
    summary: 'Claims a small picture (purpose `cursor`) as the cursor of the profile, or takes it away.',
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
});
