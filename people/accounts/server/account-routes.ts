import { hashPassword } from 'better-auth/crypto';
import type { accounts } from '#people/accounts/contract/endpoints.ts';
import type { ProviderName } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { publishToMember } from '#people/profiles/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Handlers } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { refusalOfAddress } from '#platform/server/mail/refusals.ts';
import { isId, newId } from '#platform/server/ids.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  recoveryCodesLeft,
  removeAuthenticator,
  renewRecoveryCodes,
} from './sign-in/authenticator.ts';
import { cancelDeletion, planDeletion } from './leaving/deletion.ts';
import { askForExport, exportsOf, presentExport } from './leaving/exports.ts';
import { confirmPassword } from './sign-in/guard.ts';
import { mailResetJob } from './jobs.ts';
import { endLinks, issueLink } from './sign-in/links.ts';
import { mailAlreadyMember, mailConfirmNewEmail, mailEmailChangeAsked, mailPasswordChanged, mailTest } from './mail.ts';
import { isWeakPassword } from './passwords/passwords.ts';
import { deviceOf } from './rules.ts';
import { noteSecurity, securityEventsOf } from './security-log.ts';
import { announceEnd, rotateSession } from './sessions/sessions.ts';
import { type UserRow, deleteSessions, userByEmail, userById, writePassword } from './store.ts';
import { countOwnMail } from './sign-in/throttle.ts';
import { changeUsername } from './names/usernames.ts';

type Route = Extract<keyof typeof accounts, `${string} /account` | `${string} /account/${string}`>;

const done = { ok: true } as const;

