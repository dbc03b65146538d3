import { rewards } from '#contract/limits/ledger.ts';
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

/** Start of the UTC day of a timestamp. */
export function startOfUtcDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** The UTC day of a timestamp, `2026-01-31`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The times that leaderboards sum up. */
export type XpPeriod = 'month' | 'week';

/** The UTC day on which the month or week of a timestamp began, `2026-01-31`; weeks begin on Monday. */
export function periodStart(period: XpPeriod, at: Date): string {
  const day = period === 'month' ? 1 : at.getUTCDate() - ((at.getUTCDay() + 6) % 7);
  return utcDay(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), day)));
}

/** What an entry was for, in words. Kinds that this table does not know are written out. */
export function entryTitle(kind: string, amount: number): string {
  const isIn = amount > 0;
  const titles: Readonly<Record<string, string>> = {
    daily_visit: 'Daily login',
    forum_post: 'Forum post',
    community_event: 'Community event',
    song: 'Song uploaded',
    gallery_image: 'Gallery image approved',
    take_back: 'Reward taken back',
    pay_again: 'Reward paid again',
    correction: 'Correction by staff',
    tip: isIn ? 'Tip received' : 'Tip sent',
    unlock: isIn ? 'Your post was unlocked' : 'Post unlocked',
  };
  return titles[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');
}

/** The content that a cause names, by kind and id; null where it names none. */
export function contentOfCause(cause: string): { kind: string; id: string } | null {
  const [, kind, id] = /^([a-z_]+):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[:#]|$)/.exec(cause) ?? [];
  if (kind === undefined || id === undefined) return null;
  // What members pay one another names the post that it was for.
  return { kind: kind === 'tip' || kind === 'unlock' ? 'forum_post' : kind, id };
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
