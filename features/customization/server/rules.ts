import { createHash } from 'node:crypto';
import type { ProfileAppearance } from '#people/profiles/contract/appearance.ts';
import type { profileSections } from '#features/customization/contract/endpoints.ts';
import {
  type LinkIcon,
  backgroundEffects,
  cursorEffects,
  customization as limits,
  defaultTheme,
  nameEffects,
  profileFonts,
} from '#people/profiles/contract/appearance-limits.ts';
import { banner } from '#features/forum/contract/limits.ts';
import { colorOf, nameEffectOf, oneOf, within } from '#people/profiles/server/rules.ts';
import { saysStaff } from '#people/profiles/server/rules/reserved-names.ts';
import type {
  AppearanceSettings,
  NameStyle,
  StoredChoices,
  StoredDecoration,
  StoredTheme,
} from '#people/profiles/server/tables.ts';
import type { z } from 'zod';

type Sections = { [K in keyof typeof profileSections]: z.output<(typeof profileSections)[K]> };

/** The columns of a profile that its sections and its appearance are made of. */
export interface StoredProfile {
  readonly display_name: string;
  readonly bio: string;
  readonly discord_username: string | null;
  readonly appearance_settings: AppearanceSettings;
  readonly profile_theme: StoredTheme;
  readonly profile_customization: StoredChoices;
  readonly avatar_decorations: readonly StoredDecoration[];
  readonly name_style: NameStyle | null;
}

/** Rights to what a name may show. */
export interface NameRights {
  readonly nameGlow: boolean;
  readonly badgeText: boolean;
  readonly nameEffect: boolean;
}

const textOf = (value: unknown, max: number): string => (typeof value === 'string' ? value.slice(0, max) : '');
const isOn = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback);

/** An address of one of our files; null for whatever else a column may hold. */
export function fileAddress(value: unknown): string | null {
  return typeof value === 'string' && /^\/files\/[\w./-]{1,480}$/.test(value) && !value.includes('..') ? value : null;
}

/** A picture in the page itself, as `media` makes placeholders. */
function placeholderOf(value: unknown): string | null {
  return typeof value === 'string' && /^data:image\/webp;base64,[A-Za-z0-9+/=]{1,2000}$/.test(value) ? value : null;
}

/** Colours of a page: where `appearance_settings` names one too, it wins; null where the member has chosen none. */
function themeOf(stored: StoredProfile): ProfileAppearance['theme'] {
  const { appearance_settings: appearance, profile_theme: theme } = stored;
  const chosen = (name: keyof StoredTheme): string | null => colorOf(appearance[name]) ?? colorOf(theme[name]);
  const colors = {
    primary: chosen('primary_color'),
    secondary: chosen('secondary_color'),
    background: chosen('background_color'),
    accent: chosen('accent_color'),
  };
  const text = colorOf(appearance.text_color);
  if (text === null && Object.values(colors).every((color) => color === null)) return null;
  return {
    primary: colors.primary ?? defaultTheme.primary,
    secondary: colors.secondary ?? defaultTheme.secondary,
    background: colors.background ?? defaultTheme.background,
    accent: colors.accent ?? defaultTheme.accent,
    text,
  };
}

/** The appearance that a profile page shows: every value is validated, whoever wrote the row. */
export function appearanceOf(stored: StoredProfile): ProfileAppearance {
  const appearance = stored.appearance_settings;
  const [image, video, audio] = [
    appearance.background_image,
    appearance.background_video,
    appearance.background_audio,
  ].map(fileAddress);
  return {
    theme: themeOf(stored),
    font: oneOf(appearance.font_family, profileFonts),
    backgroundImage: image ? { url: image, placeholder: placeholderOf(appearance.background_image_placeholder) } : null,
    backgroundVideo: video ? { url: video, posterUrl: fileAddress(appearance.background_video_poster) } : null,
    backgroundAudio: audio ? { url: audio, title: textOf(appearance.background_audio_title, 200) } : null,
    cursorUrl: fileAddress(appearance.custom_cursor),
    nameEffect: nameEffectOf(stored.name_style),
    ...layoutOf(appearance),
  };
}

function layoutOf(appearance: AppearanceSettings): Sections['layout'] {
  return {
    profileOpacity: within(appearance.profile_opacity, limits.profileOpacity, limits.profileOpacity.default),
    profileBlur: Math.round(within(appearance.profile_blur, limits.profileBlur, limits.profileBlur.default)),
    backgroundOpacity: within(
      appearance.background_opacity,
      limits.backgroundOpacity,
      limits.backgroundOpacity.default,
    ),
    cursorEffect: oneOf(appearance.cursor_effect, cursorEffects) ?? 'none',
    backgroundEffect: oneOf(appearance.background_effects, backgroundEffects) ?? 'none',
    audioVisualizer: isOn(appearance.audio_visualizer, false),
  };
}

