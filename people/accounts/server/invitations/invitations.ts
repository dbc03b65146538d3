import type { Reply } from '#site/contract/contract.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { unknownPerson } from '#people/profiles/server/rules.ts';
import { signUpMode } from '#people/site-settings/server/store.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { invitationChanged } from '#people/accounts/server/events.ts';
import { hashOf, newToken } from '#people/accounts/server/sign-in/links.ts';
import { mailInvitation } from '#people/accounts/server/mail.ts';

const DAY_MS = 86_400_000;

/**
 * Makes a link with which one person may sign up, and mails it where an address is given.
 * @throws {Refusal} sign_up_closed, invitations_many
 */
export async function invite(
  ctx: Context,
  by: Viewer,
  email: string | undefined,
): Promise<{ id: string; url: string; expiresAt: string }> {
  if ((await signUpMode(ctx)) === 'closed') throw new Refusal('sign_up_closed');
  const at = ctx.clock.now();
  const [id, token, to] = [newId(at), newToken(), email ?? null];
  const url = `${ctx.siteUrl}/auth?invitation=${token}`;
  const expiresAt = new Date(at.getTime() + account.invitationDays * DAY_MS);
  await ctx.db.tx(async (tx) => {
    // Of many at once, none is counted past the limit.
    await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended('invitations', 0))`);
    const [open] = await tx.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM invitations WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > ${at}`,
    );
    if (open!.count >= account.invitationsOpenMax) throw new Refusal('invitations_many');
    await tx.rows(
      sql`INSERT INTO invitations (id, token_hash, email, invited_by, created_at, expires_at)
          VALUES (${id}, ${hashOf(token)}, ${to}, ${by.profileId}, ${at}, ${expiresAt})`,
    );
    if (to !== null) await ctx.mail.send(tx, mailInvitation(ctx, to, url));
    await emit(ctx, tx, invitationChanged, { action: 'invitation.make', invitationId: id, by: by.profileId });
  });
  return { id, url, expiresAt: expiresAt.toISOString() };
}

/**
 * Ends an invitation that nobody has used. One that is ended already stays as it is.
 * @throws {Refusal} not_found, invitation_used
 */
export async function revokeInvitation(ctx: Context, by: Viewer, id: string): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const [revoked] = await tx.rows(
      sql`UPDATE invitations SET revoked_at = ${at} WHERE id = ${id} AND used_at IS NULL AND revoked_at IS NULL RETURNING id`,
    );
    if (revoked) {
      await emit(ctx, tx, invitationChanged, { action: 'invitation.revoke', invitationId: id, by: by.profileId });
      return;
    }
    const [row] = await tx.rows<{ is_used: boolean }>(
      sql`SELECT used_at IS NOT NULL AS is_used FROM invitations WHERE id = ${id}`,
    );
    if (!row) throw new Refusal('not_found');
    if (row.is_used) throw new Refusal('invitation_used');
  });
}

interface InvitationRow {
  readonly id: string;
  readonly email: string | null;
  readonly invited_by: string | null;
  readonly used_by: string | null;
  readonly used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly expires_at: Date;
  readonly created_at: Date;
}

function stateOf(row: InvitationRow, now: Date): 'open' | 'used' | 'revoked' | 'expired' {
  if (row.used_at !== null) return 'used';
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at > now ? 'open' : 'expired';
}

/** A page of the invitations, newest first. @throws {Refusal} `invalid` for a cursor of another list */
export async function listInvitations(ctx: Context, after: string | undefined): Promise<Reply<'GET /invitations'>> {
  const before = readTimeCursor(after);
  const rows = await ctx.db.rows<InvitationRow>(
    sql`SELECT id, email, invited_by, used_by, used_at, revoked_at, expires_at, created_at FROM invitations
        WHERE (${before?.at ?? null}::timestamptz IS NULL OR (created_at, id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
        ORDER BY created_at DESC, id DESC LIMIT ${account.invitationsPerPage + 1}`,
  );
  const page = rows.slice(0, account.invitationsPerPage);
  const people = await peopleById(
    ctx.db,
    page.flatMap((row) => [row.invited_by, row.used_by].filter((one) => one !== null)),
  );
  const personOf = (id: string | null) => (id === null ? null : (people.get(id) ?? unknownPerson));
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    items: page.map((row) => ({
      id: row.id,
      email: row.email,
      state: stateOf(row, ctx.clock.now()),
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      invitedBy: personOf(row.invited_by),
      joined: personOf(row.used_by),
    })),
    next: last ? timeCursor(last.created_at, last.id) : null,
  };
}

