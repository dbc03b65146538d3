import type { Viewer } from '#contract/accounts.ts';
import { errors } from '#contract/errors.ts';

/** Why a member cannot write, in the catalogue's words; null when nothing of theirs forbids it. */
export function whyMute(viewer: Viewer): string | null {
  if (!viewer.verified) return errors.verification_required.text;
  if (viewer.suspendedUntil !== null) return errors.suspended.text;
  if (viewer.silencedUntil !== null) return errors.silenced.text;
  return null;
}
