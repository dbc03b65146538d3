import type { ErrorCode } from '#contract/errors.ts';
import type { Decider } from '#server/platform/content-kind.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';

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

/** How a member of staff is called beside their name. */
export function staffTitle(of: { readonly isAdmin: boolean }): 'Admin' | 'Moderator' {
  return of.isAdmin ? 'Admin' : 'Moderator';
}
