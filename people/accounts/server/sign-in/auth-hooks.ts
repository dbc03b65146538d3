import { acceptTexts } from '#people/legal/server/store.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { normalAddress } from '#platform/contract/shapes.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { issueLink } from './links.ts';
import { noteJoined, spendInvitationTo } from '#people/accounts/server/invitations/invitations.ts';
import { mailVerify } from '#people/accounts/server/mail.ts';
import { checkName } from '#people/profiles/server/actions.ts';
import { signUpMode } from '#people/site-settings/server/store.ts';
import { noteSignUp } from '#people/accounts/server/events.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { insertProfile } from '#people/accounts/server/names/profile-of-user.ts';
import type { BetterAuthOptions } from 'better-auth';
import type { SecondFactorCheck } from './second-factor-check.ts';

/** The header that carries the caller's address into better-auth. It is made by `headersOf` alone, never passed through. */
export const ADDRESS_HEADER = 'x-looproom-address';
const DAY_MS = 86_400_000;

type Hooks = { [K in 'user' | 'account' | 'session']: NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>[K]> };

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
  const mode = await signUpMode(ctx, tx);
  if (mode === 'open') return 'open';
  if (mode === 'closed' || !person.emailVerified) return 'refused';
  const invitationId = await spendInvitationTo(ctx, tx, normalAddress(person.email));
  return invitationId === null ? 'refused' : { invitationId };
}

/** A new user and its profile are made in one transaction; a mailed code takes over an unverified account. */
export function userHooks(ctx: Context, openTx: () => Tx | undefined): Hooks['user'] {
  return {
    create: {
      async before(user) {
        const at = ctx.clock.now();
        const tx = openTx();
        if (!tx) throw new Error('A user without a transaction: its profile could be missing.');
        // Only outside providers make users here: our own sign-up asks before.
        const entry = await entryFromOutside(ctx, tx, user);
        if (entry === 'refused') return false;
        const name = await nameFromOutside(ctx, tx, user.name);
        const id = newId(at);
        const profile = await insertProfile(ctx, tx, { userId: id, email: user.email, displayName: name, at });
        if (profile) {
          await acceptTexts(tx, profile.profileId, null, at);
          if (entry !== 'open') await noteJoined(tx, entry.invitationId, profile.profileId);
          await noteSignUp(ctx, tx, profile.profileId, 'provider');
        }
        tx.afterCommit(() => ctx.pages.drop());
        return {
          data: { ...user, email: normalAddress(user.email), id, name, image: null, createdAt: at, updatedAt: at },
        };
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
  };
}

/** Tokens of outside providers are not stored. */
export const accountHooks: Hooks['account'] = {
  create: {
    before: (row) => Promise.resolve({ data: { ...row, accessToken: null, refreshToken: null, idToken: null } }),
  },
};

/** No session of a two-factor member before the second factor; sessions are dated by the site's clock. */
export function sessionHooks(ctx: Context, checkSecondFactor: SecondFactorCheck): Hooks['session'] {
  return {
    create: {
      async before(session, endpoint) {
        const at = ctx.clock.now();
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
  };
}
