const locale = 'en';
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** A count with thousands separators: 12,345. */
export function countText(value: number): string {
  return whole.format(value);
}

/** A count as the specification shortens it: from 1,000 with K, from 1,000,000 with M, one decimal. */
export function shortCount(value: number): string {
  const size = Math.abs(value);
  // What would round up to 1000.0K is a million.
  if (size >= 999_950) return `${(value / 1_000_000).toFixed(1)}M`;
  if (size >= 1000) return `${(value / 1000).toFixed(1)}K`;
  return whole.format(value);
}

const ordinal = new Intl.PluralRules(locale, { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** A place on a board as it is spoken: 1st place. */
export const placeText = (place: number): string =>
  `${countText(place)}${endings[ordinal.select(place)] ?? 'th'} place`;

/** US cents as a price: $9.99; a round amount has no cents: $5. */
export function priceText(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}

/** Seconds as a tape counter shows them: 3:31, 1:02:09. */
export function durationText(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Bytes in words: 4.2 MB. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  return `${step === 0 || value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' });

/**
 * How long ago, short: "now", "14 min ago", "3 hr. ago", "2 days ago"; from a week on the day itself, with its
 * year when that is another.
 * Never call it while rendering on the server: use `RelativeTime`.
 */
export function relativeTime(date: Date, now: number, timeZone?: string): string {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const size = Math.abs(seconds);
  // The page's clock ticks once a minute: what was made since the last tick is not in the future.
  if (size < 45 || (seconds > 0 && seconds <= 60)) return 'now';
  if (size < hour)
    return relative
      .format(Math.sign(seconds) * Math.max(1, Math.floor(size / minute)), 'minute')
      .replace('min.', 'min');
  if (size < day) return relative.format(Math.sign(seconds) * Math.floor(size / hour), 'hour').replace('hr.', 'h');
  if (size < 7 * day) return relative.format(Math.sign(seconds) * Math.floor(size / day), 'day');
  const text = shortDate(date, timeZone);
  const year = shortDate(new Date(now), timeZone).slice(-6);
  return text.endsWith(year) ? text.slice(0, -6) : text;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day: "Nov 21, 2026". In the reader's zone unless one is named; the server must name UTC. */
export function shortDate(date: Date, timeZone?: string): string {
  // Written by hand: a page on the server has dozens, and Intl takes a tenth of the page's time for them.
  if (timeZone === 'UTC') return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  return date.toLocaleDateString(locale, { year: 'numeric', month: 'short', day: 'numeric', ...zone(timeZone) });
}

/** Hour and minute: "4:55 AM". */
export function shortTime(date: Date): string {
  return date.toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' });
}

/** Day, time and zone: "Saturday, November 21, 2026 at 4:55 AM UTC". */
export function fullDate(date: Date, timeZone?: string): string {
  return date.toLocaleString(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...zone(timeZone),
  });
}

/** Day and time in UTC, spelled the same by every engine, for what server and browser must both write: "Nov 21, 2026, 04:55 UTC". */
export function utcDate(date: Date): string {
  return `${shortDate(date, 'UTC')}, ${date.toISOString().slice(11, 16)} UTC`;
}

function zone(timeZone: string | undefined): { timeZone?: string } {
  return timeZone === undefined ? {} : { timeZone };
}

/** A key of music in words: `A minor` for `Am`. */
export const keyText = (key: string): string => (key.endsWith('m') ? `${key.slice(0, -1)} minor` : `${key} major`);
