import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';

/** Whose content somebody of staff wants to change. */
export interface Authored {
  readonly authorId: string;
  /** The author is an admin now. */
  readonly authorIsAdmin: boolean;
}

/**
 * Whether staff may change, remove and restore what this member made: moderators do not touch what is an admin's, and who
 * is silenced touches nothing, because authors read the words of staff.
 */
export function mayModerate(content: Pick<Authored, 'authorIsAdmin'>, viewer: Viewer | null): boolean {
  return viewer !== null && isStaff(viewer) && !viewer.silencedUntil && (viewer.isAdmin || !content.authorIsAdmin);
}

/** The code that says why somebody may not change a content: a moderator learns that it is an admin's. */
export function whyNot(content: Authored, viewer: Viewer | null): ErrorCode {
  if (viewer === null || !isStaff(viewer) || viewer.profileId === content.authorId) return 'forbidden';
  return content.authorIsAdmin && !viewer.isAdmin ? 'staff_protected' : 'forbidden';
}

/** Whether a decider may take away what this member made. Their own they may. */
export function mayTakeAway(content: Authored, decider: Decider): boolean {
  return decider === null || decider.isAdmin || decider.profileId === content.authorId || !content.authorIsAdmin;
}

/** A decision about what a member made, as whoever wants to undo it finds it. */
export interface Decided {
  /** Profile id of whose the thing is; null where it is nobody's. */
  readonly authorId: string | null;
  /** Profile id of who decided; null for the operator and for the site itself. */
  readonly decidedBy: string | null;
  /** Who decided is an admin now; so is the operator. */
  readonly byAdmin: boolean;
  /** An accepted copyright complaint hides it. */
  readonly hasComplaint: boolean;
}

/**
 * The policy for every way to undo a decision of staff, whichever endpoint asks: nobody while a copyright complaint stands,
 * never the author, and no moderator what an admin or the operator decided.
 * @param decider null for the operator at the command line, whom only a complaint holds back
 * @returns why somebody may not undo it; null when they may
 */
export function whyNotUndo(
  decided: Decided,
  decider: Decider,
): 'complaint_stands' | 'own_content' | 'staff_protected' | null {
  if (decided.hasComplaint) return 'complaint_stands';
  if (decider === null) return null;
  if (decider.profileId === decided.authorId) return 'own_content';
  return decided.byAdmin && !decider.isAdmin ? 'staff_protected' : null;
}

/** Who does something to a content: a signed-in member, or null for the operator at the command line. */
export type Doer = Pick<Viewer, 'profileId' | 'isAdmin' | 'isModerator'> | null;

/**
 * Whether what somebody does to a content stands in the audit log: all that staff and the operator do, to their own too, and
 * what others than its author do. What members do with their own does not.
 */
export const isRecorded = (doer: Doer, authorId: string | null): boolean =>
  doer === null || doer.profileId !== authorId || isStaff(doer);

/** How a member of staff is called beside their name. */
export function staffTitle(of: { readonly isAdmin: boolean }): 'Admin' | 'Moderator' {
  return of.isAdmin ? 'Admin' : 'Moderator';
}
