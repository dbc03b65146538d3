/** XP and credits by cause (decisions §3). */
export const rewards = {
  dailyVisit: { xp: 10, credits: 0 },
  forumPost: { xp: 25, credits: 5 },
  communityEvent: { xp: 50, credits: 0 },
  song: { xp: 0, credits: 2 },
  galleryImage: { xp: 0, credits: 1 },
  /** Rewarded posts, and rewarded uploads, a UTC day. */
  perDay: 8,
} as const;

/** What members pay one another, in credits; 1 credit = 1 cent (decisions §3). */
export const prices = { tip: 10, unlock: 100 } as const;

/** Days that credits from other members rest before they can be spent, where the site has no other setting. */
export const creditsRestDays = 7;

/** Rights that upgrades and tiers open (decisions §10). */
export const entitlements = [
  'custom_banner',
  'pin_own_post',
  'name_glow',
  'role_badge_text',
  'animated_text',
  'listing_priority',
  'larger_uploads',
] as const;

export type Entitlement = (typeof entitlements)[number];

/** Paid tiers: US cents a month, and what each opens beside the rights above (decisions §10). */
export const tiers = [
  { key: 'vip', name: 'VIP', centsPerMonth: 500, hasLargerUploads: false },
  { key: 'premium', name: 'Premium', centsPerMonth: 1000, hasLargerUploads: true },
  { key: 'omega_premium', name: 'Omega Premium', centsPerMonth: 1500, hasLargerUploads: true },
] as const;

/** US cents of the Premium plan that is paid once (decisions §10). */
export const premiumLifetimeCents = 800;

/** The upgrade of `/upgrades` (part 2 §3). `credits`: what it costs in credits, where the operator sets no other price. */
export const upgrade = {
  key: 'ultimate-package',
  name: 'Ultimate Package',
  description: 'Custom forum banners, pin posts, name colors and badges.',
  cents: 999,
  credits: 999,
  features: [
    'Custom forum post banners',
    'Pin posts to top',
    'Custom name glow colors',
    'Custom role badges',
    'Animated text effects',
    'Priority visibility',
    'Exclusive customization',
  ],
} as const;

export type Tier = (typeof tiers)[number]['key'];

/** Everything that can be bought. What each opens is decided on the server (`openedBy` of the ledger). */
export const products = ['vip', 'premium', 'omega_premium', 'premium_lifetime', upgrade.key] as const;

export type Product = (typeof products)[number];

/** What a product is called on pages, in mails and at the provider. */
export const productNames: Readonly<Record<Product, string>> = {
  vip: 'VIP',
  premium: 'Premium',
  omega_premium: 'Omega Premium',
  premium_lifetime: 'Premium, lifetime',
  [upgrade.key]: upgrade.name,
};
