import type { RankKey } from '#people/ledger/contract/ranks.ts';

/** The second ladder of part 1: staff give these by hand, as they give custom roles. */
export const givenRanks = [
  'outlaw',
  'phantom',
  'reaper',
  'warlord',
  'overlord',
  'abyss_walker',
  'hellborn',
  'godslayer',
] as const satisfies readonly RankKey[];

/** True for a rank that staff give by hand. */
export function isGivenRank(key: string): key is (typeof givenRanks)[number] {
  return (givenRanks as readonly string[]).includes(key);
}