/** Refuses a sign-up that the site does not take, before any work. @throws {Refusal} sign_up_closed, invitation_required */
export async function checkSignUpMode(ctx: Context, invitation: string | undefined): Promise<void> {
  const mode = await signUpMode(ctx);
  if (mode === 'closed') throw new Refusal('sign_up_closed');
  if (mode === 'invitation' && invitation === undefined) throw new Refusal('invitation_required');
}

/**
 * Uses an invitation up, whether the address is free or taken: what is left of it must not reveal which. Of two at once, one
 * gets it.
 * @returns its id; null on a site that asks for none
 * @throws {Refusal} link_expired, sign_up_closed
 */
export async function spendInvitation(ctx: Context, tx: Tx, invitation: string | undefined): Promise<string | null> {
  // Read in the transaction: what an admin has closed meanwhile is closed.
  const mode = await signUpMode(ctx, tx);
  if (mode === 'closed') throw new Refusal('sign_up_closed');
  if (mode !== 'invitation') return null;
  const at = ctx.clock.now();
  const [spent] = await tx.rows<{ id: string }>(
    sql`UPDATE invitations SET used_at = ${at}
        WHERE token_hash = ${hashOf(invitation ?? '')} AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ${at}
        RETURNING id`,
  );
  if (!spent) throw new Refusal('link_expired');
  return spent.id;
}

/**
 * Uses up an invitation that was mailed to an address, for who proves to have it in another way. Of several the oldest.
 * @param email lower case
 * @returns its id, or null where there is none
 */
export async function spendInvitationTo(ctx: Context, tx: Tx, email: string): Promise<string | null> {
  const at = ctx.clock.now();
  const [spent] = await tx.rows<{ id: string }>(
    sql`UPDATE invitations SET used_at = ${at} WHERE used_at IS NULL AND id = (
          SELECT id FROM invitations WHERE email = ${email} AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ${at}
          ORDER BY created_at, id LIMIT 1 FOR UPDATE)
        RETURNING id`,
  );
  return spent?.id ?? null;
}

/** Notes who joined by an invitation. */
export async function noteJoined(tx: Tx, invitationId: string, profileId: string): Promise<void> {
  await tx.rows(sql`UPDATE invitations SET used_by = ${profileId} WHERE id = ${invitationId}`);
}

/** For the data export of who made them. */
export async function exportInvitations(ctx: Context, profileId: string): Promise<{ invitations: unknown[] }> {
  const rows = await ctx.db.rows<{ email: string | null; created_at: Date; expires_at: Date }>(
    sql`SELECT email, created_at, expires_at FROM invitations WHERE invited_by = ${profileId} ORDER BY created_at, id`,
  );
  return { invitations: rows.map((row) => ({ email: row.email, at: row.created_at, until: row.expires_at })) };
}

/** Deletes the invitation by which a member joined: it holds their address. */
export async function eraseInvitation(tx: Tx, profileId: string): Promise<void> {
  await tx.rows(sql`DELETE FROM invitations WHERE used_by = ${profileId}`);
}

/** Deletes invitations that nobody joined by, some time after their end. */
export async function purgeInvitations(ctx: Context): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - account.invitationListedDays * DAY_MS);
  await ctx.db.rows(
    sql`DELETE FROM invitations WHERE used_by IS NULL AND COALESCE(used_at, revoked_at, expires_at) <= ${until}`,
  );
}
