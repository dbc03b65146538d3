/** The part of the bundler's module information that is needed here. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** The frame of all pages, and parts that come after a click, among the users of a module. */
const FRAME = 'frame';
const LATE = 'late';

const isAccount = (page: string): boolean => page === 'auth' || page === 'settings.account';
/** Pages of the operator, which few readers ever load: nothing of theirs goes into the files of all pages. */
const isAdmin = (page: string): boolean => page === 'admin' || page.startsWith('admin.');
/** The sections of the settings, their frame, and the page of the banner. */
const isSettings = (page: string): boolean =>
  page === 'customize' || page === 'settings' || page.startsWith('settings.');
/** The frame of the settings, and the section that edits no profile. */
const isFrame = (page: string): boolean => page === 'settings' || page === 'settings.account';
/** Pages that render a member's appearance. */
const showsAppearance = (page: string): boolean => page === 'profile.$username' || isSettings(page);
const isForum = (page: string): boolean => page.startsWith('forum.');
/** The home page and a member's page hold a feed too. */
const isFeed = (page: string): boolean =>
  page === 'index' || page === 'profile.$username' || page.startsWith('uploads.');
const isRanks = (page: string): boolean => page.startsWith('ranks.');
const isPeople = (page: string): boolean =>
  page === 'community' || page === 'members' || page === 'leaderboards' || isRanks(page);
/** Grids of pictures: the gallery, the Image Board of the forum's list, and a member's images. */
const isGrid = (page: string): boolean => page === 'gallery' || page === 'forum.index' || page === 'profile.$username';
const isThread = (page: string): boolean => page === 'forum.post.$postId';
/** Lists and single things of every type of what members share. */
const isSharing = (page: string): boolean => /^(songs|drumkits|editing-packs|leaks|self-promotion|sets)\./.test(page);

/** The home page, and the page of the same feed. */
const isHome = (page: string): boolean => page === 'index' || page === 'uploads.index';
/** Lists of what members make, the home page among them. */
const isList = (page: string): boolean =>
  ['index', 'uploads.index', 'forum.index', 'gallery'].includes(page) || (isSharing(page) && page.endsWith('.index'));

/** Pages of several families. */
const isWide = (pages: readonly string[]): boolean =>
  pages.length > 1 &&
  !(pages.some(isThread) && pages.every((page) => isForum(page) || isFeed(page) || isSharing(page))) &&
  ![
    (page: string) => isForum(page) || isFeed(page),
    isGrid,
    isSharing,
    showsAppearance,
    (page: string) => isAccount(page) || isSettings(page) || isAdmin(page),
    isPeople,
  ].some((family) => pages.every(family));
/** Pages of the forum and pages with a feed. */
const isBoth = (pages: readonly string[]): boolean => pages.some(isForum) && pages.some(isFeed);

const isIcon = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const isPlayer = /[\\/]features[\\/]player[\\/]/;

/** Modules that are placed by their users: our own, and the drawings of icons. */
const isOurs = (id: string): boolean =>
  id.includes('node_modules') ? isIcon.test(id) : /[\\/](web|contract)[\\/]/.test(id);

/**
 * A file of modules that several pages, or a page and its late parts, have in common. The first that fits is taken,
 * with everything that it imports and nothing before it took: so the widest shared come first.
 */
