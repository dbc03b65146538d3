/** Why a text is held that has a banned word whose action is to hold. */
export const HELD_WORDS = 'words that staff read first';
/** Why something is held whose file was hidden before. */
export const RETURNED_FILE = 'a file that was hidden after a complaint';
/** Why something is held whose archive has programs, or archives that nobody has opened, and little else. */
export const PROGRAMS_ALONE = 'an archive of programs';
/** Why something is held whose archive the virus scanner has refused. */
export const INFECTED = 'an archive that the virus scanner refused';
/** Why a text of a new member is held. */
export const MANY_LINKS = 'many links of a new member';
/** Why a text of an account is held that was made while many were with addresses of one mail host. */
export const SIGN_UP_BURST = 'an account from a burst of sign-ups';
/** Why a text is held that others have written too. */
export const SAME_TEXT = 'the same text from several accounts';
/** Why something is held that members have reported. */
export const REPORTED = 'reports of members';
/** Why something is held that staff hid until they have decided. */
export const HELD_BY_STAFF = 'held by staff';
/** Why something is held whose author staff have asked to change it. */
export const CHANGE_ASKED = 'a change that staff asked for';
/** Why something is held whose publication staff took back. */
export const TAKEN_BACK = 'a decision that was taken back';
/** Why something is held that came back after a removal, and had waited before it. */
export const RESTORED = 'restored before its review';
/** Why a text is held while the checks of texts fail. */
export const UNCHECKED = 'unchecked text';

const sentences: Readonly<Record<string, string>> = {
  [HELD_WORDS]: 'it has words that staff read before they are published',
  [MANY_LINKS]: 'it has several links, and your account is new',
  [SIGN_UP_BURST]: 'your account is new, and many were made with your mail provider at the time',
  [REPORTED]: 'several members have reported it',
  [SAME_TEXT]: 'other accounts have posted the same text',
  [HELD_BY_STAFF]: 'staff look at it',
  [CHANGE_ASKED]: 'staff have asked for a change, in a notification',
  [TAKEN_BACK]: 'staff look at it again',
  [RESTORED]: 'it was waiting for review before it was removed',
  [UNCHECKED]: 'its text could not be checked',
  [PROGRAMS_ALONE]: 'its archive holds programs or further archives and little else',
  [INFECTED]: 'the virus scanner found something in its archive',
  [RETURNED_FILE]: 'a file in it was hidden before, after a copyright complaint',
};

/** Why something is held, as a part of a sentence. @param reasons kinds of private information, or the reasons of this file */
function whyHeld(reasons: readonly string[]): string {
  const kinds = reasons.filter((reason) => sentences[reason] === undefined);
  return [
    ...(kinds.length > 0 ? [`it seems to contain private information (${kinds.join(', ')})`] : []),
    ...reasons.flatMap((reason) => sentences[reason] ?? []),
  ].join(', and ');
}

/** The message to an author of what is held. */
export function holdNotice(reasons: readonly string[]): string {
  return `This is waiting for staff review: ${whyHeld(reasons)}. Only you and staff can see it. You will get a notification.`;
}

/** The message to staff who read what is held of somebody else. */
export function holdNoticeForStaff(reasons: readonly string[]): string {
  return `Held for review: ${whyHeld(reasons)}. Only its author and staff can see it. Decide about it in the moderation queue.`;
}
