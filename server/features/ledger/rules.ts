import { rewards } from '#contract/limits.ts';
import { ladder, rankForXp } from '#contract/ranks.ts';

/** Kinds of reward and their amounts. */
export const rewardOf = {
  daily_visit: rewards.dailyVisit,
  forum_post: rewards.forumPost,
  community_event: rewards.communityEvent,
  song: rewards.song,
  gallery_image: rewards.galleryImage,
} as const;
export type RewardKind = keyof typeof rewardOf;

/** Rewarded kinds that count against the same daily cap (decisions §3: 8 posts and 8 uploads a day). */
export const cappedWith: Readonly<Partial<Record<RewardKind, readonly RewardKind[]>>> = {
  forum_post: ['forum_post'],
  song: ['song', 'gallery_image'],
  gallery_image: ['song', 'gallery_image'],
};

/** Start of the UTC day of a moment. */
export function startOfUtcDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** The UTC day of a moment, `2026-01-31`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/**
 * What a change of XP does to the rank (decisions §3): crossing a threshold sets the ladder's rank, unless staff or a
 * paid tier set the role. Null where nothing changes.
 */
export function rankChange(
  before: {
    xp: number;
    customRole: string | null;
    source: 'xp' | 'staff' | 'tier' | null;
  },
  xp: number,
): { rank: string; promoted: boolean; name: string } | null {
  if (before.source === 'staff' || before.source === 'tier') return null;
  const rank = rankForXp(xp);
  if (rank === rankForXp(before.xp)) return null;
  return { rank, promoted: xp > before.xp, name: ladder.find((step) => step.rank === rank)!.name };
}
