import { commandLine } from '#platform/server/config.ts';
import { randomInt } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { accounts as contract } from '#people/accounts/contract/endpoints.ts';
import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { insertAccount, setStaff, signOutEverywhere, verifyEmail } from '#people/accounts/server/actions.ts';
import { turnTwoFactorOff } from '#people/accounts/server/sign-in/authenticator.ts';
import { cancelDeletion, planDeletion } from '#people/accounts/server/leaving/deletion.ts';
import { isWeakPassword } from '#people/accounts/server/passwords/passwords.ts';
import { type AccountRow, type UserRow, accountById, accountPage, hasAdmin } from '#people/accounts/server/store.ts';
import { audit } from '#content/moderation/server/store.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { type Command, CommandError, type Outcome, UsageError, siteCommand } from './command.ts';
import { listed, sheet } from './output.ts';
import { after, flag, member, oneOf, required, text } from './values.ts';
import { PAGE, keyAfter, memberNamed, nextAfter } from './who.ts';

const roles = ['member', 'moderator', 'admin'] as const;
type Role = (typeof roles)[number];

function roleOf(row: { is_admin: boolean; is_moderator: boolean }): Role {
  return row.is_admin ? 'admin' : row.is_moderator ? 'moderator' : 'member';
}

function present(row: AccountRow) {
  return {
    id: row.profile_id,
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    verified: row.email_verified,
    role: roleOf(row),
    rank: row.custom_role,
    twoFactor: row.two_factor_enabled,
    xp: row.xp,
    credits: row.credits,
    posts: row.post_count,
    suspendedUntil: row.suspended_until?.toISOString() ?? null,
    silencedUntil: row.silenced_until?.toISOString() ?? null,
    deletionAt: row.deletion_at?.toISOString() ?? null,
    joinedAt: row.created_at.toISOString(),
  };
}

async function shown(ctx: Context, userId: string, said: string): Promise<Outcome> {
  const row = (await accountById(ctx.db, userId, ctx.clock.now()))!;
  return { data: present(row), text: said };
}

/** Changes an account and writes that to the audit log, in one transaction. */
async function change<T>(
  ctx: Context,
  user: UserRow,
  entry: { action: string; reason?: string | undefined; details: { before: unknown; after: unknown } },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await ctx.db.tx(async (tx) => {
    const result = await work(tx);
    // A change that was none is not worth a line.
    if (result !== false) {
      await audit(ctx, tx, null, {
        action: entry.action,
        targetKind: 'profile',
        targetId: user.profileId,
        reason: entry.reason ?? '',
        details: entry.details,
      });
    }
    return result;
  });
}

/** Letters and digits that nobody confuses when reading them aloud. */
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password of 100 random bits, in groups. */
function makePassword(): string {
  const group = (): string =>
    Array.from({ length: 5 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

const create = siteCommand({
  name: 'account create',
  about: 'Makes an account whose address counts as verified. The password is made and printed, or read.',
  parameters: { email: text('EMAIL', 'Email address, to sign in with.', account.emailMax) },
  options: {
    displayName: text('NAME', 'Name that others see.', account.displayNameMax),
    username: text('USERNAME', 'Made from the display name when not given.', account.usernameMax),
    role: oneOf(roles, 'member (when not given), moderator or admin.', 'ROLE'),
    passwordStdin: flag('Reads the password from standard input.'),
  },
  async run(ctx, input, context) {
    const given = input.passwordStdin ? (await context.readInput()).replace(/\r?\n$/, '') : null;
    const parsed = contract['POST /auth/sign-up'].body.safeParse({
      email: input.email,
      password: given ?? makePassword(),
      displayName: input.displayName,
    });
    if (!parsed.success) {
      const fields = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
      throw new UsageError(
        fields.includes('email')
          ? `EMAIL must be an email address; it is "${input.email}".`
          : `The password must have ${account.passwordMin} to ${account.passwordMax} characters.`,
      );
    }
    const { email, password, displayName } = parsed.data;
    if (await isWeakPassword(password, { email, displayName, username: input.username, siteName: ctx.config.siteName }))
      throw new CommandError("This password is too common, or made of the member's own names. Choose another.");
    const passwordHash = await hashPassword(password);
    const role = input.role ?? 'member';
    const created = await ctx.db.tx(async (tx) => {
      const inserted = await insertAccount(ctx, tx, {
        email,
        passwordHash,
        displayName,
        username: input.username,
        verified: true,
        isAdmin: role === 'admin',
      });
      if (!inserted) return null;
      if (role === 'moderator') await setStaff(ctx, tx, inserted.profileId, { moderator: true }, ctx.clock.now());
      await audit(ctx, tx, null, {
        action: 'account.create',
        targetKind: 'profile',
        targetId: inserted.profileId,
        details: { before: null, after: { role } },
      });
      return inserted;
    });
    if (!created) throw new CommandError(`The address ${email} has an account already.`);
    const parts = {
      username: created.username,
      email: created.email,
      role,
      ...(given === null && { password }),
    };
    const hint = (await hasAdmin(ctx.db))
      ? ''
      : `\n\nThis site has no admin yet: ${commandLine} account set-role ` + created.username + ' admin';
    return { data: { id: created.profileId, ...parts }, text: sheet(parts) + hint };
  },
});

const show = siteCommand({
  name: 'account show',
  about: 'Everything about one account.',
  parameters: { member },
  options: {},
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const row = (await accountById(ctx.db, user.id, ctx.clock.now()))!;
    const data = { ...present(row), openSessions: row.open_sessions };
    return { data, text: sheet(data) };
  },
});

const list = siteCommand({
  name: 'account list',
  about: 'Accounts, newest first.',
  parameters: {},
  options: {
    search: text('TEXT', 'Part of a username, display name or address.', 254),
    staff: flag('Only admins and moderators.'),
    after,
  },
  async run(ctx, input) {
    const rows = await accountPage(ctx.db, {
      search: input.search ?? null,
      staff: input.staff,
      before: keyAfter(input.after),
      limit: PAGE + 1,
    });
    const items = rows.slice(0, PAGE).map(present);
    return listed(
      { items, next: nextAfter(rows.map((row) => ({ at: row.created_at, id: row.profile_id }))) },
      ['username', 'display name', 'email', 'verified', 'role', 'joined'],
      items.map((row) => [row.username, row.displayName, row.email, row.verified, row.role, row.joinedAt.slice(0, 10)]),
      'No account.',
    );
  },
});

const verify = siteCommand({
  name: 'account verify-email',
  about: "Counts a member's address as verified.",
  parameters: { member },
  options: {},
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const details = { before: { isVerified: false }, after: { isVerified: true } };
    const entry = { action: 'account.verify-email', details };
    const changed = await change(ctx, user, entry, (tx) => verifyEmail(ctx, tx, user));
    return shown(ctx, user.id, changed ? `${user.email} counts as verified.` : `${user.email} was verified already.`);
  },
});

const setRole = siteCommand({
  name: 'account set-role',
  about: 'Makes a member admin or moderator, or neither. The last admin stays.',
  parameters: { member, role: oneOf(roles, 'member, moderator or admin.', 'ROLE') },
  options: { reason: text('TEXT', 'For the audit log.') },
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const before = roleOf((await accountById(ctx.db, user.id, ctx.clock.now()))!);
    if (before === input.role) return shown(ctx, user.id, `${user.username} is ${input.role} already.`);
    const flags = { admin: input.role === 'admin', moderator: input.role === 'moderator' };
    const entry = {
      action: 'account.set-role',
      reason: input.reason,
      details: { before: { role: before }, after: { role: input.role } },
    };
    await change(ctx, user, entry, (tx) => setStaff(ctx, tx, user.profileId, flags, ctx.clock.now()));
    return shown(ctx, user.id, `${user.username} was ${before} and is ${input.role} now.`);
  },
});

