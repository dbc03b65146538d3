import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';

/** Why a member cannot write, in the catalogue's words; null when nothing of theirs forbids it. */
export function postingRestriction(viewer: Viewer): string | null {
  if (!viewer.verified) return shownErrors.verification_required.text;
  if (viewer.suspendedUntil !== null) return shownErrors.suspended.text;
  if (viewer.silencedUntil !== null) return shownErrors.silenced.text;
  return null;
}
