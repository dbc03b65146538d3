import type { Context } from '#platform/server/context.ts';
import type { Approved, PersonalData } from '#platform/server/content-kind.ts';
import { sql } from '#platform/server/db/database.ts';
import { checkDecider, decideComplaint } from './decide.ts';
import { referenceOf } from './rules.ts';
import { complaintsById } from './store.ts';
import { COMPLAINT } from './submit.ts';

const EXCERPT_CHARS = 300;

/** Complaints, as the queue knows them: what waits for an approval is accepted, what is rejected is dismissed. */
export const complaintKind: Approved<Context> & PersonalData<Context> = {
  kind: COMPLAINT,
  async load(ctx, ids, db = ctx.db) {
    const rows = await complaintsById(db, ids);
    return rows.map((row) => ({
      kind: COMPLAINT,
      id: row.id,
      authorId: row.author_id,
      title: `${referenceOf(row.id)}: ${row.content_title}`,
      excerpt: row.work.slice(0, EXCERPT_CHARS),
      url: `/admin/complaints?id=${row.id}`,
      visibility: row.state === 'open' ? 'held' : 'removed',
    }));
  },
  async lock(tx, id) {
    const [row] = await complaintsById(tx, [id], true);
    // What was decided is changed in the tab of complaints, not taken back in the queue.
    return row?.state === 'open' ? 'held' : null;
  },
  // Decided in one way or the other alone.
  remove: async () => false,
  release: async () => false,
  restore: async () => false,
  async checkMayDecide(_ctx, tx, decider, id) {
    const [row] = await complaintsById(tx, [id]);
    if (row) await checkDecider(tx, decider, row);
  },
  approve: (ctx, tx, decider, id, reason) =>
    decideComplaint(ctx, tx, decider, id, { accepts: true, reason, version: null }),
  reject: (ctx, tx, decider, id, reason) =>
    decideComplaint(ctx, tx, decider, id, { accepts: false, reason, version: null }),
  exportOf: async (ctx, profileId) => ({
    complaints_about_me: await ctx.db.rows(sql`
      SELECT id, content_kind, content_id, content_title, work, state, decided_at, counter_name, counter_address, counter_phone, counter_statement, counter_at, restored_at
      FROM complaints WHERE author_id = ${profileId} AND state NOT IN ('unconfirmed', 'open', 'dismissed') ORDER BY created_at`),
  }),
  // That there was a complaint, and what was decided, is the site's to prove; what the member wrote about themselves goes.
  async erase(_ctx, tx, profileId) {
    await tx.rows(sql`
      UPDATE complaints SET counter_name = NULL, counter_address = NULL, counter_phone = NULL, counter_signature = NULL, counter_statement = NULL,
        content_title = 'Deleted' WHERE author_id = ${profileId}`);
  },
};
