/** One picture of the documentation. */
interface Documented {
  /** Name of the screen in `list.ts`. */
  readonly screen: string;
  readonly width: number;
  readonly theme: 'dark' | 'light';
  /** Its text alternative, and its caption in `docs/screens.md`. */
  readonly about: string;
}

/** The pictures that `docs/screens` holds, in the order of `docs/screens.md`. All others are made on demand. */
export const documented: readonly Documented[] = [
  { screen: 'uploads-visitor', width: 1440, theme: 'dark', about: 'The feed with waveforms' },
  { screen: 'home-member', width: 1440, theme: 'dark', about: 'Home of a member' },
  { screen: 'upload-playing', width: 1440, theme: 'light', about: 'A track that plays, with timed comments' },
  { screen: 'forum-visitor', width: 1440, theme: 'light', about: 'The forum' },
  { screen: 'post-visitor', width: 1440, theme: 'dark', about: 'A forum post with its replies' },
  { screen: 'gallery-visitor', width: 1440, theme: 'dark', about: 'The gallery' },
  { screen: 'profile-night', width: 1440, theme: 'dark', about: 'A profile with its member’s appearance' },
  { screen: 'settings-colors', width: 1440, theme: 'light', about: 'Settings: the colours of a profile' },
  { screen: 'admin-queue', width: 1440, theme: 'light', about: 'The moderation queue with an open item' },
  { screen: 'admin-reason', width: 1440, theme: 'dark', about: 'The question before a removal' },
  { screen: 'admin-appeal', width: 1440, theme: 'light', about: 'An appeal in the queue' },
  { screen: 'admin-member', width: 1440, theme: 'light', about: 'A member, as staff see them' },
  { screen: 'admin-complaints', width: 1440, theme: 'dark', about: 'A copyright complaint' },
  { screen: 'admin-site-settings', width: 1440, theme: 'dark', about: 'Site settings' },
  { screen: 'forum-visitor', width: 360, theme: 'light', about: 'The forum on a phone' },
  ...both('kit-odd-sounds', 'A kit with AIFF, CAF and Ogg: the AIFF plays'),
  ...both('kit-japanese', 'A kit with Japanese names'),
  ...both('clip-anamorphic', 'A video of 1440 × 1080 pixels that are not square'),
  ...both('clip-hdr', 'A video in HLG'),
  ...both('covers-player', 'Covers of tracks in the player and its queue'),
  ...both('covers-party', 'A cover on the stage of a party'),
  ...both('covers-embed', 'Covers in an embedded player'),
];

/** On a phone and on a wide screen. */
function both(screen: string, about: string): readonly Documented[] {
  return [
    { screen, width: 1440, theme: 'dark', about },
    { screen, width: 360, theme: 'light', about: `${about}, on a phone` },
  ];
}

/** `docs/screens.md`: each picture above its caption. */
export function screensPage(): string {
  const pictures = documented.map(
    ({ screen, width, theme, about }) => `![${about}](screens/${pictureName(screen, width, theme)})\n\n${about}.\n`,
  );
  const head =
    'Taken of the demo community (`npm run demo`). `npm run screens -- --docs` makes them and this page again; `npm run screens` makes every screen at four widths in both themes, into the folder `screens`, which git ignores.';
  return `# Screenshots\n\n${head}\n\n${pictures.join('\n')}`;
}

/** The file's name of a picture. */
export function pictureName(screen: string, width: number, theme: string): string {
  return `${screen}-${width}-${theme}.webp`;
}
