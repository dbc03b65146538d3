import type { WordWarning } from '#content/moderation/contract/endpoints.ts';
import { moderation as limits } from '#content/moderation/contract/limits.ts';

const readable = /[\p{L}\p{N}]/gu;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/** Signs that mean something in a regular expression, and nothing here: `$`, `+`, `|` and `.` inside a word may be meant as written. */
const pattern = /[\\^*?[\](){}]|[.+$|]$|^[.+|]|\.[+*?]/u;

/** What staff should know of a word that they want to ban, without having tried it. */
export function warningsOf(word: string): WordWarning[] {
  const letters = word.match(readable)?.length ?? 0;
  return [
    ...(letters === 0 ? (['unreadable'] as const) : []),
    ...(letters > 0 && word.length < 2 ? (['too_short'] as const) : []),
    ...(letters > 0 && emoji.test(word) ? (['emoji'] as const) : []),
    ...(letters > 0 && pattern.test(word) ? (['pattern'] as const) : []),
    ...(letters === 2 || (letters === 1 && word.length >= 2) ? (['short'] as const) : []),
  ];
}

/** Whether a word is one that members write all the time. */
export const isCommon = (matched: number, checked: number): boolean =>
  matched >= limits.commonTexts && matched >= checked * limits.commonShare;
