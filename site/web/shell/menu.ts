import {
  ContactRound,
  Disc,
  Droplet,
  Gem,
  Globe,
  House,
  Images,
  LayoutGrid,
  ListMusic,
  LogIn,
  LogOut,
  type LucideIcon,
  Medal,
  Megaphone,
  MessagesSquare,
  PartyPopper,
  Music,
  Scissors,
  Settings,
  ShieldCheck,
  Sparkle,
  Trophy,
  User,
  Users,
} from 'lucide-react';
import { type SiteParts, shownParts } from '#platform/web/lib/page/shown-parts.ts';

/** The viewer, as far as the layout needs to know. */
export interface ShellViewer {
  id: string;
  displayName: string;
  username: string;
  avatarUrl: string | null;
  isAdmin: boolean;
  isModerator: boolean;
}

/** One entry of the side menu: a link, or an action of the shell. */
export interface MenuEntry {
  label: string;
  icon: LucideIcon;
  /** The link's target; without it, `action` names the action. */
  to?: string;
  action?: 'sign-out';
  /** Who sees it; everybody unless said. */
  for?: 'members' | 'visitors' | 'staff';
}

/** Entries under one label. */
export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

/**
 * The side menu, in the order of the specification:
 *
 * - Main: Home /, Announcements /announcements, Community /community, Forum /forum, Listening Parties
 * /listening-parties, Self Promotion /self-promotion, Gallery /gallery, and Uploads /uploads
 * - Content: Drumkits /drumkits, Editing Packs /editing-packs, Leaks /leaks, Songs /songs, Spotify Showcase
 * /spotify-showcase
 * - Community: Leaderboards /leaderboards, Members /members, Ranks /ranks
 * - User: Profile, Friends /friends, Upgrades /upgrades, Settings /settings, for staff Admin /admin, then Sign In (visitors) or Sign Out (members)
 */
export const menu: readonly MenuGroup[] = [
  {
    label: 'Main',
    entries: [
      { label: 'Home', to: '/', icon: House },
      { label: 'Announcements', to: '/announcements', icon: Megaphone },
      { label: 'Community', to: '/community', icon: Globe },
      { label: 'Forum', to: '/forum', icon: MessagesSquare },
      { label: 'Listening Parties', to: '/listening-parties', icon: PartyPopper },
      { label: 'Self Promotion', to: '/self-promotion', icon: Sparkle },
      { label: 'Gallery', to: '/gallery', icon: Images },
      { label: 'Uploads', to: '/uploads', icon: Disc },
    ],
  },
  {
    label: 'Content',
    entries: [
      { label: 'Drumkits', to: '/drumkits', icon: LayoutGrid },
      { label: 'Editing Packs', to: '/editing-packs', icon: Scissors },
      { label: 'Leaks', to: '/leaks', icon: Droplet },
      { label: 'Sets', to: '/sets', icon: ListMusic },
      { label: 'Songs', to: '/songs', icon: Music },
      { label: 'Spotify Showcase', to: '/spotify-showcase', icon: Disc },
    ],
  },
  {
    label: 'Community',
    entries: [
      { label: 'Leaderboards', to: '/leaderboards', icon: Trophy },
      { label: 'Members', to: '/members', icon: ContactRound },
      { label: 'Ranks', to: '/ranks', icon: Medal },
    ],
  },
  {
    label: 'User',
    entries: [
      { label: 'Profile', to: '/profile', icon: User, for: 'members' },
      { label: 'Friends', to: '/friends', icon: Users, for: 'members' },
      { label: 'Upgrades', to: '/upgrades', icon: Gem, for: 'members' },
      { label: 'Settings', to: '/settings', icon: Settings, for: 'members' },
      { label: 'Admin', to: '/admin', icon: ShieldCheck, for: 'staff' },
      { label: 'Sign In', to: '/auth', icon: LogIn, for: 'visitors' },
      { label: 'Sign Out', action: 'sign-out', icon: LogOut, for: 'members' },
    ],
  },
];

/** The phone's bottom bar. */
export const bottomEntries: readonly MenuEntry[] = [
  { label: 'Home', to: '/', icon: House },
  { label: 'Forum', to: '/forum', icon: MessagesSquare },
  { label: 'Parties', to: '/listening-parties', icon: PartyPopper },
  { label: 'Gallery', to: '/gallery', icon: Images },
  { label: 'Me', to: '/profile', icon: User },
];

/** Those entries whose parts this site shows, by the names that it gives them. */
export const shownIn = (parts: SiteParts | undefined, entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  shownParts(parts, entries, ({ to }) => to);

/** The groups with the entries that this viewer has, in the order of this site; a group without any is left out. */
export function menuFor(viewer: ShellViewer | null, parts?: SiteParts): MenuGroup[] {
  const isStaff = viewer !== null && (viewer.isAdmin || viewer.isModerator);
  const isFor = { members: viewer !== null, visitors: viewer === null, staff: isStaff };
  const { order = [], links = [] } = parts ?? {};
  return menu
    .map(({ label, entries }, at) => ({
      label,
      // Own links stand before what is the member's own.
      entries: [...shownIn(parts, entries), ...(at === 2 ? links.map((link) => ({ ...link, icon: Globe })) : [])]
        .filter((entry: MenuEntry) => !entry.for || isFor[entry.for])
        .toSorted((one, other) => order.indexOf(other.to!) - order.indexOf(one.to!)),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Whether an entry is the page at `path`, or the section that holds it. The member's own page is Profile. */
export function isCurrent(entry: MenuEntry, path: string, viewer: ShellViewer | null): boolean {
  if (!entry.to) return false;
  if (entry.to === '/') return path === '/';
  if (entry.to === '/profile')
    return path === '/profile' || (viewer !== null && path === `/profile/${viewer.username}`);
  if (entry.to === '/listening-parties' && path.startsWith('/listening-party/')) return true;
  return path === entry.to || path.startsWith(`${entry.to}/`);
}
