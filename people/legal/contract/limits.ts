/** The texts that an operator writes for a site, in the order in which pages link them. */
export const legalTexts = [
  { key: 'terms', title: 'Terms of use' },
  { key: 'privacy', title: 'Privacy policy' },
  { key: 'rules', title: 'Community rules' },
] as const;
/** The key of a text: one of the above, or of an own page. */
export type LegalKey = string;

/** Whether a text is an own page of the site (setting `ownPages`), which nobody has to accept. */
export const isOwnPage = (key: LegalKey): boolean => legalTexts.every((text) => text.key !== key);

/** Where a text is read. */
export const legalPath = (key: LegalKey): string => `/${isOwnPage(key) ? 'pages' : 'legal'}/${key}`;

/** Limits of these texts, in characters. */
export const legal = {
  sourceMax: 60_000,
  noteMax: 500,
  /** Versions of one text that a list shows, newest first. */
  versionsShown: 50,
} as const;
