export const people = {
  newestMembers: 12,
  postsOnProfile: 20,
  membersPerPage: 24,
  /** Members that one search shows, and names that a search in special roles reads on each side. */
  searchResults: 48,
  searchCandidates: 500,
  searchMax: 50,
  leaderboard: 50,
  podium: 3,
  /** A member's own place is counted as far as this. */
  ownPlaceMax: 1000,
  statementLines: 30,
} as const;

export const memberFilters = ['all', 'staff', 'special'] as const;

export type MemberFilter = (typeof memberFilters)[number];

export const memberOrders = ['xp', 'newest'] as const;

export type MemberOrder = (typeof memberOrders)[number];

export const leaderboardPeriods = ['all', 'month', 'week'] as const;

export type LeaderboardPeriod = (typeof leaderboardPeriods)[number];
