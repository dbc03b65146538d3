/** The texts that an operator writes for a site, in the order in which pages link them. */
export const legalTexts = [
  { key: 'terms', title: 'Terms of use' },
  { key: 'privacy', title: 'Privacy policy' },
  { key: 'rules', title: 'Community rules' },
] as const;
export type LegalKey = (typeof legalTexts)[number]['key'];

/** Limits of these texts, in characters. */
export const legal = {
  sourceMax: 60_000,
  noteMax: 500,
  /** Versions of one text that a list shows, newest first. */
  versionsShown: 50,
} as const;
