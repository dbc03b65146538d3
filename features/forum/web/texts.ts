import { countText } from '#platform/web/lib/format.ts';

/** "1 credit", "12 credits": the word alone. */
export const creditsWord = (count: number): string => (count === 1 ? 'credit' : 'credits');

/** "1 credit", "1,200 credits". */
export const creditsText = (count: number): string => `${countText(count)} ${creditsWord(count)}`;
