/**
 * One table of ranks serves every surface (decisions §3), and the XP ladder of part 2.
 * Plain values: the browser may import this file at run time.
 */

/** A rank as badges show it. `icon` is the key of a drawn icon (`platform/web/ui/members/rank-icon.tsx`). */
export interface Rank {
  readonly label: string;
  /** Base colour, `#rrggbb`; surfaces adjust it for contrast. */
  readonly color: string;
  readonly icon: string;
  readonly glows: boolean;
}

export const ranks = {
  wanderer: { label: 'Wanderer', color: '#958f86', icon: 'wanderer', glows: false },
  explorer: { label: 'Explorer', color: '#35c8e6', icon: 'explorer', glows: true },
  adventurer: { label: 'Adventurer', color: '#8f7bd8', icon: 'adventurer', glows: true },
  hero: { label: 'Hero', color: '#3ddc97', icon: 'hero', glows: true },
  legend: { label: 'Legend', color: '#ffd60a', icon: 'legend', glows: true },
  mythic: { label: 'Mythic', color: '#ff5fa8', icon: 'mythic', glows: true },
  void_emperor: { label: 'Void Emperor', color: '#b56bff', icon: 'void_emperor', glows: true },
  outlaw: { label: 'Outlaw', color: '#b08968', icon: 'outlaw', glows: false },
  phantom: { label: 'Phantom', color: '#9fb4c7', icon: 'phantom', glows: true },
  reaper: { label: 'Reaper', color: '#c2c2c2', icon: 'reaper', glows: true },
  warlord: { label: 'Warlord', color: '#e0662f', icon: 'warlord', glows: true },
  overlord: { label: 'Overlord', color: '#d94f4f', icon: 'overlord', glows: true },
  abyss_walker: { label: 'Abyss Walker', color: '#4f7cff', icon: 'abyss_walker', glows: true },
  hellborn: { label: 'Hellborn', color: '#ff4b2b', icon: 'hellborn', glows: true },
  godslayer: { label: 'Godslayer', color: '#ffe680', icon: 'godslayer', glows: true },
  vip: { label: 'VIP', color: '#ffb020', icon: 'vip', glows: true },
  premium: { label: 'Premium', color: '#00b4d8', icon: 'premium', glows: true },
  omega_premium: { label: 'Omega Premium', color: '#ff6b35', icon: 'omega_premium', glows: true },
  admin: { label: 'Admin', color: '#ff6b35', icon: 'admin', glows: true },
  moderator: { label: 'Mod', color: '#35c8e6', icon: 'moderator', glows: true },
} as const satisfies Record<string, Rank>;
export type RankKey = keyof typeof ranks;

/** True for a key of the table. */
export function isRank(key: string): key is RankKey {
  return Object.hasOwn(ranks, key);
}

/** The XP ladder: name on `/ranks`, threshold in XP, and the rank that crossing it sets. Lowest first. */
export const ladder = [
  { name: 'User', xp: 0, rank: 'wanderer' },
  { name: 'VIP', xp: 100, rank: 'explorer' },
  { name: 'Premium', xp: 500, rank: 'adventurer' },
  { name: 'Omega Premium', xp: 1000, rank: 'hero' },
  { name: 'Moderator', xp: 2000, rank: 'legend' },
  { name: 'Admin', xp: 5000, rank: 'mythic' },
  { name: 'Owner', xp: 10_000, rank: 'void_emperor' },
] as const satisfies readonly { name: string; xp: number; rank: RankKey }[];

/** The rank that a total of XP earns. */
export function rankForXp(xp: number): LadderStep['rank'] {
  return stepsAt(xp).reached.rank;
}

/** A step of the ladder. */
export type LadderStep = (typeof ladder)[number];

/** Where a total of XP stands: the step that it has reached, and the next one (null on the last). */
export function stepsAt(xp: number): { reached: LadderStep; next: LadderStep | null } {
  const next = ladder.findIndex((step) => step.xp > xp);
  const at = next < 0 ? ladder.length : next;
  return { reached: ladder[Math.max(0, at - 1)] ?? ladder[0], next: ladder[at] ?? null };
}

/** A member's level (decisions §3). */
export function levelForXp(xp: number): number {
  return Math.floor(Math.sqrt(Math.max(0, xp) / 25)) + 1;
}
