import type { Reply } from '#site/contract/contract.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { isGivenRank } from '#people/ledger/contract/rank-limits.ts';
import { rankForXp, ranks } from '#people/ledger/contract/ranks.ts';
import type { StaffMember } from '#features/staff/contract/endpoints.ts';
import { staff } from '#features/staff/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { setStaff } from '#people/accounts/server/actions.ts';
import { soughtNames } from '#people/community/server/rules.ts';
import { checkMayUndoLast } from '#content/moderation/server/rules/undoing.ts';
import { audit } from '#content/moderation/server/store.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { followGrants } from '#people/ledger/server/actions.ts';
import { publishToMember, publishToProfile } from '#people/profiles/server/actions.ts';
import { type CustomRole, nameInWords } from '#people/profiles/server/rules.ts';
import { activeCustomRoles, personOf } from '#people/profiles/server/store.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId, newId } from '#platform/server/ids.ts';
import { badCursor } from '#platform/server/paging.ts';
import {
  type MemberKey,
  type StaffMemberRow,
  adminIds,
  memberById,
  membersAtAddress,
  membersByXp,
  membersNamed,
  membersWithEmail,
  writeRole,
} from './members-store.ts';
import { mayAssign, mayRestrict } from './rules.ts';

/** Data for presenting members beside their rows. */
interface Surroundings {
  readonly roles: ReadonlyMap<string, CustomRole>;
  readonly onlyAdminsAssign: boolean;
  readonly viewer: Viewer;
  readonly at: Date;
}

async function surroundings(ctx: Context, viewer: Viewer): Promise<Surroundings> {
  const [roles, { onlyAdminsAssign }] = await Promise.all([activeCustomRoles(ctx.db), siteSettings(ctx.db)]);
  return { roles, onlyAdminsAssign, viewer, at: ctx.clock.now() };
}

/** An end that has not come yet. */
const pending = (until: Date | null, at: Date): string | null => (until && until > at ? until.toISOString() : null);

function present(row: StaffMemberRow, { roles, onlyAdminsAssign, viewer, at }: Surroundings): StaffMember {
  const target = { id: row.person_id, isAdmin: row.person_is_admin, isModerator: row.person_is_moderator };
  const assigns = mayAssign(viewer, target, onlyAdminsAssign);
  return {
    id: row.person_id,
    person: personOf(row, roles),
    xp: row.xp,
    isAdmin: target.isAdmin,
    isModerator: target.isModerator,
    role: row.person_custom_role,
    roleSource: row.role_source ?? 'xp',
    suspendedUntil: pending(row.suspended_until, at),
    silencedUntil: pending(row.silenced_until, at),
    joinedAt: row.created_at.toISOString(),
    can: {
      toggleModerator: assigns && !target.isAdmin,
      assignRole: assigns,
      restrict: mayRestrict(viewer, target),
      setAdmin: viewer.isAdmin,
    },
  };
}

/** @throws {Refusal} `invalid` */
function keyOf(cursor: string | undefined): MemberKey | null {
  if (cursor === undefined) return null;
  const [xp = '', id = ''] = decodeCursor(cursor, 2) ?? [];
  if (!/^\d{1,9}$/.test(xp) || !isId(id)) throw badCursor();
  return { xp: Number(xp), id };
}

/** Members by XP, or what a search finds. @throws {Refusal} `forbidden` for a moderator who searches by mail or address */
export async function listMembers(
  ctx: Context,
  viewer: Viewer,
  query: {
    readonly after?: string | undefined;
    readonly q?: string | undefined;
    readonly by: 'name' | 'email' | 'address';
  },
): Promise<Reply<'GET /staff/members'>> {
  const { q = '', by } = query;
  if (by !== 'name' && !viewer.isAdmin) throw new Refusal('forbidden');
  const around = await surroundings(ctx, viewer);
  if (q !== '') {
    const names = by === 'name' ? soughtNames(q) : null;
    const rows =
      by === 'email'
        ? await membersWithEmail(ctx.db, q)
        : by === 'address'
          ? await membersAtAddress(ctx.db, q)
          : names
            ? await membersNamed(ctx.db, names)
            : [];
    return { items: rows.map((row) => present(row, around)), next: null };
  }
  const rows = await membersByXp(ctx.db, keyOf(query.after));
  const page = rows.slice(0, staff.membersPerPage);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    items: page.map((row) => present(row, around)),
    next: last ? encodeCursor([last.xp, last.person_id]) : null,
  };
}

/** One member as staff see them. @throws {Refusal} `profile_not_found` */
export async function readMember(ctx: Context, viewer: Viewer, id: string): Promise<StaffMember> {
  const row = await memberById(ctx.db, id);
  if (!row) throw new Refusal('profile_not_found');
  return present(row, await surroundings(ctx, viewer));
}

/** A change of rights, in words for admins and for the member. */
interface RightsChange {
  readonly target: StaffMemberRow;
  /** For admins, after the name of who did it: 'made Ada a moderator'. */
  readonly did: string;
  readonly own: { readonly title: string; readonly message: string };
}

/** Notifies the other admins and the member. */
async function notifyOfChange(ctx: Context, tx: Tx, viewer: Viewer, change: RightsChange): Promise<void> {
  const { target, did, own } = change;
  const cause = `rights:${newId(ctx.clock.now())}`;
  const others = (await adminIds(tx)).filter((id) => id !== viewer.profileId && id !== target.person_id);
  await notify(ctx, tx, others, {
    ...noticeText.staff(`${viewer.displayName} ${did}`, `@${viewer.username} did this in the admin panel.`),
    url: `/admin/users/${target.person_id}`,
    cause,
  });
  if (target.person_id !== viewer.profileId)
    await notify(ctx, tx, [target.person_id], { ...noticeText.staff(own.title, own.message), url: '/ranks', cause });
}

