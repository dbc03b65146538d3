import type { Access } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { Refusal } from './refusal.ts';
import { type Viewer, isStaff } from './viewer.ts';

/**
 * The one place that checks the access level of an endpoint.
 * @param signIn the code that a visitor gets, where an endpoint has one of its own
 * @throws {Refusal} with the code that says what is missing.
 */
export function checkAccess(access: Access, viewer: Viewer | null, signIn: ErrorCode = 'sign_in_required'): void {
  if (access === 'public') return;
  if (!viewer) throw new Refusal(signIn);
  if (access === 'session') return;
  if (viewer.twoFactorMissing) throw new Refusal('two_factor_setup_required');
  if (!viewer.verified) throw new Refusal('verification_required');
  if (viewer.suspendedUntil) throw new Refusal('suspended', { meta: { until: viewer.suspendedUntil.toISOString() } });
  if (access === 'member') return;
  if (access === 'moderator' && !isStaff(viewer)) throw new Refusal('forbidden');
  if (access === 'admin' && !viewer.isAdmin) throw new Refusal('forbidden');
  // The work of staff is read by others too: names, announcements, reasons.
  if (viewer.silencedUntil) throw new Refusal('silenced', { meta: { until: viewer.silencedUntil.toISOString() } });
  // The work of staff goes on: they may have to correct the very text.
  if (access === 'speaker' && viewer.legalPending) throw new Refusal('terms_acceptance_required');
}