/** Endpoints of one's own account. */
export const accountRoutes: Pick<Handlers<typeof accounts>, Route> = {
  async 'GET /account'(ctx, { viewer }) {
    const user = await userById(ctx.db, viewer.userId);
    if (!user) throw new Refusal('sign_in_required');
    const [row] = await ctx.db.rows<{ providers: ProviderName[] | null; pending: boolean }>(
      sql`SELECT (SELECT array_agg(provider_id ORDER BY created_at) FROM user_accounts WHERE user_id = ${user.id} AND provider_id <> 'credential') AS providers,
            EXISTS (SELECT 1 FROM account_links WHERE user_id = ${user.id} AND purpose = 'change_email' AND expires_at > ${ctx.clock.now()}) AS pending`,
    );
    const refusal = await refusalOfAddress(ctx.db, user.email);
    return {
      email: user.email,
      emailVerified: user.emailVerified,
      pendingEmail: row?.pending ? user.pendingEmail : null,
      mailRefused: refusal && { at: refusal.at.toISOString(), answer: refusal.answer },
      hasPassword: user.passwordHash !== null,
      twoFactor: user.twoFactorEnabled,
      recoveryCodesLeft: user.twoFactorEnabled ? await recoveryCodesLeft(ctx, user.id) : 0,
      adult: viewer.adult,
      createdAt: user.createdAt.toISOString(),
      deletionAt: user.deletionAt?.toISOString() ?? null,
      connected: row?.providers ?? [],
    };
  },

  async 'PUT /account/username'(ctx, { viewer, body }) {
    await changeUsername(ctx, viewer, body.username);
    return { username: body.username };
  },

  async 'PUT /account/password'(ctx, { viewer, body, caller }) {
    const before = await userById(ctx.db, viewer.userId);
    if (before && before.passwordHash === null) {
      await countOwnMail(ctx, caller, viewer.userId);
      await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, mailResetJob, { email: before.email, isEnough: false }));
      return done;
    }
    const user = await confirmPassword(ctx, viewer, body.current, caller);
    if (await isWeakPassword(body.password, { ...user, siteName: ctx.config.siteName })) {
      throw new Refusal('weak_password', { fields: { password: 'Choose a password that is harder to guess.' } });
    }
    const hash = await hashPassword(body.password);
    const cookie = await ctx.db.tx(async (tx) => {
      const at = ctx.clock.now();
      await writePassword(tx, { id: newId(at), userId: user.id, hash, at });
      await endLinks(tx, user.id, ['reset']);
      const sessionIds = await deleteSessions(tx, user.id, viewer.sessionId);
      await ctx.mail.send(tx, mailPasswordChanged(ctx, user.email));
      announceEnd(ctx, tx, { profileId: viewer.profileId, sessionIds, event: null });
      await noteSecurity(ctx, tx, user.id, { kind: 'password_changed', origin: caller });
      return await rotateSession(ctx, tx, viewer.sessionId);
    });
    caller.setHeader('set-cookie', cookie);
    return done;
  },

  async 'POST /account/email'(ctx, { viewer, body, caller }) {
    const user = await confirmPassword(ctx, viewer, body.password, caller);
    if (body.email === user.email) return done;
    await countOwnMail(ctx, caller, viewer.userId);
    await askEmailChange(ctx, user, body.email);
    return done;
  },

  async 'POST /account/email/test'(ctx, { viewer, caller }) {
    const user = await userById(ctx.db, viewer.userId);
    if (!user) throw new Refusal('sign_in_required');
    await countOwnMail(ctx, caller, viewer.userId);
    await ctx.db.tx((tx) => ctx.mail.send(tx, mailTest(ctx, user.email)));
    return done;
  },

  async 'POST /account/two-factor/start'(ctx, { viewer, body, caller }) {
    return await beginAuthenticator(ctx, viewer, body.password, caller);
  },
  async 'POST /account/two-factor/confirm'(ctx, { viewer, body, caller }) {
    return { recoveryCodes: await confirmAuthenticator(ctx, viewer, body.code, caller) };
  },
  async 'POST /account/two-factor/off'(ctx, { viewer, body, caller }) {
    await removeAuthenticator(ctx, viewer, body.password, caller);
    return done;
  },
  async 'POST /account/two-factor/recovery-codes'(ctx, { viewer, body, caller }) {
    return { recoveryCodes: await renewRecoveryCodes(ctx, viewer, body.password, caller) };
  },

  async 'GET /account/sessions'(ctx, { viewer }) {
    const rows = await ctx.db.rows<{
      id: string;
      created_at: Date;
      last_used_at: Date;
      user_agent: string | null;
      ip_address: string | null;
    }>(
      sql`SELECT id, created_at, last_used_at, user_agent, ip_address FROM sessions
          WHERE user_id = ${viewer.userId} AND expires_at > ${ctx.clock.now()} ORDER BY last_used_at DESC, id DESC LIMIT 200`,
    );
    return {
      items: rows.map((row) => ({
        id: row.id,
        current: row.id === viewer.sessionId,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        device: deviceOf(row.user_agent),
        address: row.ip_address || null,
      })),
    };
  },

  async 'DELETE /account/sessions/:sessionId'(ctx, { viewer, params, caller }) {
    if (!isId(params.sessionId)) throw new Refusal('not_found');
    await ctx.db.tx(async (tx) => {
      const [ended] = await tx.rows(
        sql`DELETE FROM sessions WHERE id = ${params.sessionId} AND user_id = ${viewer.userId} RETURNING id`,
      );
      if (!ended) throw new Refusal('not_found');
      announceEnd(ctx, tx, { profileId: viewer.profileId, sessionIds: [params.sessionId], event: null });
      await noteSecurity(ctx, tx, viewer.userId, { kind: 'session_ended', origin: caller });
    });
    return done;
  },

  async 'GET /account/security'(ctx, { viewer }) {
    const rows = await securityEventsOf(ctx, viewer.userId);
    return { items: rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() })) };
  },

  async 'PUT /account/adult'(ctx, { viewer, body }) {
    await ctx.db.tx(async (tx) => {
      await tx.rows(
        sql`UPDATE profiles SET is_adult = ${body.adult}, updated_at = ${ctx.clock.now()} WHERE id = ${viewer.profileId}`,
      );
      await publishToMember(ctx, tx, viewer.profileId);
    });
    return { adult: body.adult };
  },

  async 'GET /account/exports'(ctx, { viewer }) {
    return { items: (await exportsOf(ctx, viewer.userId)).map(presentExport) };
  },
  async 'POST /account/exports'(ctx, { viewer }) {
    return presentExport(await askForExport(ctx, viewer.userId));
  },

  async 'POST /account/deletion'(ctx, { viewer, body, caller }) {
    await confirmPassword(ctx, viewer, body.password, caller);
    return { deletionAt: (await ctx.db.tx((tx) => planDeletion(ctx, tx, viewer))).toISOString() };
  },
  async 'DELETE /account/deletion'(ctx, { viewer }) {
    await ctx.db.tx((tx) => cancelDeletion(ctx, tx, viewer));
    return done;
  },
};

/** A link to the new address and a notice to the old one; who has the new address already gets a mail, and the caller no word. */
async function askEmailChange(ctx: Context, user: UserRow, email: string): Promise<void> {
  const owner = await userByEmail(ctx.db, email);
  await ctx.db.tx(async (tx) => {
    await endLinks(tx, user.id, ['change_email']);
    await tx.rows(sql`UPDATE users SET pending_email = ${email} WHERE id = ${user.id}`);
    const token = await issueLink(ctx, tx, { purpose: 'change_email', userId: user.id, email });
    await ctx.mail.send(tx, owner ? mailAlreadyMember(ctx, email) : mailConfirmNewEmail(ctx, email, token));
    await ctx.mail.send(tx, mailEmailChangeAsked(ctx, user.email));
  });
}