const groups: readonly { name: string; fits: (pages: readonly string[], isLate: boolean, id: string) => boolean }[] = [
  { name: 'site', fits: (pages) => pages.includes(FRAME) },
  // The drawing of an icon: with a post, or in a file for all others, so that no late part brings the pages of its
  // icons.
  {
    name: 'shared',
    fits: (pages, isLate, id) => pages.some(isThread) && (isIcon.test(id) ? isLate || pages.length > 1 : isWide(pages)),
  },
  {
    name: 'icons',
    fits: (pages, isLate, id) => isIcon.test(id) && !pages.some(isThread) && (isLate || pages.length > 1),
  },
  // Fields of the account's forms that other pages have too.
  {
    name: 'forms',
    fits: (pages) =>
      !pages.some(isThread) &&
      pages.some(isAccount) &&
      !pages.every((page) => isAccount(page) || isSettings(page) || isAdmin(page)),
  },
  { name: 'content', fits: (pages) => pages.some(isThread) && pages.some(isFeed) },
  {
    name: 'grids',
    fits: (pages) =>
      pages.length > 1 && pages.every((page) => page === 'gallery' || isSharing(page)) && pages.includes('gallery'),
  },
  // What of both a post has no use for; and, apart from it, what no list has a use for either: transfers, friendships,
  // a member's appearance, payments.
  { name: 'lists', fits: (pages) => pages.length > 2 && isWide(pages) && pages.some(isHome) },
  // What lists have in common, but not with the home page, which everybody loads.
  { name: 'cards', fits: (pages) => pages.length > 2 && isWide(pages) && pages.some(isList) },
  { name: 'rest', fits: (pages) => pages.length > 2 && isWide(pages) },
  {
    name: 'composer',
    fits: (pages) => isBoth(pages) && !pages.every(isGrid) && pages.every((page) => isForum(page) || isFeed(page)),
  },
  // A sound that is no track: on pages of sharing at once, in a post once it has one.
  {
    name: 'sound',
    fits: (pages, isLate, id) => isLate && isPlayer.test(id) && pages.length > 0 && pages.every(isSharing),
  },
  // What tracks in pages and the bar at the bottom have in common: the bar is on every page once something was played.
  { name: 'player', fits: (pages, isLate, id) => isLate && pages.length > 0 && isPlayer.test(id) },
  { name: 'feed', fits: (pages) => pages.length > 1 && pages.every(isFeed) },
  { name: 'pictures', fits: (pages) => pages.length > 1 && pages.every(isGrid) },
  { name: 'appearance', fits: (pages) => pages.length > 1 && pages.every(showsAppearance) && !pages.every(isSettings) },
  // The account needs nothing of what the sections of the profile have in common.
  { name: 'settings-frame', fits: (pages) => pages.length > 1 && pages.every(isSettings) && pages.some(isFrame) },
  { name: 'sections', fits: (pages, isLate) => pages.length > 1 && !isLate && pages.every(isSettings) },
  { name: 'forum', fits: (pages, isLate) => (isLate || pages.length > 1) && pages.some(isThread) },
  { name: 'forum-lists', fits: (pages) => pages.length > 1 && pages.every(isForum) },
  {
    name: 'sharing',
    fits: (pages, isLate) => (isLate || pages.length > 1) && pages.length > 0 && pages.every(isSharing),
  },
  { name: 'ranks', fits: (pages, isLate) => isLate && pages.length > 0 && pages.every(isRanks) },
  { name: 'people', fits: (pages) => pages.length > 1 && pages.every(isPeople) },
  { name: 'staff', fits: (pages, isLate) => (isLate || pages.length > 1) && pages.length > 0 && pages.every(isAdmin) },
  { name: 'account', fits: (pages) => pages.length > 1 && pages.some(isAccount) },
];

/**
 * Few files for a page, and in them only what it uses. Left alone the bundler makes a file of every module that two
 * pages share: 40 for a post. What is not named here stays with its page or its late part.
 * @param entry path of the browser's entry
 */
export function chunkGroups(entry: string) {
  const above = groups.length;
  let users: Map<string, string[]> | undefined;
  return [
    {
      name: 'framework',
      test: /[\\/]node_modules[\\/](@tanstack|react|react-dom|scheduler|use-sync-external-store)[\\/]/,
      priority: above + 2,
    },
    {
      name: 'base-ui',
      test: /[\\/]node_modules[\\/]@(base-ui|floating-ui)[\\/]/,
      entriesAware: true,
      entriesAwareMergeThreshold: 10_000,
      priority: above + 1,
    },
    ...groups.map((group, at) => ({
      debugName: group.name,
      test: (id: string) => isOurs(id),
      priority: above - at,
      name(id: string, graph: Graph) {
        users ??= usersOfModules(entry, graph);
        const known = users.get(id) ?? [];
        const pages = known.filter((user) => user !== LATE);
        // What stands on the kit's library would bring it to every page that loads the group for something else.
        const isKit = graph.getModuleInfo(id)?.importedIds.some((below) => below.includes('@base-ui')) ?? false;
        if (isKit && !pages.includes(FRAME)) return null;
        return groups.find((candidate) => candidate.fits(pages, known.includes(LATE), id)) === group
          ? group.name
          : null;
      },
    })),
  ];
}

/** Which pages load each module of ours without waiting, and whether a late part does. */
function usersOfModules(entry: string, graph: Graph): Map<string, string[]> {
  const users = new Map<string, string[]>();
  const roots = new Map([[entry, FRAME]]);
  const walk = (id: string, user: string): void => {
    const known = users.get(id) ?? [];
    if (known.includes(user) || !isOurs(id)) return;
    users.set(id, [...known, user]);
    const module = graph.getModuleInfo(id);
    for (const below of module?.importedIds ?? []) walk(below, user);
    for (const later of module?.dynamicallyImportedIds ?? [])
      roots.set(later, /routes[\\/](.+)\.tsx\?tsr-split=/.exec(later)?.[1] ?? LATE);
  };
  // Roots that are found on the way are walked too.
  for (const [id, user] of roots) walk(id, user);
  return users;
}
