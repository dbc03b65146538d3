import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { symmetricDecrypt } from 'better-auth/crypto';
import { emailOTP, twoFactor } from 'better-auth/plugins';
import { account } from '#contract/limits/accounts.ts';
import type { Context } from '#server/context.ts';
import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { SESSION_COOKIE_DAYS, cookiePrefix } from '#server/features/accounts/sessions/cookies.ts';
import { issueLink } from './links.ts';
import { noteJoined, spendInvitationTo } from '#server/features/accounts/invitations.ts';
import { mailVerify } from '#server/features/accounts/mail.ts';
import { checkName } from '#server/features/profiles/actions.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { acceptTexts } from '#server/features/legal/store.ts';
import { insertProfile } from '#server/features/accounts/names/profile-of-user.ts';
import { socialProviders, standInProviders } from './providers.ts';
import { sessions, twoFactors, userAccounts, users, verifications } from '#server/features/accounts/tables.ts';
import { recoveryCodeStore } from '#server/features/accounts/recovery-codes.ts';
import { spareMinutes } from './throttle.ts';
import { stepOfCode } from './totp.ts';

/** The header that carries the caller's address into better-auth. It is made by `headersOf` alone, never passed through. */
export const ADDRESS_HEADER = 'x-looproom-address';
/** Wrong tries of one mailed code, more than `throttle.ts` lets through: a code must not die by strangers' tries. */
const CODE_TRIES = 1000;
const DAY_MS = 86_400_000;

/** The name from an outside provider, where it is valid here: that site has let them choose it. */
async function nameFromOutside(ctx: Context, tx: Tx, given: string): Promise<string> {
  const { displayNameMax: max, defaultDisplayName } = account;
  const use = { field: 'displayName', max, person: { profileId: null, isStaff: false } };
  try {
    return await checkName(ctx, tx, given.trim().slice(0, max), use);
  } catch (error) {
    if (error instanceof Refusal) return defaultDisplayName;
    throw error;
  }
}

/**
 * Whether somebody whom an outside provider brings may join: on an open site everybody, where an invitation is asked for
 * who has one by mail. The provider must have verified the address: a word of its own would use up another's invitation.
 */
async function entryFromOutside(
  ctx: Context,
  tx: Tx,
  person: { readonly email: string; readonly emailVerified: boolean },
): Promise<'open' | 'refused' | { readonly invitationId: string }> {
  if (ctx.config.signUp === 'open') return 'open';
  if (ctx.config.signUp === 'closed' || !person.emailVerified) return 'refused';
  const invitationId = await spendInvitationTo(ctx, tx, person.email.toLowerCase());
  return invitationId === null ? 'refused' : { invitationId };
}

/**
 * Thrown in the place of a session: the member has two-factor sign-in and only the first factor is proven. Whoever
 * catches it starts a challenge (`second-factor.ts`).
 */
export class SecondFactorNeeded extends Error {
  override name = 'SecondFactorNeeded';
  readonly userId: string;
  constructor(userId: string) {
    super('second factor needed');
    this.userId = userId;
  }
}

/** Thrown in the place of a session: this code, or a later one, has been used before. */
export class CodeUsed extends Error {
  override name = 'CodeUsed';
}

/** The only places of better-auth that may give a two-factor member a session: both have just checked a second factor. */
const provenPaths = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

/**
 * The sign-in library, restricted. Its router is not mounted: our endpoints call its functions. What we guarantee:
 * - No session of a two-factor member before the second factor, whatever way in (password, mailed code, outside
 *   provider): `session.create.before` throws `SecondFactorNeeded`, so that the row never exists.
 * - A code of an authenticator app works once: its time step is claimed in the same hook.
 * - Sessions are dated by the site's clock; the cookie cache is off, so that an ended session is ended at once.
 * - A mailed code takes over an unverified account without what others may have put into it.
 * - A new user and its profile are made in one transaction (`user.create.before`, for outside providers).
 * - Outside providers: an account is linked to an existing one only if the provider says that the address is verified
 *   and it is verified here too; their tokens and pictures are not stored.
 * - Session tokens lie in the database as they are (the library cannot hash them), but a cookie needs our signature
 *   too: a stolen copy of the table without the site's secret signs nobody in.
 */
