import type { Context } from '#server/context.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { sql } from '#server/platform/db/database.ts';
import { hashPassword } from 'better-auth/crypto';
import { type MadeAccount, insertAccount } from './actions.ts';
import { findLink, issueLink, useLink } from './links.ts';
import { isWeakPassword } from './passwords.ts';
import { hasNoUsers } from './store.ts';

/** Any number that no other lock of the site has: two owners must not be made at once. */
const LOCK = 7_010_426_002;

/**
 * At start, on a database without any account: logs the one-time link that makes the owner. Each process that starts
 * logs a link of its own; the first one used closes them all.
 */
export async function offerSetup(ctx: Context): Promise<void> {
  if (!(await hasNoUsers(ctx.db))) return;
  const token = await ctx.db.tx((tx) => issueLink(ctx, tx, { purpose: 'setup', userId: null, email: null }));
  // A warning: the link must show at every usual log level.
  ctx.log.warn(`This site has no account yet. Open this link to create its owner: ${ctx.siteUrl}/auth?setup=${token}`);
}

/** Makes the owner: verified, admin. @throws {Refusal} setup_closed, link_expired, weak_password */
export async function makeOwner(
  ctx: Context,
  input: { token: string; email: string; password: string; displayName?: string | undefined },
): Promise<MadeAccount> {
  if (!(await hasNoUsers(ctx.db))) throw new Refusal('setup_closed');
  if (!(await findLink(ctx, ctx.db, input.token, ['setup']))) throw new Refusal('link_expired');
  const person = { email: input.email, displayName: input.displayName, siteName: ctx.config.siteName };
  if (isWeakPassword(input.password, person))
    throw new Refusal('weak_password', { fields: { password: 'too common' } });
  const passwordHash = await hashPassword(input.password);
  return await ctx.db.tx(async (tx) => {
    await tx.rows(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    if (!(await hasNoUsers(tx))) throw new Refusal('setup_closed');
    if (!(await useLink(ctx, tx, input.token, ['setup']))) throw new Refusal('link_expired');
    await tx.rows(sql`DELETE FROM account_links WHERE purpose = 'setup'`);
    const made = await insertAccount(ctx, tx, {
      email: input.email,
      passwordHash,
      displayName: input.displayName,
      verified: true,
      isAdmin: true,
    });
    if (!made) throw new Refusal('setup_closed');
    return made;
  });
}
