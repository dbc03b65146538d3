import { type RankKey, isRank, ranks } from '#contract/ranks.ts';
import type { Badge, Person } from '#contract/shapes.ts';
import type { AppearanceSettings } from './tables.ts';

/** An active row of `custom_roles`, as badges show it. */
export interface CustomRole {
  readonly name: string;
  readonly displayName: string;
  readonly colorHex: string;
}

/** Columns of `profiles` that a name on a page is made of. */
export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly customRole: string | null;
  readonly isAdmin: boolean;
  readonly isModerator: boolean;
  readonly appearanceSettings: AppearanceSettings;
}

/** A display name as searches compare it: composed (NFKC), in small letters, with single blanks. */
export function displayNameKey(displayName: string): string {
  return displayName.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function rankBadge(key: RankKey): Badge {
  const rank = ranks[key];
  return { key, label: rank.label, color: rank.color, icon: rank.icon, glows: rank.glows };
}

/**
 * The role badge (decisions §3): admin, else moderator, else `custom_role`, else wanderer. A `custom_role` that names
 * an active row of `custom_roles` shows its label and colour; anything unknown is wanderer.
 */
export function roleBadge(
  of: Pick<PersonRow, 'isAdmin' | 'isModerator' | 'customRole'>,
  customRoles: ReadonlyMap<string, CustomRole>,
): Badge {
  if (of.isAdmin) return rankBadge('admin');
  if (of.isModerator) return rankBadge('moderator');
  if (of.customRole !== null) {
    const custom = customRoles.get(of.customRole);
    if (custom)
      return { key: custom.name, label: custom.displayName, color: custom.colorHex, icon: 'wanderer', glows: true };
    // A custom role of a staff name never shows as staff.
    if (isRank(of.customRole) && of.customRole !== 'admin' && of.customRole !== 'moderator')
      return rankBadge(of.customRole);
  }
  return rankBadge('wanderer');
}

/**
 * The rank badge of profile surfaces (decisions §3): staff show the highest rank, everybody else what the role badge
 * shows.
 */
export function profileRank(
  of: Pick<PersonRow, 'isAdmin' | 'isModerator' | 'customRole'>,
  customRoles: ReadonlyMap<string, CustomRole>,
): Badge {
  return of.isAdmin || of.isModerator ? rankBadge('void_emperor') : roleBadge(of, customRoles);
}

/** The person of a missing author (part 1 §8). */
export const unknownPerson: Person = {
  id: null,
  username: 'unknown',
  displayName: 'Unknown User',
  avatarUrl: null,
  badge: rankBadge('wanderer'),
  glow: null,
};

/** A profile's row as a person; a missing one is 'Unknown User'. */
export function toPerson(row: PersonRow | null | undefined, customRoles: ReadonlyMap<string, CustomRole>): Person {
  if (!row) return unknownPerson;
  const look = row.appearanceSettings;
  const color = look.username_glow_color;
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    badge: roleBadge(row, customRoles),
    glow:
      look.username_glow_enabled && color !== undefined && /^#[0-9a-f]{6}$/i.test(color)
        ? { color, intensity: Math.min(20, Math.max(1, look.username_glow_intensity ?? 5)) }
        : null,
  };
}