export function makeAuth(ctx: Context) {
  /** The open transaction of `runWithTransaction`, for the hooks inside it. */
  const open = new AsyncLocalStorage<Tx>();
  const database = new Proxy(ctx.db.orm, {
    get(target, key) {
      if (key === 'transaction')
        return <T>(work: (orm: Tx['orm']) => Promise<T>) => ctx.db.tx((tx) => open.run(tx, () => work(tx.orm)));
      return Reflect.get(target, key, target) as unknown;
    },
  });
  const executor = (): Executor => open.getStore() ?? ctx.db;
  const now = (): Date => ctx.clock.now();
  const auth = betterAuth({
    appName: ctx.config.siteName,
    baseURL: ctx.siteUrl,
    basePath: '/api/v1/auth',
    secret: ctx.secret,
    trustedOrigins: [ctx.siteUrl],
    database: drizzleAdapter(database, {
      provider: 'pg',
      schema: {
        user: users,
        session: sessions,
        account: userAccounts,
        verification: verifications,
        twoFactor: twoFactors,
      },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: account.passwordMin,
      maxPasswordLength: account.passwordMax,
    },
    session: {
      expiresIn: (SESSION_COOKIE_DAYS * DAY_MS) / 1000,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      updateAccountOnSignIn: false,
      accountLinking: {
        enabled: true,
        trustedProviders: [],
        requireLocalEmailVerified: true,
        allowDifferentEmails: false,
      },
    },
    verification: { storeIdentifier: { default: 'plain', overrides: { '2fa-': 'hashed', 'auth-state:': 'hashed' } } },
    socialProviders: ctx.config.socialStandInUrl ? {} : socialProviders(ctx.config),
    plugins: [
      // Wrong codes are counted by `throttle.ts`: the library's lock would be anybody's to close who has the password.
      twoFactor({
        issuer: ctx.config.siteName,
        backupCodeOptions: { amount: account.recoveryCodes, storeBackupCodes: recoveryCodeStore(ctx.secret) },
        accountLockout: { enabled: false },
      }),
      emailOTP({
        otpLength: 6,
        expiresIn: (account.emailCodeMinutes + spareMinutes(ctx)) * 60,
        allowedAttempts: CODE_TRIES,
        storeOTP: 'hashed',
        disableSignUp: true,
        // Codes are made and mailed by `mailCodeJob`; its own way would lose a mail that cannot be queued.
        sendVerificationOTP: () => Promise.reject(new Error('Codes are mailed by a job.')),
      }),
      ...standInProviders(ctx.config),
    ],
    advanced: {
      // Not its own secure cookies: those have a prefix that a subdomain could set too.
      cookiePrefix: cookiePrefix(ctx.config.production),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: ctx.config.production },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => newId(now()) },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { errorURL: `${ctx.siteUrl}/auth` },
    logger: {
      log(level, message) {
        // Its warnings are callers' mistakes (a wrong password); its errors are worth a line.
        ctx.log[level === 'error' ? 'warn' : 'debug']({ library: 'better-auth' }, message);
      },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const at = now();
            const tx = open.getStore();
            if (!tx) throw new Error('A user without a transaction: its profile could be missing.');
            // Only outside providers make users here: our own sign-up asks before.
            const entry = await entryFromOutside(ctx, tx, user);
            if (entry === 'refused') return false;
            const name = await nameFromOutside(ctx, tx, user.name);
            const id = newId(at);
            const profile = await insertProfile(ctx, tx, { userId: id, email: user.email, displayName: name, at });
            if (profile) await acceptTexts(tx, profile.profileId, null, at);
            if (entry !== 'open' && profile) await noteJoined(tx, entry.invitationId, profile.profileId);
            tx.afterCommit(() => ctx.pages.drop());
            return { data: { ...user, id, name, image: null, createdAt: at, updatedAt: at } };
          },
          async after(user) {
            if (user.emailVerified) return;
            await ctx.db.tx(async (tx) => {
              const token = await issueLink(ctx, tx, { purpose: 'verify', userId: user.id, email: user.email });
              await ctx.mail.send(tx, mailVerify(ctx, user.email, token));
            });
          },
        },
        update: {
          // A mailed code proves an address that was not proven: better-auth ends what somebody else may have put into
          // the account, but forgets an authenticator app, which would lock the owner out.
          async before(change, endpoint) {
            if (change.emailVerified !== true || endpoint?.path !== '/sign-in/email-otp') return;
            const { email } = endpoint.body as { email: string };
            await ctx.db.rows(
              sql`DELETE FROM two_factors t USING users u WHERE u.id = t.user_id AND u.email = ${email} AND NOT u.email_verified`,
            );
            return { data: { ...change, twoFactorEnabled: false } };
          },
        },
      },
      account: {
        create: {
          before: (row) => Promise.resolve({ data: { ...row, accessToken: null, refreshToken: null, idToken: null } }),
        },
      },
      session: {
        create: {
          async before(session, endpoint) {
            const at = now();
            await checkSecondFactor(session.userId, endpoint);
            return {
              data: {
                ...session,
                ipAddress: endpoint?.headers?.get(ADDRESS_HEADER) ?? session.ipAddress ?? null,
                createdAt: at,
                updatedAt: at,
                expiresAt: new Date(at.getTime() + ctx.config.sessionDays * DAY_MS),
              },
            };
          },
        },
      },
    },
  });

  async function checkSecondFactor(userId: string, endpoint: { path?: string; body?: unknown } | null): Promise<void> {
    const [row] = await executor().rows<{ enabled: boolean; secret: string | null }>(
      sql`SELECT u.two_factor_enabled AS enabled, t.secret FROM users u LEFT JOIN two_factors t ON t.user_id = u.id WHERE u.id = ${userId}`,
    );
    if (!row?.enabled) return;
    if (!endpoint?.path || !provenPaths.has(endpoint.path)) throw new SecondFactorNeeded(userId);
    if (endpoint.path !== '/two-factor/verify-totp' || row.secret === null) return;
    const { code } = endpoint.body as { code: string };
    const { secretConfig } = await auth.$context;
    const step = stepOfCode(await symmetricDecrypt({ key: secretConfig, data: row.secret }), code, new Date());
    const [claimed] = await executor().rows(
      sql`UPDATE two_factors SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step} RETURNING id`,
    );
    if (!claimed) throw new CodeUsed();
  }

  return auth;
}

export type Auth = ReturnType<typeof makeAuth>;

const made = new WeakMap<Context, Auth>();

/** The sign-in library of a site; made at first use. */
export function authOf(ctx: Context): Auth {
  let auth = made.get(ctx);
  if (!auth) {
    auth = makeAuth(ctx);
    made.set(ctx, auth);
  }
  return auth;
}
