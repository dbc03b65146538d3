import type { Input } from '#site/contract/contract.ts';
import type { MemberDetail } from '#features/staff/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { deviceOf } from '#people/accounts/server/rules.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { entitlementRows, lockBalances } from '#people/ledger/server/store.ts';
import { audit } from '#content/moderation/server/store.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { readMember } from './members.ts';

/** Sessions and addresses that a page shows. */
const SHOWN = 50;

interface AccountRow {
  readonly user_id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly two_factor_enabled: boolean;
  readonly credits: number;
}

async function accountOf(db: Executor, profileId: string): Promise<AccountRow> {
  const [row] = await db.rows<AccountRow>(sql`
    SELECT u.id AS user_id, u.email, u.email_verified, u.two_factor_enabled, p.credits
    FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.id = ${profileId}`);
  if (!row) throw new Refusal('profile_not_found');
  return row;
}

async function sessionsOf(db: Executor, userId: string): Promise<NonNullable<MemberDetail['sessions']>> {
  const rows = await db.rows<{
    id: string;
    user_agent: string | null;
    ip_address: string | null;
    last_used_at: Date;
  }>(sql`
    SELECT id, user_agent, ip_address, last_used_at FROM sessions WHERE user_id = ${userId}
    ORDER BY last_used_at DESC LIMIT ${SHOWN}`);
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent ?? ''),
    address: row.ip_address,
    lastUsedAt: row.last_used_at.toISOString(),
  }));
}

/** Addresses of open sessions and of the security log, which is stored for 90 days. */
async function addressesOf(db: Executor, userId: string): Promise<NonNullable<MemberDetail['addresses']>> {
  const rows = await db.rows<{ address: string; last_seen: Date }>(sql`
    SELECT address, max(at) AS last_seen FROM (
      SELECT ip_address AS address, last_used_at AS at FROM sessions WHERE user_id = ${userId} AND ip_address IS NOT NULL
      UNION ALL SELECT address, created_at AS at FROM security_events WHERE user_id = ${userId} AND address IS NOT NULL) s
    GROUP BY address ORDER BY last_seen DESC LIMIT ${SHOWN}`);
  return rows.map((row) => ({ address: row.address, lastSeenAt: row.last_seen.toISOString() }));
}

/** All that this member of staff sees of a member. @throws {Refusal} `profile_not_found` */
export async function readMemberDetail(ctx: Context, viewer: Viewer, profileId: string): Promise<MemberDetail> {
  const member = await readMember(ctx, viewer, profileId);
  const account = await accountOf(ctx.db, profileId);
  const [rights, sessions, addresses] = await Promise.all([
    entitlementRows(ctx.db, profileId),
    viewer.isAdmin ? sessionsOf(ctx.db, account.user_id) : null,
    viewer.isAdmin ? addressesOf(ctx.db, account.user_id) : null,
  ]);
  return {
    member,
    credits: account.credits,
    email: viewer.isAdmin ? account.email : null,
    isVerified: account.email_verified,
    hasTwoFactor: account.two_factor_enabled,
    rights: rights.map((row) => ({
      name: row.name,
      source: row.source,
      expiresAt: row.expires_at?.toISOString() ?? null,
    })),
    sessions,
    addresses,
  };
}

/** Corrects a balance, once for each submit; the member is notified of what really changed. @throws {Refusal} `profile_not_found` */
export async function correctBalance(
  ctx: Context,
  viewer: Viewer,
  profileId: string,
  body: Input<'POST /staff/members/:profileId/corrections'>['body'],
): Promise<void> {
  const { currency, amount, reason, submitId } = body;
  await accountOf(ctx.db, profileId);
  await ctx.db.tx(async (tx) => {
    const before = await lockBalances(tx, profileId);
    if (!before) throw new Refusal('profile_not_found');
    await correct(ctx, tx, profileId, { xp: 0, credits: 0, [currency]: amount }, `correction:${submitId}`);
    const after = (await lockBalances(tx, profileId))!;
    const applied = after[currency] - before[currency];
    if (applied === 0) return;
    await audit(ctx, tx, viewer, {
      action: `${currency}.adjust`,
      targetKind: 'profile',
      targetId: profileId,
      reason,
      details: { asked: amount, before: { [currency]: before[currency] }, after: { [currency]: after[currency] } },
    });
    const what = `${applied > 0 ? '+' : ''}${applied} ${currency === 'xp' ? 'XP' : 'credits'}`;
    await notify(ctx, tx, [profileId], {
      ...noticeText.staff('Staff corrected your balance', `${what}: ${reason}`),
      url: '/ranks/statement',
      cause: `correction:${submitId}`,
    });
  });
}
