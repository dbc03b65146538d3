import type { Access } from '#contract/endpoint.ts';
import { Refusal } from './refusal.ts';
import { type Viewer, isStaff } from './viewer.ts';

/**
 * The one place that decides whether somebody may knock at a door.
 * @throws {Refusal} with the code that says what is missing.
 */
export function checkAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'public') return;
  if (!viewer) throw new Refusal('sign_in_required');
  if (access === 'session') return;
  if (!viewer.verified) throw new Refusal('verification_required');
  if (viewer.suspendedUntil) throw new Refusal('suspended', { meta: { until: viewer.suspendedUntil.toISOString() } });
  if (access === 'speaker' && viewer.silencedUntil) {
    throw new Refusal('silenced', { meta: { until: viewer.silencedUntil.toISOString() } });
  }
  if (access === 'moderator' && !isStaff(viewer)) throw new Refusal('forbidden');
  if (access === 'admin' && !viewer.isAdmin) throw new Refusal('forbidden');
}
