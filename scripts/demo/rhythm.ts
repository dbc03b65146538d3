import type { Thread } from './parse.ts';
import type { Random } from './random.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The share of the community that is awake, by hour of the UTC day: mostly Europe, some America. */
const awake = [
  0.55, 0.4, 0.25, 0.12, 0.06, 0.06, 0.12, 0.3, 0.5, 0.6, 0.65, 0.65, 0.7, 0.65, 0.6, 0.6, 0.65, 0.75, 0.9, 1, 1, 0.95,
  0.85, 0.7,
];

/** The next time at which somebody might write: at once by day, often only in the morning when it is night. */
export function whenAwake(random: Random, at: number): number {
  let when = at;
  while (!random.chance(awake[new Date(when).getUTCHours()]!)) when += random.between(25, 70) * MINUTE;
  return when;
}

/** Time that a text says has passed, in days; null where it says nothing. */
function saidToPass(text: string): number | null {
  if (/\b(?:after a month|a month later|four weeks later)\b/i.test(text)) return 29;
  if (/\b(?:after|in) two weeks\b|\btwo weeks (?:later|in)\b|\bfortnight\b/i.test(text)) return 14;
  if (/\b(?:after a week|a week later|week later|one week in)\b/i.test(text)) return 7;
  if (/^(?:update|report|follow-up)\b/i.test(text)) return 3;
  if (/\b(?:slept on it|next day|this morning|last night|yesterday)\b/i.test(text)) return 0.8;
  return null;
}

/**
 * When the replies of a thread come, in order: a first one within the hour, a burst, pauses of a night, and weeks where
 * a text says so.
 * @param start the post's timestamp, in milliseconds
 */
export function replyTimes(random: Random, thread: Thread, start: number): number[] {
  let at = start;
  return thread.replies.map((reply, index) => {
    const own = reply.author === thread.author;
    const days = own && index > 0 ? saidToPass(reply.text) : null;
    if (days !== null) at += days * DAY * random.between(0.9, 1.25);
    else if (index > 2 && random.chance(0.1)) at += random.between(5, 26) * HOUR;
    else {
      const median = index === 0 ? 26 : reply.to === index - 1 || own ? 9 : 15 + index * 1.5;
      at += Math.max(1.5, random.around(median, 0.9)) * MINUTE;
    }
    at = whenAwake(random, at);
    return at;
  });
}
