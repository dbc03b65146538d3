/** The sections of the settings, in the order of the specification. */
export const sections = [
  { key: 'profile', label: 'Profile' },
  { key: 'links', label: 'Links' },
  { key: 'colors', label: 'Colors' },
  { key: 'font', label: 'Font' },
  { key: 'layout', label: 'Layout' },
  { key: 'premium', label: 'Premium' },
  { key: 'decorations', label: 'Decorations' },
  { key: 'account', label: 'Account' },
] as const;
export type SectionKey = (typeof sections)[number]['key'];
