import { shownErrors } from '#contract/shown-errors.ts';
import type { Viewer } from '#contract/accounts.ts';
import { countText } from '#web/lib/format.ts';

/** Why a member cannot write, in the catalogue's words; null when nothing of theirs forbids it. */
export function whyMute(viewer: Viewer): string | null {
  if (!viewer.verified) return shownErrors.verification_required.text;
  if (viewer.suspendedUntil !== null) return shownErrors.suspended.text;
  if (viewer.silencedUntil !== null) return shownErrors.silenced.text;
  return null;
}

/** "1 reply", "12 replies": the word alone. */
export const repliesWord = (count: number): string => (count === 1 ? 'reply' : 'replies');

/** "1 credit", "12 credits": the word alone. */
export const creditsWord = (count: number): string => (count === 1 ? 'credit' : 'credits');

/** "1 credit", "1,200 credits". */
export const creditsText = (count: number): string => `${countText(count)} ${creditsWord(count)}`;
