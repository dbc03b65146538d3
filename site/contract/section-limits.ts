/** A part of the site that admins rename, hide or switch off. */
export interface Section {
  /** As the specification names it. */
  readonly label: string;
  /** Its page, which the menu may lead to. */
  readonly page: string;
  /** Beginnings of its addresses: pages, documents, and endpoints below `/api/v1` as the contract writes them. */
  readonly paths: readonly string[];
  /** Content kinds that belong to it. */
  readonly kinds: readonly string[];
  /** First words of its live topics. */
  readonly topics: readonly string[];
}

const shared = (label: string, page: string, kind: string, topic: string): Section => ({
  label,
  page,
  paths: [page],
  kinds: [kind, `${kind}_reply`],
  topics: [page.slice(1), topic],
});

/** Every section. Where several own an address, it is there only while all of them are switched on. */
const ownSections = {
  songs: shared('Songs', '/songs', 'song', 'song'),
  drumkits: shared('Drumkits', '/drumkits', 'drumkit', 'drumkit'),
  'editing-packs': shared('Editing Packs', '/editing-packs', 'editing_pack', 'editing-pack'),
  leaks: shared('Leaks', '/leaks', 'leak', 'leak'),
  'self-promotion': shared('Self Promotion', '/self-promotion', 'self_promotion_post', 'self-promotion'),
  gallery: {
    label: 'Gallery',
    page: '/gallery',
    paths: ['/gallery', '/sitemap-gallery.xml'],
    kinds: ['gallery_image'],
    topics: ['gallery'],
  },
  parties: {
    label: 'Listening Parties',
    page: '/listening-parties',
    paths: ['/listening-parties', '/listening-party', '/parties', '/embed/party'],
    kinds: ['listening_party', 'party_message'],
    topics: ['parties', 'party', 'party-stage'],
  },
  sets: {
    ...shared('Sets', '/sets', 'set', 'set'),
    paths: ['/sets', '/embed/set', '/parties/:partyId/queue/set'],
  },
  showcase: {
    label: 'Spotify Showcase',
    page: '/spotify-showcase',
    paths: ['/spotify-showcase', '/showcases'],
    kinds: ['spotify_showcase'],
    topics: [],
  },
  uploads: {
    label: 'Uploads',
    page: '/uploads',
    paths: [
      '/uploads',
      '/sitemap-uploads.xml',
      '/embed/track',
      '/search/tracks',
      '/podcasts',
      '/podcast-settings',
      '/profile/:username/podcast.xml',
    ],
    kinds: ['upload', 'upload_version', 'upload_comment'],
    topics: ['uploads', 'upload'],
  },
  // What was paid goes on: the provider's events, its portal and the invoices stay.
  payments: {
    label: 'Upgrades',
    page: '/upgrades',
    paths: ['/upgrades', '/payments/offers', '/payments/checkout', '/payments/upgrades'],
    kinds: [],
    topics: [],
  },
  credits: {
    label: 'Credits',
    page: '/ranks/statement',
    paths: [
      '/ranks/statement',
      '/ledger/entries',
      '/tips',
      '/forum/posts/:postId/tip',
      '/forum/posts/:postId/unlock',
      '/drumkits/:itemId/buy',
      '/editing-packs/:itemId/buy',
    ],
    kinds: [],
    topics: [],
  },
  ranks: { label: 'Ranks', page: '/ranks', paths: ['/ranks'], kinds: [], topics: [] },
} as const satisfies Readonly<Record<string, Section>>;

/** Fixed categories of the forum: posts are of one by its key; the Image Board shows the gallery's images. */
const categories = {
  dox: 'Dox',
  'image-board': 'Image Board',
  marketplace: 'Marketplace',
  leaks: 'Leaks',
  music: 'Music',
  nsfw: '18+',
} as const;

export type CategoryKey = keyof typeof categories;
export type SectionId = keyof typeof ownSections | `forum-${CategoryKey}`;

/** The section that a fixed category is. */
export const categoryId = <K extends string>(key: K): `forum-${K}` => `forum-${key}`;
export const categoryKeys = Object.keys(categories) as CategoryKey[];

/** Everything that can be renamed, hidden or switched off, by its id. */
export const sections = {
  ...ownSections,
  ...(Object.fromEntries(
    Object.entries(categories).map(([key, label]) => [
      categoryId(key),
      { label, page: `/forum?category=${key}`, paths: [], kinds: [], topics: [] },
    ]),
  ) as unknown as Readonly<Record<`forum-${CategoryKey}`, Section>>),
} satisfies Readonly<Record<SectionId, Section>> as Readonly<Record<SectionId, Section>>;
export const sectionIds = Object.keys(sections) as SectionId[];

/** What a site begins with: the sections that are switched off. */
export const sectionPresets = {
  everything: { label: 'Everything', off: [] },
  'no-leaks': { label: 'No leaks and dox', off: ['leaks', 'forum-dox', 'forum-leaks'] },
  'music-only': {
    label: 'Music only',
    off: ['editing-packs', 'leaks', 'gallery', ...categoryKeys.filter((key) => key !== 'music').map(categoryId)],
  },
  'forum-only': {
    label: 'Forum only',
    off: [
      'songs',
      'drumkits',
      'editing-packs',
      'leaks',
      'self-promotion',
      'gallery',
      'parties',
      'sets',
      'showcase',
      'uploads',
      'forum-image-board',
    ],
  },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly off: readonly SectionId[] }>>;
export type SectionPreset = keyof typeof sectionPresets;

/** Characters of a section's name and of a link's, which stand between commas; how many links there may be. */
export const sectionNameMax = 40;
export const menuLinksMax = 10;

/** Own pages of a site, and what their addresses end with: `/pages/imprint`. */
export const ownPagesMax = 20;
export const ownPageKeyMax = 40;
export const ownPageKey = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What a link of the menu may lead to: a page of the site, or a whole address. */
export const isMenuAddress = (address: string): boolean =>
  address.length <= 500 && /^(https?:\/\/[^\s"<>\\,]+|\/(?![/\\])[^\s"<>\\,]*)$/.test(address);

/** The parts of a setting that is a list with commas, each once. */
export const partsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** The names of a setting such as `songs: Beats, leaks: Finds`, by the section. */
export function namesOf(text: string): Map<string, string> {
  return new Map(
    partsOf(text).map((part) => {
      const at = part.indexOf(':');
      return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
    }),
  );
}

/** Whether an address begins with one of some paths: it is the path, below it, or a document of it. */
export const isWithin = (address: string, paths: readonly string[]): boolean =>
  paths.some((path) => address === path || address.startsWith(`${path}/`) || address === `${path}.atom`);
