/** Characters of the text that visitors read on the home page. */
export const homeTextMax = 10_000;
/** Characters of a site's own styles. */
export const styleMax = 20_000;
/** First parts of the addresses that never have them: nothing locks an admin out, or looks like a form for a password. */
export const plainPages = [
  'admin',
  'auth',
  'settings',
  'customize',
  'welcome',
  'legal',
  'upgrades',
  'payment-success',
  'unsubscribe',
] as const;
/** Characters of a text that new members read. */
export const welcomeTextMax = 400;
/** A tag that says what a member makes: its characters, and how many a site may offer. */
export const makeTag = { max: 24, count: 40 } as const;
/** Texts of the software for new members; settings may change them. */
export const welcomeDefaults = {
  helloText: 'Good to have you here. These are the rules that everybody follows; they take a minute to read.',
  welcomeText: 'Three short steps, so that others know who you are and you find whom to listen to. Skip what you like.',
  introductionText: 'Say hello in the forum: who you are, what you make, and what you would like to hear about.',
  firstXpText:
    'XP counts what you do here, such as visits, posts and events. It raises your rank; it cannot be bought.',
  makes:
    'Beats, Songs, Vocals, Lyrics, Guitar, Keys, Drums, Sound design, Mixing, Mastering, DJ sets, Podcasts, Video editing, Motion graphics, Visuals, Artwork',
} as const;
/** Faces that a site may take; all but the first have a file of styles, `/fonts/{key}.css` (`scripts/fonts.ts`). */
export const siteFonts = {
  archivo: 'Archivo',
  inter: 'Inter',
  nunito: 'Nunito, rounded',
  'source-serif': 'Source Serif, with serifs',
  atkinson: 'Atkinson Hyperlegible, letters that are hard to confuse',
  system: "The reader's own, nothing to load",
} as const;
export type SiteFont = keyof typeof siteFonts;

/** Settings whose value is an uploaded picture. */
export const sitePictures = ['logo', 'icon', 'cover', 'mailHead', 'mailHeadDark'] as const;
export type SitePicture = (typeof sitePictures)[number];
/** Pixels of the picture in preview cards: what other sites ask for. */
export const coverSize = { width: 1200, height: 630 } as const;
/** Pixels of the head of mails, twice as wide as it is shown, and at most so high. */
export const mailHeadSize = { width: 944, height: 320 } as const;
/** Pixels a side of the site's logo and icon. */
export const logoSide = 512;
/** Grounds of logos that would be lost on one of the themes. */
export const logoGrounds = { light: '#ffffff', dark: '#1a1a1a' } as const;
/** The main colour of the software: `--primary` of `platform/web/styles/tokens.css`. */
export const stockColor = '#ff6b35';
/** Its second colour: `--secondary`. */
export const stockSecond = '#00b4d8';

/**
 * Spam thresholds: so many of a kind in the window; the rest of the window is then the cooldown. Settings may change
 * them.
 */
export const spam = {
  windowMinutes: 10,
  posts: 5,
  replies: 20,
  uploads: 5,
  /** Of a chat. */
  messages: 200,
} as const;

/** Defaults of settings that staff may change. */
export const settingDefaults = {
  /** Hours within which the same content is a duplicate. */
  duplicateHours: 1,
  /** Links to other sites in a text of a new member; with more it is held. */
  newMemberLinks: 3,
  /** A text is held from so many accounts on that wrote it within so many hours. */
  sameTextAccounts: 3,
  sameTextHours: 24,
  /** Percent of the words of two texts that they must have in common to count as the same. */
  nearTextPercent: 60,
  /** Largest file and room of a member in MB, where the operator does not say otherwise (decisions §5). */
  uploadMegabytes: 512,
  /** Largest file of who has the right to larger ones (decisions §10: Premium and up). */
  largerUploadMegabytes: 2048,
  quotaMegabytes: 5120,
  /** Default of the site settings. */
  counterNoticeDays: 14,
  infringerStrikes: 3,
  infringerMonths: 12,
} as const;
