import { isRank } from '#contract/ranks.ts';
import { saysStaff } from '#server/features/profiles/rules/reserved-names.ts';

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
