import {
  BadgeCheck,
  Ban,
  ChartColumn,
  Copyright,
  HardDrive,
  Hourglass,
  ImageUp,
  Inbox,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  Scale,
  ScrollText,
  SlidersHorizontal,
  Sparkle,
  Tags,
  Ticket,
  Users,
} from 'lucide-react';
import type { StaffCounts } from '#features/staff/contract/endpoints.ts';

/** One tab of the admin panel. */
export interface StaffTab {
  /** Its address below `/admin`: the route file is `site/web/routes/admin.<key>.tsx`. */
  readonly key: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The number that stands on it. */
  readonly count?: keyof StaffCounts;
  /** Who sees it; all staff unless said. */
  readonly for?: 'admins';
}

/** Tabs under one label. */
export interface StaffTabGroup {
  readonly label: string;
  readonly tabs: readonly StaffTab[];
}

/**
 * The tabs of `/admin`. A tab is one line here and a route file, whose loader stands in `forStaff`; title, navigation, rights
 * and the count come from the line.
 */
export const tabGroups: readonly StaffTabGroup[] = [
  {
    label: 'Review',
    tabs: [
      { key: 'queue', label: 'Queue', icon: Inbox, count: 'queue' },
      { key: 'pending-posts', label: 'Pending Posts', icon: Sparkle, count: 'pendingPosts' },
      { key: 'pending-images', label: 'Pending Images', icon: ImageUp, count: 'pendingImages' },
      { key: 'forum-posts', label: 'Forum Posts', icon: MessagesSquare, count: 'forumPosts' },
      { key: 'complaints', label: 'Complaints', icon: Copyright, count: 'complaints' },
    ],
  },
  {
    label: 'People',
    tabs: [
      { key: 'users', label: 'Users', icon: Users },
      { key: 'custom-roles', label: 'Custom Roles', icon: BadgeCheck },
      { key: 'invitations', label: 'Invitations', icon: Ticket, for: 'admins' },
    ],
  },
  {
    label: 'Site',
    tabs: [
      { key: 'overview', label: 'Overview', icon: ChartColumn },
      { key: 'banned-words', label: 'Banned words', icon: Ban },
      { key: 'categories', label: 'Categories', icon: Tags },
      { key: 'announcements', label: 'Announcements', icon: Megaphone },
      { key: 'audit-log', label: 'Audit log', icon: ScrollText },
      { key: 'storage', label: 'Storage', icon: HardDrive, for: 'admins' },
      { key: 'jobs', label: 'Jobs and mail', icon: Hourglass },
      { key: 'site-settings', label: 'Site settings', icon: SlidersHorizontal, for: 'admins' },
      { key: 'legal-texts', label: 'Legal texts', icon: Scale, for: 'admins' },
    ],
  },
];

/** The tab at a path; undefined for `/admin` itself. */
export function tabAt(path: string): StaffTab | undefined {
  const key = path.split('/')[2];
  return tabGroups.flatMap((group) => group.tabs).find((tab) => tab.key === key);
}
