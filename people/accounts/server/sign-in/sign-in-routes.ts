import { isAPIError } from 'better-auth/api';
import type { Session, accounts } from '#people/accounts/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Caller, Handlers } from '#platform/server/http/route.ts';
import { iconOf, pictureUrl, styleOf } from '#people/site-settings/server/actions.ts';
import { signUpMode, siteSettings } from '#people/site-settings/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { authOf } from './auth.ts';
import { rememberDevice } from '#people/accounts/server/sessions/devices.ts';
import { undoEmailChange } from '#people/accounts/server/email-undo.ts';
import {
  checkSignUpMode,
  invite,
  listInvitations,
  revokeInvitation,
} from '#people/accounts/server/invitations/invitations.ts';
import { mailCodeJob, mailResetJob, mailVerifyJob, refusedSignInJob } from '#people/accounts/server/jobs.ts';
import { headersOf, passCookies } from './library-call.ts';
import { issueLink } from './links.ts';
import { mailVerify } from '#people/accounts/server/mail.ts';
import { checkPassword } from '#people/accounts/server/passwords/passwords.ts';
import { confirmEmail, resetPassword } from './proven-email.ts';
import { finishChallenge } from './second-factor.ts';
import { noteSecurity, noteSignIn } from '#people/accounts/server/security-log.ts';
import {
  announceEnd,
  closeSession,
  openSession,
  presentViewer,
  signedIn,
  withSecondFactor,
} from '#people/accounts/server/sessions/sessions.ts';
import { makeOwner } from './setup.ts';
import { isVerified, signUp } from './sign-up.ts';
import { startSocial } from './social.ts';
import { deleteSessions, userByEmail, userById } from '#people/accounts/server/store.ts';
import { countMail, countOwnMail, countSignUp, judged } from './throttle.ts';
import { requestsOf, unreadOf } from '#people/accounts/server/unread.ts';

type Route = Extract<
  keyof typeof accounts,
  'GET /session' | 'POST /setup' | `${string} /invitations${string}` | `POST /auth/${string}`
>;

const done = { ok: true } as const;

/** True for the refusals of better-auth that a wrong password or code gives. */
function isWrongSecret(error: unknown): boolean {
  return isAPIError(error) && error.statusCode >= 400 && error.statusCode < 500;
}

const mailJobs = { reset: mailResetJob, code: mailCodeJob, verify: mailVerifyJob } as const;

async function enqueueMail(ctx: Context, purpose: keyof typeof mailJobs, to: string, caller: Caller): Promise<void> {
  const isEnough = (await countMail(ctx, { purpose, to, caller })) === 'enough';
  await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, mailJobs[purpose], { email: to, isEnough }));
}

/** Why nothing can be saved; null where everything can. */
function readOnlyOf({ db, config: { maintenance } }: Context): Session['site']['readOnly'] {
  if (db.disk.isFull) return { why: 'disk', until: null, text: '' };
  return maintenance && { why: 'maintenance', until: maintenance.until?.toISOString() ?? null, text: maintenance.text };
}