/** @param aimsAtFlag the moderator flag of an admin is nobody's to toggle @throws {Refusal} `profile_not_found`, `staff_protected` */
async function assignable(tx: Tx, viewer: Viewer, id: string, aimsAtFlag: boolean): Promise<StaffMemberRow> {
  const row = await memberById(tx, id, true);
  if (!row) throw new Refusal('profile_not_found');
  if (row.person_is_admin && (aimsAtFlag || !viewer.isAdmin)) throw new Refusal('staff_protected');
  return row;
}

/** @throws {Refusal} `forbidden` where the site leaves this to admins */
async function checkMayAssign(ctx: Context, viewer: Viewer): Promise<void> {
  if (!viewer.isAdmin && (await siteSettings(ctx.db)).onlyAdminsAssign) throw new Refusal('forbidden');
}

const nameOf = (row: StaffMemberRow): string => nameInWords(personOf(row, new Map()));

/**
 * Makes a member a moderator, or no longer. The same again changes nothing. Whom an admin has taken the flag gets it back from
 * no moderator. @throws {Refusal} as `assignable`, `forbidden`
 */
export async function setModerator(ctx: Context, viewer: Viewer, id: string, on: boolean): Promise<void> {
  await checkMayAssign(ctx, viewer);
  await ctx.db.tx(async (tx) => {
    const target = await assignable(tx, viewer, id, true);
    if (target.person_is_moderator === on) return;
    if (on)
      await checkMayUndoLast(
        ctx,
        tx,
        viewer,
        { id, authorId: id },
        {
          actions: ['member.moderator'],
          where: sql` AND details #>> '{after,isModerator}' = 'false'`,
        },
      );
    await setStaff(ctx, tx, id, { moderator: on }, ctx.clock.now());
    await audit(ctx, tx, viewer, {
      action: 'member.moderator',
      targetKind: 'profile',
      targetId: id,
      details: { before: { isModerator: !on }, after: { isModerator: on } },
    });
    await notifyOfChange(ctx, tx, viewer, {
      target,
      did: on ? `made ${nameOf(target)} a moderator` : `took the moderator flag from ${nameOf(target)}`,
      own: on
        ? { title: 'You are a moderator now', message: 'The admin panel is in the menu.' }
        : { title: 'You are no longer a moderator', message: 'The admin panel is closed for you.' },
    });
  });
}

/** Makes a member an admin, or no longer. @throws {Refusal} `profile_not_found`, `last_admin` */
export async function setAdmin(ctx: Context, viewer: Viewer, id: string, on: boolean): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const target = await memberById(tx, id);
    if (!target) throw new Refusal('profile_not_found');
    if (target.person_is_admin === on) return;
    await setStaff(ctx, tx, id, { admin: on }, ctx.clock.now());
    await audit(ctx, tx, viewer, {
      action: 'member.admin',
      targetKind: 'profile',
      targetId: id,
      details: { before: { isAdmin: !on }, after: { isAdmin: on } },
    });
    await notifyOfChange(ctx, tx, viewer, {
      target,
      did: on ? `made ${nameOf(target)} an admin` : `took the admin flag from ${nameOf(target)}`,
      own: on
        ? { title: 'You are an admin now', message: 'The admin panel is in the menu.' }
        : { title: 'You are no longer an admin', message: 'What is for admins is closed for you.' },
    });
  });
}

/** The label of a role that staff may assign; undefined for any other name. */
async function labelOf(db: Executor, role: string): Promise<string | undefined> {
  return isGivenRank(role) ? ranks[role].label : (await activeCustomRoles(db)).get(role)?.displayName;
}

/**
 * Gives a member a custom role or a rank that staff give by hand, or takes it away: then the role is that of a paid tier,
 * else the rank of their XP. The same again changes nothing. What an admin has taken away is given again by no moderator, nor by
 * who had it.
 * @throws {Refusal} as `assignable`, `forbidden`, `own_content`, and `role_unknown` for what names neither
 */
export async function assignRole(ctx: Context, viewer: Viewer, id: string, role: string | null): Promise<void> {
  await checkMayAssign(ctx, viewer);
  const label = role === null ? null : await labelOf(ctx.db, role);
  if (label === undefined) throw new Refusal('role_unknown');
  await ctx.db.tx(async (tx) => {
    const target = await assignable(tx, viewer, id, false);
    const source = role === null ? 'xp' : 'staff';
    const name = role ?? rankForXp(target.xp);
    if (target.person_custom_role === name && target.role_source === source) return;
    if (source === 'staff' && target.role_source !== 'staff')
      await checkMayUndoLast(
        ctx,
        tx,
        viewer,
        { id, authorId: id },
        {
          actions: ['member.role'],
          where: sql` AND details #>> '{after,source}' = 'xp'`,
        },
      );
    await writeRole(tx, id, { name, source }, ctx.clock.now());
    // A paid tier shows again, where the member has one.
    if (role === null) await followGrants(ctx, tx, id);
    await audit(ctx, tx, viewer, {
      action: 'member.role',
      targetKind: 'profile',
      targetId: id,
      details: {
        before: { role: target.person_custom_role, source: target.role_source },
        after: { role: name, source },
      },
    });
    await notifyOfChange(ctx, tx, viewer, {
      target,
      did: label !== null ? `gave ${nameOf(target)} the role ${label}` : `took the role of ${nameOf(target)} away`,
      own:
        label !== null
          ? { title: 'New role', message: `Staff gave you the role ${label}.` }
          : { title: 'Your role has ended', message: 'Your badge shows your tier again, or else the rank of your XP.' },
    });
    await publishToProfile(ctx, tx, id);
    await publishToMember(ctx, tx, id);
  });
}
