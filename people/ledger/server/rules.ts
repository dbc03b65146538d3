import {
  type Entitlement,
  type Product,
  type Tier,
  entitlements,
  products,
  rewards,
} from '#people/ledger/contract/limits.ts';
import { ladder, rankForXp } from '#people/ledger/contract/ranks.ts';

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
    purchase: isIn ? 'Your kit was bought' : 'Kit bought',
    refund_by_site: 'Paid back by the site: removed by staff',
    refund: isIn ? 'Paid back: removed by staff' : 'Paid back to a buyer',
    unlock: isIn ? 'Your post was unlocked' : 'Post unlocked',
    upgrade: isIn ? 'Upgrade paid back' : 'Upgrade bought',
  };
  return titles[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');
}

/** The content that a cause names, by kind and id; null where it names none. */
export function contentOfCause(cause: string): { kind: string; id: string } | null {
  const [, kind, id] = /^(?:tip:)?([a-z_]+):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[:#]|$)/.exec(cause) ?? [];
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

/** What may be granted: a product with all that it opens, or one right by itself. */
export type Grant = Product | Entitlement;

const isProduct = (name: string): name is Product => (products as readonly string[]).includes(name);
const isRight = (name: string): name is Entitlement => (entitlements as readonly string[]).includes(name);

/** Rights of the Ultimate Package and of every tier (decisions §10). */
const ofEverybodyWhoPays = entitlements.filter((right) => right !== 'larger_uploads');

const rightsOfProduct: Readonly<Record<Product, readonly Entitlement[]>> = {
  vip: ofEverybodyWhoPays,
  premium: entitlements,
  omega_premium: entitlements,
  premium_lifetime: entitlements,
  'ultimate-package': ofEverybodyWhoPays,
};

/**
 * The rights that a grant opens: the one place that knows what an upgrade or a tier is good for.
 * @param name a product, or a right that was granted by itself; what is neither opens nothing
 */
export function openedBy(name: string): readonly Entitlement[] {
  if (isProduct(name)) return rightsOfProduct[name];
  return isRight(name) ? [name] : [];
}

/** Every grant that opens a right. */
export const grantsWith = (right: Entitlement): readonly Grant[] =>
  [...products, ...entitlements].filter((name) => openedBy(name).includes(right));

/** The tier that a product is shown as; null for the upgrade, which gives no badge. */
const tierOfProduct: Readonly<Record<Product, Tier | null>> = {
  vip: 'vip',
  premium: 'premium',
  omega_premium: 'omega_premium',
  premium_lifetime: 'premium',
  'ultimate-package': null,
};
const tierOrder: readonly Tier[] = ['vip', 'premium', 'omega_premium'];

/** The highest tier among grants; null where none is one. */
export function highestTier(names: Iterable<string>): Tier | null {
  const held = new Set([...names].filter(isProduct).map((name) => tierOfProduct[name]));
  return tierOrder.findLast((tier) => held.has(tier)) ?? null;
}
