/** Limits of copyright complaints and counter-notices. Numbers that staff may change are site settings. */
export const rights = {
  /** Characters. */
  nameMax: 120,
  addressMax: 300,
  phoneMax: 40,
  workMin: 20,
  workMax: 4000,
  linkMax: 500,
  reasonMax: 1000,
  statementMax: 4000,
  /** Days for which the link of a complaint's confirmation is good; then what nobody confirmed is deleted. */
  confirmDays: 3,
  /** Business days after a counter-notice: from the first on the content may come back, after the last it does. */
  restoreFromBusinessDays: 10,
  restoreByBusinessDays: 14,
  /** Days before the end of the time for a counter-notice at which the member is reminded. */
  counterReminderDays: 3,
} as const;