/** What others may see of a profile; the second text. */
export function choicesOf(stored: Pick<StoredProfile, 'appearance_settings' | 'profile_customization'>): {
  description: string;
  showsChatStatus: boolean;
  showsActivity: boolean;
  showsMutualServers: boolean;
  showsConnections: boolean;
} {
  const { appearance_settings: appearance, profile_customization: choices } = stored;
  return {
    description: textOf(appearance.custom_description, limits.descriptionMax),
    showsChatStatus: isOn(appearance.discord_presence, false),
    showsActivity: isOn(choices.show_activity, true),
    showsMutualServers: isOn(choices.show_mutual_servers, true),
    showsConnections: isOn(choices.show_connections, true),
  };
}

/** The chat name of a profile, if it is one. */
export function chatNameOf(value: string | null): string | null {
  return value !== null && new RegExp(limits.chatNamePattern).test(value) ? value : null;
}

/** The sections of a stored profile, as their member sees them; links have a table of their own. */
export function sectionsOf(stored: StoredProfile): Omit<Sections, 'links'> {
  const appearance = stored.appearance_settings;
  return {
    profile: {
      displayName: stored.display_name,
      bio: stored.bio,
      chatName: chatNameOf(stored.discord_username),
      ...choicesOf(stored),
    },
    colors: {
      theme: themeOf(stored),
      glow: {
        isOn: isOn(appearance.username_glow_enabled, false),
        color: colorOf(appearance.username_glow_color) ?? banner.glowColor,
        intensity: Math.round(within(appearance.username_glow_intensity, limits.nameGlow, limits.nameGlow.default)),
      },
    },
    font: { font: oneOf(appearance.font_family, profileFonts) },
    layout: layoutOf(appearance),
    premium: {
      badgeText: textOf(appearance.badge_text, limits.badgeTextMax) || null,
      nameEffect: oneOf(appearance.name_effect, nameEffects) ?? 'none',
    },
    decorations: { decorationIds: stored.avatar_decorations.map((decoration) => decoration.id) },
  };
}

/** A section's revision for optimistic locking: a hash of it as it is stored. */
export function revisionOf(section: unknown): string {
  return createHash('sha256').update(JSON.stringify(section)).digest('base64url').slice(0, 22);
}

/** The chosen name styles that the member is entitled to; null where there are none. */
export function nameStyleOf(appearance: AppearanceSettings, rights: NameRights, siteName: string): NameStyle | null {
  const glow =
    rights.nameGlow && appearance.username_glow_enabled === true ? colorOf(appearance.username_glow_color) : null;
  const text = rights.badgeText ? textOf(appearance.badge_text, limits.badgeTextMax) : '';
  const effect = rights.nameEffect ? (oneOf(appearance.name_effect, nameEffects) ?? 'none') : 'none';
  const style: NameStyle = {
    ...(glow !== null && {
      glow_color: glow,
      glow_intensity: Math.round(within(appearance.username_glow_intensity, limits.nameGlow, limits.nameGlow.default)),
    }),
    ...(text !== '' && !saysStaff(text, siteName) && { badge_text: text }),
    ...(effect !== 'none' && { effect }),
  };
  return Object.keys(style).length === 0 ? null : style;
}

const iconHosts: Readonly<Record<LinkIcon, readonly string[]>> = {
  soundcloud: ['soundcloud.com'],
  spotify: ['spotify.com'],
  youtube: ['youtube.com', 'youtu.be'],
  bandcamp: ['bandcamp.com'],
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  twitch: ['twitch.tv'],
  discord: ['discord.com', 'discord.gg'],
  x: ['x.com', 'twitter.com'],
  github: ['github.com'],
};

/** The known site of an address. */
export function linkIconOf(address: string): LinkIcon | null {
  const { hostname } = new URL(address);
  const known = Object.entries(iconHosts) as [LinkIcon, readonly string[]][];
  return (
    known.find(([, hosts]) => hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)))?.[0] ?? null
  );
}

/** An address that a page may link to: http or https, without a name or password in it. */
export function isOpenAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** The beginning of a text, cut at a nearby word boundary. */
export function beginning(text: string, max: number): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  if (letters.length <= max) return letters.join('');
  const cut = letters.slice(0, max - 1).join('');
  const blank = cut.lastIndexOf(' ');
  return `${blank > cut.length * 0.7 ? cut.slice(0, blank) : cut}…`;
}
