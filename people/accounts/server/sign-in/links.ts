import { createHash, randomBytes } from 'node:crypto';
import { account } from '#people/accounts/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { accountLinks } from '#people/accounts/server/tables.ts';
import { spareMinutes } from './throttle.ts';

export type LinkPurpose = (typeof accountLinks.$inferSelect)['purpose'];

/** Minutes that a link of each kind is promised to be good for. The setup link lives until the next start well after a week. */
const lifeMinutes: Readonly<Record<LinkPurpose, number>> = {
  verify: account.verifyLinkMinutes,
  verified: account.verifyLinkMinutes,
  change_email: account.verifyLinkMinutes,
  reset: account.resetLinkMinutes,
  undo_email: account.undoEmailDays * 24 * 60,
  setup: 7 * 24 * 60,
};

/** A link that was just used, or checked. */
export interface Link {
  readonly purpose: LinkPurpose;
  readonly userId: string | null;
  readonly email: string | null;
}

interface LinkRow {
  readonly purpose: LinkPurpose;
  readonly user_id: string | null;
  readonly email: string | null;
}

/** A secret for a link: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database stores of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function toLink(row: LinkRow | undefined): Link | null {
  return row ? { purpose: row.purpose, userId: row.user_id, email: row.email } : null;
}

/** Makes a one-time link. @returns the token for the mail, 256 random bits; the database keeps its hash only. */
export async function issueLink(ctx: Context, tx: Tx, link: Link): Promise<string> {
  const token = newToken();
  const createdAt = ctx.clock.now();
  const minutes = lifeMinutes[link.purpose] + spareMinutes(ctx);
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
  await tx.orm.insert(accountLinks).values({ tokenHash: hashOf(token), ...link, createdAt, expiresAt });
  return token;
}

/** Checks a link without using it; null when it is unknown, used, expired or of another purpose. */
export async function findLink(
  ctx: Context,
  db: Executor,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<Link | null> {
  const [row] = await db.rows<LinkRow>(
    sql`SELECT purpose, user_id, email FROM account_links
        WHERE token_hash = ${hashOf(token)} AND purpose = ANY(${[...purposes]}::text[]) AND expires_at > ${ctx.clock.now()}`,
  );
  return toLink(row);
}

/** Consumes a link: one of two concurrent calls gets it. Null as `findLink`. */
export async function spendLink(
  ctx: Context,
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<Link | null> {
  const [row] = await tx.rows<LinkRow>(
    sql`DELETE FROM account_links
        WHERE token_hash = ${hashOf(token)} AND purpose = ANY(${[...purposes]}::text[]) AND expires_at > ${ctx.clock.now()}
        RETURNING purpose, user_id, email`,
  );
  return toLink(row);
}

/** Remembers a used link of a sign-up, so that a second click gets its own answer. */
export async function keepUsed(ctx: Context, tx: Tx, token: string, link: Link): Promise<void> {
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifeMinutes.verified * 60_000);
  await tx.orm
    .insert(accountLinks)
    .values({ ...link, tokenHash: hashOf(token), purpose: 'verified', createdAt, expiresAt });
}

/** Revokes the other links of a member, such as older ones of the same mail. */
export async function endLinks(tx: Tx, userId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx.rows(sql`DELETE FROM account_links WHERE user_id = ${userId} AND purpose = ANY(${[...purposes]}::text[])`);
}
