/** What the Ultimate Package and every tier open (decisions §10), as pages list it. */
export const opened: readonly string[] = [
  'Custom forum post banners',
  'Pin one of your own posts',
  'Name glow colours',
  'Role badge text',
  'Animated text effects',
  'Listing priority',
];
