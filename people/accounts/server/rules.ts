import { randomInt } from 'node:crypto';
import { account } from '#people/accounts/contract/limits.ts';
import { isReservedUsername } from '#people/profiles/server/rules/reserved-names.ts';

function usernameOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, account.usernameMax)
    .replace(/_+$/, '');
}

/** What keeps a name from being derived. */
interface UsernameRules {
  readonly siteName?: string;
  /** Says of what cannot be a name for its words. */
  readonly forbids?: (name: string) => boolean;
  /** Staff may be called what they are, such as `owner`. */
  readonly isStaff?: boolean;
}

/**
 * Candidates for a new member's username (decisions §2), best first: from the display name, else (none, the default
 * one, or nothing usable in it) from the email's local part; then with digits. None is reserved; all fit the pattern.
 */
export function usernameCandidates(
  displayName: string,
  email: string,
  { siteName = 'Looproom', forbids = () => false, isStaff = false }: UsernameRules = {},
): string[] {
  const isReserved = (name: string): boolean => !isStaff && isReservedUsername(name, siteName);
  const local = email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/, '');
  const fromName = displayName === account.defaultDisplayName ? '' : usernameOf(displayName);
  const isFree = (name: string): boolean =>
    name.length >= account.usernameMin && !isReserved(`${name}2`) && !forbids(name);
  const base = [fromName, usernameOf(local)].find(isFree) ?? 'member';
  const withDigits = (digits: number | string): string =>
    `${base.slice(0, account.usernameMax - String(digits).length)}${digits}`;
  const numbered = [2, 3, 4, 5].map(withDigits);
  const scattered = [1000, 100_000, 10_000_000]
    .flatMap((size) => [randomInt(size, size * 10), randomInt(size, size * 10)])
    .map(withDigits);
  return [base, ...numbered, ...scattered].filter((name) => !isReserved(name));
}

/** Browser and system in words, from a user agent: `Firefox on Linux`. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const browsers: [RegExp, string][] = [
    [/\bEdgA?\//, 'Edge'],
    [/\bOPR\//, 'Opera'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
    [/\bSafari\//, 'Safari'],
  ];
  const systems: [RegExp, string][] = [
    [/\b(iPhone|iPad)\b/, 'iOS'],
    [/\bAndroid\b/, 'Android'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b/, 'macOS'],
    [/\bCrOS\b/, 'ChromeOS'],
    [/\bLinux\b/, 'Linux'],
  ];
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
