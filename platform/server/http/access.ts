import { type Access, type AccessCondition, accessConditions, accessLevels } from '#platform/contract/access.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { Refusal } from './refusal.ts';
import { type Viewer, isStaff } from './viewer.ts';

/** Whether a viewer meets a condition of an access level. */
const has: Readonly<Record<AccessCondition, (viewer: Viewer) => boolean>> = {
  signedIn: () => true,
  secondFactor: (viewer) => !viewer.twoFactorMissing,
  verified: (viewer) => viewer.verified,
  notSuspended: (viewer) => viewer.suspendedUntil === null,
  staff: isStaff,
  admin: (viewer) => viewer.isAdmin,
  notSilenced: (viewer) => viewer.silencedUntil === null,
  termsAccepted: (viewer) => !viewer.legalPending,
};

/** When a viewer meets the condition again, if that is known. */
const endOf = (condition: AccessCondition, viewer: Viewer): Date | null =>
  ({ notSuspended: viewer.suspendedUntil, notSilenced: viewer.silencedUntil })[condition as string] ?? null;

/**
 * Authorisation: checks every condition of an endpoint's access level in `accessLevels`. Nothing else does.
 * @param signIn the code that a visitor gets, where an endpoint has one of its own
 * @throws {Refusal} with the code of the first condition that is not met
 */
export function checkAccess(access: Access, viewer: Viewer | null, signIn: ErrorCode = 'sign_in_required'): void {
  for (const condition of accessLevels[access].asks) {
    if (!viewer) throw new Refusal(signIn);
    if (has[condition](viewer)) continue;
    const until = endOf(condition, viewer);
    throw new Refusal(accessConditions[condition].code, until ? { meta: { until: until.toISOString() } } : {});
  }
}
