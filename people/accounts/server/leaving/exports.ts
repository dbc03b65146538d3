import { account } from '#people/accounts/contract/limits.ts';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId, newId } from '#platform/server/ids.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { mailExportReady } from '#people/accounts/server/mail.ts';
import { userById } from '#people/accounts/server/store.ts';
import { exportPrefix, openExport, removeExport, storeExport } from './export/archive.ts';
import { collectExport } from './export/collect.ts';
import { readerFor } from './export/references.ts';

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

const exportColumns = sql.raw('SELECT id, user_id, state, bytes::float8 AS bytes, created_at FROM data_exports');

export function presentExport(row: ExportRow) {
  return {
    id: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    bytes: row.bytes,
    url: row.state === 'ready' ? `/files/exports/${row.id}` : null,
  };
}

/** A member's copies, newest first. */
export function exportsOf(ctx: Context, userId: string): Promise<ExportRow[]> {
  return ctx.db.rows<ExportRow>(sql`${exportColumns} WHERE user_id = ${userId} ORDER BY id DESC LIMIT 20`);
}

/** Asks for a copy; while one is being made, that one is answered. */
export function askForExport(ctx: Context, userId: string): Promise<ExportRow> {
  return ctx.db.tx(async (tx) => {
    await tx.rows(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
    const [waiting] = await tx.rows<ExportRow>(sql`${exportColumns} WHERE user_id = ${userId} AND state = 'waiting'`);
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
  // For a process or a database that was lost on the way. A failure is shown at once, so that nobody waits for a try
  // that does not come; one that succeeds takes it back.
  retries: 2,
  // Each of the member's files is read once, for its checksum.
  timeoutSeconds: 7200,
  async run(ctx, { exportId }) {
    const [row] = await ctx.db.rows<ExportRow>(sql`${exportColumns} WHERE id = ${exportId}`);
    if (!row || row.state === 'ready') return;
    try {
      const prefix = exportPrefix(row.user_id, exportId);
      const user = await userById(ctx.db, row.user_id);
      const data = await collectExport(ctx, row.user_id);
      const reader = user && (await readerFor(ctx, user.profileId));
      if (!reader || !data) return;
      const bytes = await storeExport(ctx, prefix, data, reader);
      await ctx.db.tx(async (tx) => {
        const [done] = await tx.rows(
          sql`UPDATE data_exports SET state = 'ready', bytes = ${bytes} WHERE id = ${exportId} RETURNING id`,
        );
        if (done) await ctx.mail.send(tx, mailExportReady(ctx, data.account.email, EXPORT_DAYS));
        // The account was deleted meanwhile, and its copies with it.
        else tx.afterCommit(() => removeExport(ctx, prefix));
      });
    } catch (error) {
      await ctx.db.rows(sql`UPDATE data_exports SET state = 'failed' WHERE id = ${exportId}`);
      throw error;
    }
  },
});

/** Removes copies past their week, and gives up on those whose job was lost. */
export async function purgeExports(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  const old = await ctx.db.rows<{ id: string; user_id: string }>(
    sql`SELECT id, user_id FROM data_exports WHERE created_at <= ${new Date(now - EXPORT_DAYS * 86_400_000)}`,
  );
  for (const row of old) await removeExport(ctx, exportPrefix(row.user_id, row.id));
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
  limit: 'file',
  summary: "A member's own data export, for seven days.",
  async handle(ctx, { caller, params }) {
    const id = params['id'] ?? '';
    const { userId = null, profileId = '' } = caller.viewer ?? {};
    const [row] = isId(id)
      ? await ctx.db.rows<ExportRow>(sql`${exportColumns} WHERE id = ${id} AND user_id = ${userId} AND state = 'ready'`)
      : [];
    const found = row ? await openExport(ctx, exportPrefix(row.user_id, row.id), profileId) : null;
    if (!row || !found) throw new Refusal('not_found');
    return {
      contentType: 'application/zip',
      body: found.body,
      headers: {
        'content-disposition': `attachment; filename="my-data-${row.created_at.toISOString().slice(0, 10)}.zip"`,
        'content-length': String(found.bytes),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      },
    };
  },
};
