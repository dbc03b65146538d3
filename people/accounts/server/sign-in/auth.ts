import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { SESSION_COOKIE_DAYS, cookiePrefix } from '#people/accounts/server/sessions/cookies.ts';
import { socialProviders, standInProviders } from './providers.ts';
import { sessions, twoFactors, userAccounts, users, verifications } from '#people/accounts/server/tables.ts';
import { recoveryCodeStore } from '#people/accounts/server/recovery-codes.ts';
import { ADDRESS_HEADER, accountHooks, sessionHooks, userHooks } from './auth-hooks.ts';
import { secondFactorCheck } from './second-factor-check.ts';
import { spareMinutes } from './throttle.ts';

/** Wrong tries of one mailed code, more than `throttle.ts` lets through: a code must not die by strangers' tries. */
const CODE_TRIES = 1000;
const DAY_MS = 86_400_000;

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
  const openTx = new AsyncLocalStorage<Tx>();
  const database = new Proxy(ctx.db.orm, {
    get(target, key) {
      if (key === 'transaction')
        return <T>(work: (orm: Tx['orm']) => Promise<T>) => ctx.db.tx((tx) => openTx.run(tx, () => work(tx.orm)));
      return Reflect.get(target, key, target) as unknown;
    },
  });
  const checkSecondFactor = secondFactorCheck(
    () => openTx.getStore() ?? ctx.db,
    async () => (await auth.$context).secretConfig,
  );
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
      database: { generateId: () => newId(ctx.clock.now()) },
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
      user: userHooks(ctx, () => openTx.getStore()),
      account: accountHooks,
      session: sessionHooks(ctx, checkSecondFactor),
    },
  });

  return auth;
}

export type Auth = ReturnType<typeof makeAuth>;

const instances = new WeakMap<Context, Auth>();

/** The sign-in library of a site; made at first use. */
export function authOf(ctx: Context): Auth {
  let auth = instances.get(ctx);
  if (!auth) {
    auth = makeAuth(ctx);
    instances.set(ctx, auth);
  }
  return auth;
}
