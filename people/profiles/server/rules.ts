import { type RankKey, isRank, ranks } from '#people/ledger/contract/ranks.ts';
import type { Badge, Person } from '#platform/contract/shapes.ts';
import { customization, nameEffects, type NameEffect } from '#people/profiles/contract/appearance-limits.ts';
import type { NameStyle } from './tables.ts';

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
  readonly nameStyle: NameStyle | null;
  readonly sharesName: boolean;
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
  sharesName: false,
};

/** A colour that may stand in a style, in small letters; null for anything else that a column may hold. */
export function colorOf(value: unknown): string | null {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;
}

/** A number within its limits; the fallback where it is none. */
export function within(value: unknown, { min, max }: { min: number; max: number }, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : fallback;
}

/** One of the known words; null for anything else. */
export function oneOf<const T extends string>(value: unknown, words: readonly T[]): T | null {
  return words.find((word) => word === value) ?? null;
}

/** The effect of a name, as the profile page and the hover card show it. */
export function nameEffectOf(style: NameStyle | null): NameEffect {
  return oneOf(style?.effect, nameEffects) ?? 'none';
}

function glowOf(style: NameStyle | null): Person['glow'] {
  const color = colorOf(style?.glow_color);
  if (color === null) return null;
  const { nameGlow } = customization;
  return { color, intensity: Math.round(within(style?.glow_intensity, nameGlow, nameGlow.default)) };
}

/** The role badge with the member's own text in place of its label; staff keep theirs. */
function shownBadge(row: PersonRow, customRoles: ReadonlyMap<string, CustomRole>): Badge {
  const badge = roleBadge(row, customRoles);
  const text = row.nameStyle?.badge_text;
  if (row.isAdmin || row.isModerator || typeof text !== 'string' || text === '') return badge;
  return { ...badge, label: [...text].slice(0, customization.badgeTextMax).join('') };
}

/** A profile's row as a person; a missing one is 'Unknown User'. */
export function toPerson(row: PersonRow | null | undefined, customRoles: ReadonlyMap<string, CustomRole>): Person {
  if (!row) return unknownPerson;
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    badge: shownBadge(row, customRoles),
    glow: glowOf(row.nameStyle),
    sharesName: row.sharesName,
  };
}

/** A member's name in a sentence: with the username, if the name of another member is confusable with it. */
export function nameInWords({ displayName, username, sharesName }: Person): string {
  return sharesName ? `${displayName} (@${username})` : displayName;
}
