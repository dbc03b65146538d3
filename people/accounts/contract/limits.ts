import { marks } from '#platform/contract/text-limits.ts';
export const account = {
  passwordMin: 8,
  passwordMax: 128,
  displayNameMax: 50,
  defaultDisplayName: 'Anonymous User',
  usernameMin: 3,
  usernameMax: 24,
  usernamePattern: marks.usernamePattern,
  emailMax: 254,
  bioMax: 500,
  recoveryCodes: 10,
  /** Minutes that a mailed link or code is good for. */
  verifyLinkMinutes: 24 * 60,
  resetLinkMinutes: 60,
  emailCodeMinutes: 10,
  /** Seconds for which the page waits before it offers to send a link again. */
  resendSeconds: 30,
  /** Days for which the former address of an account can undo its change. */
  undoEmailDays: 7,
  /** Events of an account's security that are listed, and as many failed attempts beside them, and the days for which they are. */
  securityEventsMax: 100,
  securityEventDays: 90,
  invitationDays: 14,
  /** Invitations that can be open at once, and days for which one that nobody joined by is listed after its end. */
  invitationsOpenMax: 1000,
  invitationListedDays: 90,
  invitationsPerPage: 30,
  /** Session life in days where the operator sets no other; it is prolonged while in use. */
  sessionDays: 30,
  /** Days after which a session ends, however much it is used. */
  sessionMaxDays: 365,
  /** Hours for which an account is new, where the operator has set nothing else. */
  newAccountHours: 24,
  /** Days for which the home page leads a new member on. */
  newDays: 14,
  /** Percent of every spam threshold that a new account gets (decisions §4: half), likewise. */
  newAccountPercent: 50,
  /** Days until a deletion that was asked for is carried out (decisions §11: within a day). */
  deletionHours: 24,
  /** Days until a data export is deleted. */
  exportDays: 7,
} as const;
