import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { deviceOf } from '#people/accounts/server/rules.ts';
import { securityEventsOf } from '#people/accounts/server/security-log.ts';
import { userById } from '#people/accounts/server/store.ts';
import type { ExportedData, ExportedRow } from './data.ts';
import { withReferences } from './references.ts';

/** What a member's account is, their profile, and what they made and did; null where there is no such account. */
export async function collectExport(ctx: Context, userId: string): Promise<ExportedData | null> {
  const user = await userById(ctx.db, userId);
  if (!user) return null;
  const providers = await ctx.db.rows<{ provider_id: string; created_at: Date }>(
    sql`SELECT provider_id, created_at FROM user_accounts WHERE user_id = ${userId} ORDER BY created_at`,
  );
  const sessions = await ctx.db.rows<{
    user_agent: string | null;
    ip_address: string | null;
    created_at: Date;
    last_used_at: Date;
  }>(
    sql`SELECT user_agent, ip_address, created_at, last_used_at FROM sessions WHERE user_id = ${userId} ORDER BY created_at`,
  );
  // The member's own row whole, without the keys that tie it to other tables: columns that come later are theirs too.
  const [profile] = await ctx.db.rows<{ profile: ExportedRow }>(
    sql`SELECT to_jsonb(p) - 'user_id' AS profile FROM profiles p WHERE p.id = ${user.profileId}`,
  );
  const made: Record<string, unknown[]> = {};
  for (const part of ctx.personal) Object.assign(made, await part.exportOf(ctx, user.profileId));
  return {
    site: { name: ctx.config.siteName, url: ctx.siteUrl, exportedAt: ctx.clock.now() },
    account: {
      email: user.email,
      emailVerified: user.emailVerified,
      twoFactor: user.twoFactorEnabled,
      createdAt: user.createdAt,
      signInWays: providers.map((row) => ({ kind: row.provider_id, since: row.created_at })),
      sessions: sessions.map((row) => ({
        device: deviceOf(row.user_agent),
        userAgent: row.user_agent,
        address: row.ip_address,
        since: row.created_at,
        lastUsed: row.last_used_at,
      })),
      security: (await securityEventsOf(ctx, userId)).map((row) => ({
        event: row.kind,
        about: row.about,
        device: row.device,
        address: row.address,
        at: row.created_at,
      })),
    },
    profile: profile?.profile ?? null,
    made: await withReferences(ctx, user.profileId, made as Record<string, ExportedRow[]>),
  };
}
