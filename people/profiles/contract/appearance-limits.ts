/** Times of the card of a name, in milliseconds (part 1 §9); who stays on a name for `intentMs` seems to mean it. */
export const nameCard = { openMs: 700, closeMs: 300, intentMs: 120 } as const;

/** What members make their profiles of (part 1 §3, part 2 §3, §5). */
export const customization = {
  descriptionMax: 2000,
  linksMax: 10,
  linkTitleMax: 60,
  linkUrlMax: 500,
  /** A chat-server name: letters, digits, dots, underscores, 2 to 32. */
  chatNamePattern: '^[A-Za-z0-9._]{2,32}$',
  /** How solid the panels of the profile are. */
  profileOpacity: { min: 0.1, max: 1, step: 0.1, default: 1 },
  /** How much the background shines through, 0 to 1. */
  backgroundOpacity: { min: 0, max: 1, default: 0.8 },
  /** Pixels of blur behind the panels. */
  profileBlur: { min: 0, max: 20, default: 0 },
  nameGlow: { min: 1, max: 20, default: 5 },
  audioVolume: 0.3,
  decorationsMax: 3,
  /** Characters of a bio that a hover card shows. */
  cardBioMax: 160,
  badgeTextMax: 24,
  activityPerPage: 20,
  /** Days for which the address of a former username leads to the member, and nobody else may take it. */
  formerNameDays: 365,
  /** Changes of the username a member may make in 30 days. */
  usernameChanges: 3,
} as const;

/** Drawings that an avatar may wear: each is an active row of `avatar_decorations` until staff switch it off. */
export const decorationDrawings = [
  { key: 'headphones', name: 'Headphones' },
  { key: 'cassette-halo', name: 'Cassette halo' },
  { key: 'laurel', name: 'Laurel' },
  { key: 'stars', name: 'Stars' },
  { key: 'flame-ring', name: 'Flame ring' },
  { key: 'vinyl-ring', name: 'Vinyl ring' },
  { key: 'pixel-crown', name: 'Pixel crown' },
  { key: 'equaliser', name: 'Equaliser' },
] as const;

/** Places that a link may lead to and that have a mark of their own. */
export const linkIcons = [
  'soundcloud',
  'spotify',
  'youtube',
  'bandcamp',
  'instagram',
  'tiktok',
  'twitch',
  'discord',
  'x',
  'github',
] as const;

export type LinkIcon = (typeof linkIcons)[number];

/** Colours of a profile where the member has chosen none (part 1 §9). */
export const defaultTheme = {
  primary: '#ff6b35',
  secondary: '#00b4d8',
  background: '#1a1a1a',
  accent: '#ffd60a',
} as const;

export const profileFonts = ['RANGERS', 'Arial', 'Helvetica', 'Georgia', 'Times New Roman'] as const;

export type ProfileFont = (typeof profileFonts)[number];

export const cursorEffects = ['none', 'sparkle', 'glow', 'rainbow', 'fire'] as const;

export type CursorEffect = (typeof cursorEffects)[number];

export const backgroundEffects = ['none', 'particles', 'waves', 'matrix', 'stars'] as const;

export type BackgroundEffect = (typeof backgroundEffects)[number];

/** Animated text effects of a display name (an upgrade opens them). */
export const nameEffects = ['none', 'shimmer', 'pulse', 'wave'] as const;

export type NameEffect = (typeof nameEffects)[number];

export const backgroundKinds = ['image', 'video', 'audio'] as const;

export type BackgroundKind = (typeof backgroundKinds)[number];
