import { z } from 'zod';
import type { Access } from '#platform/contract/access.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { account } from '#people/accounts/contract/limits.ts';
import {
  backgroundEffects,
  backgroundKinds,
  cursorEffects,
  customization as limits,
  linkIcons,
  nameEffects,
  profileFonts,
} from '#people/profiles/contract/appearance-limits.ts';
import { profile } from '#people/profiles/contract/endpoints.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { badge, cursor, id, timestamp, pageOf, person, withScheme } from '#platform/contract/shapes.ts';

/** A colour as `#rrggbb`: nothing else gets into a style. */
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a color as #rrggbb.')
  .transform((value) => value.toLowerCase());

/** An avatar decoration that staff made active; `key` names the drawing (`web/features/profiles/decorations`). */
export const decoration = z.object({ id, key: z.string(), name: z.string() });
export type Decoration = z.infer<typeof decoration>;

/** `icon` names a known place that the address leads to (`linkIcons` of limits/customization.ts). */
export const profileLink = z.object({ id, title: z.string(), url: z.string(), icon: z.enum(linkIcons).nullable() });
export type ProfileLink = z.infer<typeof profileLink>;

/** Colours of a profile as the member chose them; pages adjust text where it would be unreadable. */
export const profileTheme = z.object({
  primary: color,
  secondary: color,
  background: color,
  accent: color,
  /** Null: black or white, whichever reads better on the background. */
  text: color.nullable(),
});
export type ProfileTheme = z.infer<typeof profileTheme>;

const between = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);

/** Everything that a profile page draws beside the facts. */
export const profileAppearance = z.object({
  /** Null: the member has chosen no colours, and the page keeps the site's own. */
  theme: profileTheme.nullable(),
  /** Null: the site's own faces. */
  font: z.enum(profileFonts).nullable(),
  backgroundImage: z.object({ url: z.string(), placeholder: z.string().nullable() }).nullable(),
  backgroundVideo: z.object({ url: z.string(), posterUrl: z.string().nullable() }).nullable(),
  /** Never starts by itself. */
  backgroundAudio: z.object({ url: z.string(), title: z.string() }).nullable(),
  backgroundOpacity: between(limits.backgroundOpacity),
  profileOpacity: between(limits.profileOpacity),
  profileBlur: between(limits.profileBlur),
  /** Address of a small picture of at most 64 x 64 pixels. */
  cursorUrl: z.string().nullable(),
  cursorEffect: z.enum(cursorEffects),
  backgroundEffect: z.enum(backgroundEffects),
  audioVisualizer: z.boolean(),
  nameEffect: z.enum(nameEffects),
});
export type ProfileAppearance = z.infer<typeof profileAppearance>;

/** The profile page. What its owner shows to members only, or to nobody, is null or empty for others. */
export const profilePage = profile.extend({
  bannerUrl: z.string().nullable(),
  /** What the banner shows, in its owner's words; empty where they said nothing. */
  bannerAlt: z.string(),
  /** The second, longer text; plain, with line breaks. */
  description: z.string(),
  appearance: profileAppearance,
  decorations: z.array(decoration),
  /** In their order. Empty where the owner does not show connections. */
  links: z.array(profileLink),
  /** False: links and friends are not shown to this viewer. */
  showsConnections: z.boolean(),
  showsActivity: z.boolean(),
  /** They have published sets that this viewer may see. */
  hasSets: z.boolean(),
  statistics: z.object({ posts: z.number(), replies: z.number(), uploads: z.number(), plays: z.number() }),
  /** Address of the chat-server status picture; null where unset, or not shown to this viewer. */
  statusUrl: z.string().nullable(),
});
export type ProfilePage = z.infer<typeof profilePage>;

/** What the hover card of a name shows: under 2 KB. */
export const profileCard = person.extend({
  rank: badge,
  bannerUrl: z.string().nullable(),
  /** Its beginning: the card shows two lines. */
  bio: z.string(),
  xp: z.number(),
  joinedAt: timestamp,
  decorations: z.array(decoration),
  nameEffect: z.enum(nameEffects),
});
export type ProfileCard = z.infer<typeof profileCard>;

/** One line of a member's activity. */
export const activityLine = z.object({
  id,
  kind: z.enum(['friendship', 'post', 'upload', 'rank', 'gallery', 'party']),
  /** What happened, as a sentence without the member's name: 'became friends with Mina'. */
  text: z.string(),
  /** Path of what it is about; null where that is gone. */
  path: z.string().nullable(),
  at: timestamp,
});
export type ActivityLine = z.infer<typeof activityLine>;

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
    summary: 'Claims an uploaded picture (purpose `avatar`) as the avatar, or takes the avatar away.',
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
  'PUT /profile-settings/banner': {
    access: 'speaker',
    limit: 'write',
    summary: 'Claims an uploaded picture (purpose `profile_banner`) as the banner, or takes the banner away.',
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
  'PUT /profile-settings/backgrounds/:kind': {
    access: 'speaker',
    limit: 'write',
    summary: 'Claims an uploaded file (purpose `background`, of this kind) as background, or takes it away.',
    params: z.object({ kind: z.enum(backgroundKinds) }),
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
  'PUT /profile-settings/cursor': {
    access: 'speaker',
    limit: 'write',
    summary: 'Claims a small picture (purpose `cursor`) as the cursor of the profile, or takes it away.',
    body: fileChoice,
    reply: shown,
    errors: ['file_not_usable', 'file_failed'],
  },
});