const resetTwoFactor = siteCommand({
  name: 'account reset-two-factor',
  about:
    'Turns two-factor sign-in off for a member who has lost it, and mails them. Make sure that it is they who ask.',
  parameters: { member },
  options: { reason: text('TEXT', 'For the audit log.') },
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const details = { before: { hasTwoFactor: true }, after: { hasTwoFactor: false } };
    const entry = { action: 'account.reset-two-factor', reason: input.reason, details };
    await change(ctx, user, entry, (tx) => turnTwoFactorOff(ctx, tx, user));
    return shown(ctx, user.id, `Two-factor sign-in of ${user.username} is off.`);
  },
});

const signOut = siteCommand({
  name: 'account sign-out',
  about: 'Ends every session of a member; open pages are signed out at once.',
  parameters: { member },
  options: {},
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const details = { before: { isSignedIn: true }, after: { isSignedIn: false } };
    const entry = { action: 'account.sign-out', details };
    const ended = await change(ctx, user, entry, (tx) => signOutEverywhere(ctx, tx, user));
    return { data: { username: user.username, ended }, text: `Ended ${ended} sessions of ${user.username}.` };
  },
});

const remove = siteCommand({
  name: 'account delete',
  about: `Deletes an account after ${account.deletionHours} hours, as if the member had asked; until then it can be kept.`,
  parameters: { member },
  options: { yes: required(flag('Yes, this account is meant.')), reason: text('TEXT', 'For the audit log.') },
  async run(ctx, input) {
    if (!input.yes) throw new UsageError('This deletes an account with what it holds. Say --yes if you mean it.');
    const user = await memberNamed(ctx, input.member);
    const row = (await accountById(ctx.db, user.id, ctx.clock.now()))!;
    const leaving = { userId: user.id, profileId: user.profileId, isAdmin: row.is_admin };
    const details = { before: { isLeaving: false }, after: { isLeaving: true } };
    const entry = { action: 'account.delete', reason: input.reason, details };
    const at = await change(ctx, user, entry, (tx) => planDeletion(ctx, tx, leaving));
    return shown(
      ctx,
      user.id,
      `${user.username} will be deleted at ${at.toISOString()}. Until then: ${commandLine} account keep ${user.username}`,
    );
  },
});

const keep = siteCommand({
  name: 'account keep',
  about: 'Takes a planned deletion back.',
  parameters: { member },
  options: {},
  async run(ctx, input) {
    const user = await memberNamed(ctx, input.member);
    const leaving = { userId: user.id, profileId: user.profileId, isAdmin: false };
    const details = { before: { isLeaving: true }, after: { isLeaving: false } };
    const entry = { action: 'account.keep', details };
    const isCancelled = await change(ctx, user, entry, (tx) => cancelDeletion(ctx, tx, leaving));
    return shown(
      ctx,
      user.id,
      isCancelled ? `${user.username} stays.` : `No deletion of ${user.username} was planned.`,
    );
  },
});

/** Accounts: who they are, what they may, and how they leave. */
export const accountCommands: readonly Command[] = [
  create,
  show,
  list,
  verify,
  setRole,
  resetTwoFactor,
  signOut,
  remove,
  keep,
];