/** Endpoints of signing in and out. */
export const signInRoutes: Pick<Handlers<typeof accounts>, Route> = {
  async 'GET /session'(ctx, { viewer, caller }) {
    const { config } = ctx;
    const [presented, unread, requests, settings] = await Promise.all([
      viewer && presentViewer(ctx, viewer),
      unreadOf(ctx, viewer),
      requestsOf(ctx, viewer),
      siteSettings(ctx.db),
    ]);
    const [style, icon] = [styleOf(settings.style), iconOf(settings)];
    return {
      viewer: presented,
      unread,
      requests,
      site: {
        name: config.siteName,
        url: ctx.siteUrl,
        providers: Object.keys(config.providers) as (keyof typeof config.providers)[],
        production: config.production,
        readOnly: readOnlyOf(ctx),
        signUp: await signUpMode(ctx),
        color: settings.color || null,
        ...(settings.secondColor !== '' && { second: settings.secondColor }),
        ...(settings.font !== 'archivo' && { font: settings.font }),
        ...(style && !caller.isPlain && { style }),
        logo: pictureUrl(settings.logo),
        ...(icon !== null && { icon }),
        ...(ctx.switches.words && { sections: ctx.switches.words }),
      },
    };
  },

  async 'POST /auth/sign-up'(ctx, { body, caller }) {
    await checkSignUpMode(ctx, body.invitation);
    const isBurst = await countSignUp(ctx, { email: body.email, caller });
    const counted = await countMail(ctx, { purpose: 'sign_up', to: body.email, caller });
    const { ticket } = await signUp(ctx, body, { isOwnerNotified: counted === 'send', isBurst });
    return { ok: true, ticket };
  },

  async 'POST /auth/sign-up/mail'(ctx, { body, caller }) {
    await enqueueMail(ctx, 'verify', body.email, caller);
    return done;
  },
  async 'POST /auth/sign-up/state'(ctx, { body }) {
    return { verified: await isVerified(ctx, body.ticket) };
  },

  async 'POST /auth/sign-in'(ctx, { body, caller }) {
    return await judged(ctx, { kind: 'password', account: body.email, caller }, async () => {
      // By hand, not by the library: it asks the database more for a known address than for an unknown one.
      const user = await userByEmail(ctx.db, body.email);
      const isRight = await checkPassword(user?.passwordHash ?? null, body.password);
      if (!user || !isRight || !user.emailVerified) {
        const unverified = user !== null && isRight;
        await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, refusedSignInJob, { email: body.email, unverified }));
        throw new Refusal('invalid_credentials');
      }
      return await withSecondFactor(ctx, caller, async () => {
        const lines = await openSession(ctx, user.id, caller);
        await noteSignIn(ctx, caller, user.id, 'password');
        rememberDevice(ctx, caller, { mailbox: user.email, sign_in: user.id });
        return await signedIn(ctx, lines);
      });
    });
  },

  async 'POST /auth/two-factor'(ctx, { body, caller }) {
    const { userId, lines } = await finishChallenge(ctx, body, caller);
    const user = await userById(ctx.db, userId);
    await noteSignIn(ctx, caller, userId, body.kind === 'totp' ? 'second_factor' : 'recovery_code');
    rememberDevice(ctx, caller, { sign_in: userId, ...(user && { mailbox: user.email }) });
    return await signedIn(ctx, lines);
  },

  async 'POST /auth/sign-out'(ctx, { viewer, caller }) {
    await ctx.db.tx(async (tx) => {
      await tx.rows(sql`DELETE FROM sessions WHERE id = ${viewer.sessionId}`);
      announceEnd(ctx, tx, { profileId: viewer.profileId, sessionIds: [viewer.sessionId], event: null });
    });
    closeSession(ctx, caller);
    return done;
  },

  async 'POST /auth/sign-out-everywhere'(ctx, { viewer, caller }) {
    await ctx.db.tx(async (tx) => {
      const sessionIds = await deleteSessions(tx, viewer.userId);
      announceEnd(ctx, tx, { profileId: viewer.profileId, sessionIds, event: 'signed_out' });
      await noteSecurity(ctx, tx, viewer.userId, { kind: 'sessions_ended', origin: caller });
    });
    closeSession(ctx, caller);
    return done;
  },

  async 'POST /auth/verify'(ctx, { body, viewer, caller }) {
    const { purpose, userId, email, cookie } = await confirmEmail(ctx, body.token, caller);
    if (cookie !== null) caller.setHeader('set-cookie', cookie);
    // A link that somebody else sent changes nothing about who is signed in here.
    if (purpose !== 'verify' || viewer) return { ok: true, email, session: 'none' };
    return { ok: true, email, session: await openByLink(ctx, caller, { id: userId, email }) };
  },

  async 'POST /auth/resend-verification'(ctx, { viewer, caller }) {
    const user = await userById(ctx.db, viewer.userId);
    if (!user || user.emailVerified) return done;
    await countOwnMail(ctx, caller, user.id);
    await ctx.db.tx(async (tx) => {
      const token = await issueLink(ctx, tx, { purpose: 'verify', userId: user.id, email: user.email });
      await ctx.mail.send(tx, mailVerify(ctx, user.email, token));
    });
    return done;
  },

  async 'POST /auth/email-code'(ctx, { body, caller }) {
    await enqueueMail(ctx, 'code', body.email, caller);
    return done;
  },

  async 'POST /auth/email-code/sign-in'(ctx, { body, caller }) {
    const unproven = await unprovenSessions(ctx, body.email);
    const call = {
      body: { email: body.email, otp: body.code },
      headers: headersOf(caller),
      returnHeaders: true,
    } as const;
    return await judged(ctx, { kind: 'email_code', account: body.email, caller }, async () => {
      try {
        return await withSecondFactor(ctx, caller, async () => {
          const { response, headers } = await authOf(ctx).api.signInEmailOTP(call);
          // The code has proven the address: better-auth has ended the sessions from before.
          if (unproven.length > 0) ctx.realtime.endSessions(unproven);
          const lines = passCookies(caller, headers);
          await noteSignIn(ctx, caller, response.user.id, 'email_code');
          rememberDevice(ctx, caller, { mailbox: body.email, sign_in: response.user.id });
          return await signedIn(ctx, lines);
        });
      } catch (error) {
        throw isWrongSecret(error) ? new Refusal('code_wrong') : error;
      }
    });
  },

  async 'POST /auth/reset-request'(ctx, { body, caller }) {
    await enqueueMail(ctx, 'reset', body.email, caller);
    return done;
  },

  async 'POST /auth/reset'(ctx, { body, viewer, caller }) {
    const user = await resetPassword(ctx, body.token, body.password, caller);
    // Who has the mailbox is let through to sign in with the new password, whatever strangers try meanwhile.
    rememberDevice(ctx, caller, { mailbox: user.email });
    // A link that somebody else sent changes nothing about who is signed in here.
    if (viewer && viewer.userId !== user.id) return { ok: true, session: 'none' };
    return { ok: true, session: await openByLink(ctx, caller, user) };
  },

  async 'POST /auth/undo-email'(ctx, { body, caller }) {
    const email = await undoEmailChange(ctx, body.token, body.password, caller);
    rememberDevice(ctx, caller, { mailbox: email });
    return { ok: true, email };
  },

  'POST /invitations': (ctx, { viewer, body }) => invite(ctx, viewer, body.email),
  'GET /invitations': (ctx, { query }) => listInvitations(ctx, query.after),
  async 'DELETE /invitations/:invitationId'(ctx, { viewer, params }) {
    await revokeInvitation(ctx, viewer, params.invitationId);
    return done;
  },

  async 'POST /auth/providers/:provider/start'(ctx, { params, body, caller }) {
    return { url: await startSocial(ctx, params.provider, body.party, caller) };
  },

  async 'POST /setup'(ctx, { body, caller }) {
    const owner = await makeOwner(ctx, body);
    await noteSignIn(ctx, caller, owner.userId, 'setup_link');
    rememberDevice(ctx, caller, { mailbox: owner.email, sign_in: owner.userId });
    return await signedIn(ctx, await openSession(ctx, owner.userId, caller));
  },
};

/** Signs in whoever has opened a mailed link; a two-factor member is asked for the second factor next. */
async function openByLink(
  ctx: Context,
  caller: Caller,
  user: { readonly id: string; readonly email: string },
): Promise<'opened' | 'two_factor'> {
  const opened = await withSecondFactor(ctx, caller, async () => {
    await openSession(ctx, user.id, caller);
    await noteSignIn(ctx, caller, user.id, 'mailed_link');
    rememberDevice(ctx, caller, { mailbox: user.email, sign_in: user.id });
    return { status: 'opened' } as const;
  });
  return opened.status;
}

/** Sessions of an account whose address was never proven. One query for every address: its time reveals nothing. */
async function unprovenSessions(ctx: Context, email: string): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(
    sql`SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${email} AND NOT u.email_verified`,
  );
  return rows.map((row) => row.id);
}
