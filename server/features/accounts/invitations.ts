import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { account } from '#contract/limits/accounts.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { issueLink, spendLink } from './sign-in/links.ts';
import { mailInvitation } from './mail.ts';

const DAY_MS = 86_400_000;

/** Makes a link with which one person may sign up, and mails it where an address is given. */
export async function invite(ctx: Context, email: string | undefined): Promise<{ url: string; expiresAt: string }> {
  const url = await ctx.db.tx(async (tx) => {
    const token = await issueLink(ctx, tx, { purpose: 'invitation', userId: null, email: email ?? null });
    const address = `${ctx.siteUrl}/auth?invitation=${token}`;
    if (email !== undefined) await ctx.mail.send(tx, mailInvitation(ctx, email, address));
    return address;
  });
  return { url, expiresAt: new Date(ctx.clock.now().getTime() + account.invitationDays * DAY_MS).toISOString() };
}

/** Refuses a sign-up that the site does not take, before any work. @throws {Refusal} sign_up_closed, invitation_required */
export function checkSignUpMode(ctx: Context, invitation: string | undefined): void {
  if (ctx.config.signUp === 'closed') throw new Refusal('sign_up_closed');
  if (ctx.config.signUp === 'invitation' && invitation === undefined) throw new Refusal('invitation_required');
}

/** Uses an invitation up, whether the address is free or taken: what is left of it must not reveal it. @throws {Refusal} link_expired */
export async function spendInvitation(ctx: Context, tx: Tx, invitation: string | undefined): Promise<void> {
  if (ctx.config.signUp !== 'invitation') return;
  if (!(await spendLink(ctx, tx, invitation ?? '', ['invitation']))) throw new Refusal('link_expired');
}
