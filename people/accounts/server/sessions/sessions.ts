import { account } from '#people/accounts/contract/limits.ts';
import { randomBytes } from 'node:crypto';
import type { Viewer as ViewerReply } from '#people/accounts/contract/endpoints.ts';
import { levelForXp } from '#people/ledger/contract/ranks.ts';
import { roleBadge } from '#people/profiles/server/rules.ts';
import { activeCustomRoles } from '#people/profiles/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { authOf } from '#people/accounts/server/sign-in/auth.ts';
import { SecondFactorNeeded } from '#people/accounts/server/sign-in/second-factor-check.ts';
import { SESSION_COOKIE_DAYS, clearCookieLine, cookieNameOf, setCookieLine } from './cookies.ts';
import { startChallenge } from '#people/accounts/server/sign-in/second-factor.ts';
import { resolveViewer } from './session-reader.ts';

/** A viewer as the wire shows them. */
export async function presentViewer(ctx: Context, viewer: Viewer): Promise<ViewerReply> {
  return {
    id: viewer.profileId,
    userId: viewer.userId,
    username: viewer.username,
    displayName: viewer.displayName,
    avatarUrl: viewer.avatarUrl,
    badge: roleBadge(viewer, await activeCustomRoles(ctx.db)),
    xp: viewer.xp,
    level: levelForXp(viewer.xp),
    credits: viewer.credits,
    verified: viewer.verified,
    adult: viewer.adult,
    isAdmin: viewer.isAdmin,
    isModerator: viewer.isModerator,
    twoFactorMissing: viewer.twoFactorMissing,
    suspendedUntil: viewer.suspendedUntil?.toISOString() ?? null,
    silencedUntil: viewer.silencedUntil?.toISOString() ?? null,
    isNew: ctx.clock.now().getTime() - viewer.createdAt.getTime() < account.newDays * 86_400_000,
    legalPending: viewer.legalPending,
    eventSeq: viewer.eventSeq,
  };
}

/** The reply of a sign-in that has just set its cookie. */
export async function signedIn(
  ctx: Context,
  cookieLines: readonly string[],
): Promise<{ status: 'signed_in'; viewer: ViewerReply }> {
  const name = `${cookieNameOf(ctx, 'session_token')}=`;
  const line = cookieLines.findLast((candidate) => candidate.startsWith(name));
  const viewer = line === undefined ? null : await resolveViewer(ctx, line.split(';', 1)[0]!);
  if (!viewer) throw new Refusal('sign_in_required');
  return { status: 'signed_in', viewer: await presentViewer(ctx, viewer) };
}

/** Opens a session after a proof of our own (password, verification or setup link). @throws SecondFactorNeeded */
export async function openSession(ctx: Context, userId: string, caller: Caller): Promise<string[]> {
  const { internalAdapter } = await authOf(ctx).$context;
  const session = await internalAdapter.createSession(userId, false, {
    ipAddress: caller.address,
    userAgent: caller.userAgent.slice(0, 500),
  });
  const line = setCookieLine(ctx, 'session_token', session.token, SESSION_COOKIE_DAYS * 86_400);
  caller.setHeader('set-cookie', line);
  return [line];
}

/**
 * Clears the session's cookie in the caller's browser, and the browser's caches of the member's pages and files.
 * `"cache"` alone: `"storage"` would forget the theme of the device and unsent drafts, which are stored for their member
 * only, and `"cookies"` the menu's state and that this device is known.
 */
export function closeSession(ctx: Context, caller: Caller): void {
  caller.setHeader('set-cookie', clearCookieLine(ctx, 'session_token'));
  caller.setHeader('clear-site-data', '"cache"');
}

/**
 * Gives a session a new token in the place of its old one, which somebody may have copied.
 * @returns the cookie's line, for the caller once the transaction is committed.
 */
export async function rotateSession(ctx: Context, tx: Tx, sessionId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await tx.rows(sql`UPDATE sessions SET token = ${token} WHERE id = ${sessionId}`);
  return setCookieLine(ctx, 'session_token', token, SESSION_COOKIE_DAYS * 86_400);
}

/** Runs a first factor; where the member has a second one, asks for that in the place of a session. */
export async function withSecondFactor<T>(
  ctx: Context,
  caller: Caller,
  firstFactor: () => Promise<T>,
): Promise<T | { status: 'two_factor' }> {
  try {
    return await firstFactor();
  } catch (error) {
    if (!(error instanceof SecondFactorNeeded)) throw error;
    await startChallenge(ctx, error.userId, caller);
    return { status: 'two_factor' };
  }
}

/**
 * Closes the sockets of ended sessions, once that is committed: their pages learn that they are signed out.
 * @param event sent to every open page of the member first; null where other sessions go on.
 */
export function announceEnd(
  ctx: Context,
  tx: Tx,
  ended: { profileId: string; sessionIds: readonly string[]; event: 'signed_out' | 'password_recovery' | null },
): void {
  tx.afterCommit(() => {
    if (ended.event) ctx.realtime.announce(`viewer:${ended.profileId}`, 'session', { event: ended.event });
    if (ended.sessionIds.length > 0) ctx.realtime.endSessions(ended.sessionIds);
  });
}
