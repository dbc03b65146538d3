import { operations } from '#features/staff/contract/operation-limits.ts';
import { isRank } from '#people/ledger/contract/ranks.ts';
import { saysStaff } from '#people/profiles/server/rules/reserved-names.ts';

/** Whom an action of staff aims at. */
interface Target {
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isModerator: boolean;
}

interface Actor {
  readonly profileId: string;
  readonly isAdmin: boolean;
}

/** Whether staff may toggle the moderator flag of a member or assign a role: not of admins, but by an admin. */
export const mayAssign = (actor: Actor, target: Target, onlyAdmins: boolean): boolean =>
  actor.isAdmin || (!onlyAdmins && !target.isAdmin);

/** Whether staff may warn, silence or suspend a member: nobody themselves, and no moderator staff. */
export const mayRestrict = (actor: Actor, target: Target): boolean =>
  actor.profileId !== target.id && (actor.isAdmin || !(target.isAdmin || target.isModerator));

/** The name of a role as it is stored and compared: in small letters, with `_` for what is neither letter nor digit. */
export function roleNameOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** Whether a role would be taken for staff or for a rank of the site. */
export const isReservedRole = (name: string, displayName: string, siteName: string): boolean =>
  isRank(name) || saysStaff(name.replaceAll('_', ' '), siteName) || saysStaff(displayName, siteName);

/** A mail address of which only the first letter and the host can be read. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`;
}

/** What is left out of an error that staff read, and what stands there instead. */
const secrets: readonly (readonly [RegExp, string])[] = [
  // Addresses of services: user, password and query.
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s/@"']*@/gi, '$1'],
  [/(\b[a-z][a-z\d+.-]*:\/\/[^\s?#"']*)[?#][^\s"']*/gi, '$1'],
  [/[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
  [
    /\b(password|passwd|pass|secret|token|key|authorization|bearer|cookie)\b["']?\s*[:=]?\s*["']?[^\s"',;]+/gi,
    '$1 […]',
  ],
  // Keys and tokens: long words with digits.
  [/\b(?=[\w-]*\d)[\w-]{24,}/g, '[…]'],
];

/** The first line of an error without addresses, passwords and tokens, for the admin panel. */
export function shownError(error: string): string {
  const [line = ''] = error.trim().split('\n', 1);
  const shown = secrets.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line.slice(0, 2000));
  const characters = [...shown];
  return characters.length <= operations.errorMax ? shown : `${characters.slice(0, operations.errorMax - 1).join('')}…`;
}
