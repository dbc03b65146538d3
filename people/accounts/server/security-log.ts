import { account } from '#people/accounts/contract/limits.ts';
import type { SecurityEventKind } from '#people/accounts/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { securityEventsTotal } from '#platform/server/monitoring/metrics.ts';
import { knownDevice } from './sessions/devices.ts';
import { mailNewDevice } from './mail.ts';
import { deviceOf } from './rules.ts';
import { type UserRow, userById } from './store.ts';

const DAY_MS = 86_400_000;
/** What strangers can cause. */
const attempts: ReadonlySet<SecurityEventKind> = new Set(['sign_in_failed', 'throttled']);

/** Who caused an event; null where the site or its operator did. */
export type Origin = Pick<Caller, 'address' | 'userAgent'> | null;

/** One event about an account. */
interface SecurityEvent {
  readonly kind: SecurityEventKind;
  readonly origin: Origin;
  /** What was signed in with, such as `password`, or which right it is about. No secret. */
  readonly about?: string;
}

/**
 * Writes one line to the log, at the default level. `security`, `address` and `account` stand first and in this order:
 * programs such as fail2ban read them, and docs/operating.md describes them. The account is an email address or an id.
 */
export function logSecurity(ctx: Context, event: SecurityEvent, who: string): void {
  securityEventsTotal.inc({ kind: event.kind });
  ctx.log.info(
    {
      security: event.kind,
      address: event.origin?.address ?? '',
      account: who,
      ...(event.about !== undefined && { about: event.about }),
    },
    'security',
  );
}

/**
 * Notes an event in the list that the member sees; the newest `securityEventsMax` stay, of attempts as many beside them. The caller logs it. An account
 * that does not exist any more gets no row.
 */
async function insertEvent(ctx: Context, tx: Tx, userId: string, event: SecurityEvent): Promise<void> {
  const at = ctx.clock.now();
  await tx.rows(sql`
    INSERT INTO security_events (id, user_id, kind, about, device, address, created_at)
    SELECT ${newId(at)}, id, ${event.kind}, ${event.about ?? null}, ${event.origin ? deviceOf(event.origin.userAgent) : null},
           ${event.origin?.address ?? null}, ${at} FROM users WHERE id = ${userId}`);
  // Attempts are bounded for themselves: a flood of them must not push out what they came to.
  const kinds = [...attempts];
  const isAttempt = attempts.has(event.kind);
  await tx.rows(sql`
    DELETE FROM security_events WHERE user_id = ${userId} AND (kind = ANY(${kinds}::text[])) = ${isAttempt} AND id <
      (SELECT id FROM security_events WHERE user_id = ${userId} AND (kind = ANY(${kinds}::text[])) = ${isAttempt}
       ORDER BY id DESC LIMIT 1 OFFSET ${account.securityEventsMax - 1})`);
}

/** Notes an event about an account in the caller's transaction: in the member's list, and in the log once it is committed. */
export async function noteSecurity(ctx: Context, tx: Tx, userId: string, event: SecurityEvent): Promise<void> {
  await insertEvent(ctx, tx, userId, event);
  tx.afterCommit(() => logSecurity(ctx, event, userId));
}

/** Notes an event that is in the log already, for the member to see. */
export async function rememberSecurity(
  ctx: Context,
  user: UserRow,
  event: { kind: SecurityEventKind; about: string; address: string; userAgent: string },
): Promise<void> {
  const origin = { address: event.address, userAgent: event.userAgent };
  await ctx.db.tx((tx) => insertEvent(ctx, tx, user.id, { kind: event.kind, about: event.about, origin }));
}

/**
 * Notes a sign-in. A device that has not signed in to this account before is reported to the member by mail, unless it is the
 * first one of all.
 */
export async function noteSignIn(ctx: Context, caller: Caller, userId: string, about: string): Promise<void> {
  const isKnown = knownDevice(ctx, caller, 'sign_in', userId) !== null;
  await ctx.db.tx(async (tx) => {
    const earlier = await tx.rows(
      sql`SELECT 1 FROM security_events WHERE user_id = ${userId} AND kind = 'signed_in' LIMIT 1`,
    );
    await noteSecurity(ctx, tx, userId, { kind: 'signed_in', origin: caller, about });
    const user = isKnown || earlier.length === 0 ? null : await userById(tx, userId);
    if (!user) return;
    const at = ctx.clock.now();
    await ctx.mail.send(
      tx,
      mailNewDevice(ctx, user.email, { device: deviceOf(caller.userAgent), address: caller.address, at }),
    );
  });
}

/** The member's list, newest first. */
export async function securityEventsOf(ctx: Context, userId: string): Promise<SecurityRow[]> {
  return await ctx.db.rows<SecurityRow>(
    sql`SELECT id, kind, about, device, address, created_at FROM security_events
        WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${2 * account.securityEventsMax}`,
  );
}

interface SecurityRow {
  readonly id: string;
  readonly kind: SecurityEventKind;
  readonly about: string | null;
  readonly device: string | null;
  readonly address: string | null;
  readonly created_at: Date;
}

/** Removes events past their days. */
export async function purgeSecurityEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - account.securityEventDays * DAY_MS);
  await ctx.db.rows(sql`DELETE FROM security_events WHERE created_at < ${before}`);
}
