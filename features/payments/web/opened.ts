import type { Entitlement } from '#people/ledger/contract/limits.ts';

/** What the Ultimate Package and every tier open (decisions §10), as pages list it. */
export const opened: readonly { readonly right: Entitlement; readonly label: string }[] = [
  { right: 'custom_banner', label: 'Custom forum post banners' },
  { right: 'pin_own_post', label: 'Pin one of your own posts' },
  { right: 'name_glow', label: 'Name glow colors' },
  { right: 'role_badge_text', label: 'Role badge text' },
  { right: 'animated_text', label: 'Animated text effects' },
  { right: 'listing_priority', label: 'Listing priority' },
];

/** What all that Premium opens adds to it. */
export const openedByPremium: typeof opened = [...opened, { right: 'larger_uploads', label: 'Larger uploads' }];
