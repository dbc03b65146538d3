import { account } from '#contract/limits/accounts.ts';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isId, newId } from '#server/platform/ids.ts';
import { defineJob } from '#server/platform/jobs/job.ts';
import { mailExportReady } from '#server/features/accounts/mail.ts';
import { deviceOf } from '#server/features/accounts/rules.ts';
import { userById } from '#server/features/accounts/store.ts';

/** Days that a copy can be loaded for. */
const EXPORT_DAYS = account.exportDays;

/** A row of `data_exports` as the wire shows it. */
export interface ExportRow {
  readonly id: string;
  readonly user_id: string;
  readonly state: 'waiting' | 'ready' | 'failed';
  readonly bytes: number | null;
  readonly created_at: Date;
}

export function presentExport(row: ExportRow) {
  return {
    id: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    bytes: row.bytes,
    url: row.state === 'ready' ? `/files/exports/${row.id}` : null,
  };
}

function keyOf(userId: string, exportId: string): string {
  return `exports/${userId}/${exportId}.json`;
}

/** A member's copies, newest first. */
export function exportsOf(ctx: Context, userId: string): Promise<ExportRow[]> {
  return ctx.db.rows<ExportRow>(
    sql`SELECT id, user_id, state, bytes, created_at FROM data_exports WHERE user_id = ${userId} ORDER BY id DESC LIMIT 20`,
  );
}

/** Asks for a copy; while one is being made, that one is answered. */
export function askForExport(ctx: Context, userId: string): Promise<ExportRow> {
  return ctx.db.tx(async (tx) => {
    await tx.rows(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
    const [waiting] = await tx.rows<ExportRow>(
      sql`SELECT id, user_id, state, bytes, created_at FROM data_exports WHERE user_id = ${userId} AND state = 'waiting'`,
    );
    if (waiting) return waiting;
    const at = ctx.clock.now();
    const id = newId(at);
    await tx.rows(
      sql`INSERT INTO data_exports (id, user_id, state, created_at) VALUES (${id}, ${userId}, 'waiting', ${at})`,
    );
    await ctx.jobs.enqueue(tx, exportJob, { exportId: id });
    return { id, user_id: userId, state: 'waiting', bytes: null, created_at: at };
  });
}

/** Writes a copy of everything that a member made into the storage. */
export const exportJob = defineJob({
  name: 'accounts.export',
  payload: z.object({ exportId: z.string() }),
  // For a process that was lost on the way; a failure is written down and not tried again.
  retries: 2,
  timeoutSeconds: 600,
  async run(ctx, { exportId }) {
    const [row] = await ctx.db.rows<ExportRow>(
      sql`SELECT id, user_id, state, bytes, created_at FROM data_exports WHERE id = ${exportId}`,
    );
    if (row?.state !== 'waiting') return;
    try {
      const data = await collectExport(ctx, row.user_id);
      if (!data) return;
      const content = Buffer.from(JSON.stringify(data, null, 2));
      await ctx.storage.put(keyOf(row.user_id, exportId), content, { contentType: 'application/json' });
      await ctx.db.tx(async (tx) => {
        const [done] = await tx.rows(
          sql`UPDATE data_exports SET state = 'ready', bytes = ${content.length} WHERE id = ${exportId} RETURNING id`,
        );
        if (done) await ctx.mail.send(tx, mailExportReady(ctx, data.account.email, EXPORT_DAYS));
        // The account was deleted meanwhile, and its copies with it.
        else tx.afterCommit(() => ctx.storage.remove(keyOf(row.user_id, exportId)));
      });
    } catch (error) {
      await ctx.db.rows(sql`UPDATE data_exports SET state = 'failed' WHERE id = ${exportId}`);
      throw error;
    }
  },
});

async function collectExport(ctx: Context, userId: string) {
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
  const [profile] = await ctx.db.rows<{ profile: unknown }>(
    sql`SELECT to_jsonb(p) - 'user_id' AS profile FROM profiles p WHERE p.id = ${user.profileId}`,
  );
  const made: Record<string, unknown[]> = {};
  for (const data of ctx.personal) Object.assign(made, await data.exportOf(ctx, user.profileId));
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
    },
    profile: profile?.profile ?? null,
    made,
  };
}

/** Removes copies past their week, and gives up on those whose job was lost. */
export async function purgeExports(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  const old = await ctx.db.rows<{ id: string; user_id: string }>(
    sql`SELECT id, user_id FROM data_exports WHERE created_at <= ${new Date(now - EXPORT_DAYS * 86_400_000)}`,
  );
  for (const row of old) await ctx.storage.remove(keyOf(row.user_id, row.id));
  await ctx.db.rows(sql`DELETE FROM data_exports WHERE id = ANY(${old.map((row) => row.id)}::uuid[])`);
  await ctx.db.rows(
    sql`UPDATE data_exports SET state = 'failed' WHERE state = 'waiting' AND created_at <= ${new Date(now - 86_400_000)}`,
  );
}

/** Removes every copy of a member from the storage. */
export async function removeExportFiles(ctx: Context, userId: string): Promise<void> {
  for await (const file of ctx.storage.list(`exports/${userId}/`)) await ctx.storage.remove(file.key);
}

/** Loads a copy: its owner, signed in, and nobody else. */
export const exportDocument: WebDocument = {
  method: 'GET',
  path: '/files/exports/:id',
  access: 'session',
  summary: "A member's own data export, for seven days.",
  async handle(ctx, { caller, params }) {
    const id = params['id'] ?? '';
    const [row] = isId(id)
      ? await ctx.db.rows<ExportRow>(
          sql`SELECT id, user_id, state, bytes, created_at FROM data_exports
              WHERE id = ${id} AND user_id = ${caller.viewer?.userId ?? null} AND state = 'ready'`,
        )
      : [];
    const found = row ? await ctx.storage.read(keyOf(row.user_id, row.id)) : null;
    if (!row || !found) throw new Refusal('not_found');
    return {
      contentType: 'application/json; charset=utf-8',
      body: found.body,
      headers: {
        'content-disposition': `attachment; filename="my-data-${row.created_at.toISOString().slice(0, 10)}.json"`,
        'content-length': String(found.bytes),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      },
    };
  },
};
