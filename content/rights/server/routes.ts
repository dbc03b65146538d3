import { rightsEndpoints } from '#content/rights/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { routes } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { counterComplaint, courtByLink } from './counter.ts';
import { decideComplaint, lockComplaint, noteCourt, restoreComplaint } from './decide.ts';
import { listComplaints, listOwnComplaints, readForStaff, readOwnComplaint } from './present.ts';
import { figuresByYear } from './store.ts';
import { confirmComplaint, publicSubject, submitComplaint } from './submit.ts';

/** Changes a complaint in a transaction, and answers it as it is then. */
async function changed(ctx: Context, viewer: Viewer, id: string, change: (tx: Tx) => Promise<void>) {
  await ctx.db.tx(change);
  return await readForStaff(ctx, viewer, id);
}

export const rightsRoutes = routes(rightsEndpoints, {
  async 'GET /legal/takedown/subject'(ctx, { query }) {
    const { url } = await publicSubject(ctx, query.kind, query.id);
    return { url: `${ctx.siteUrl}${url}` };
  },
  async 'POST /legal/takedown'(ctx, { body }) {
    await submitComplaint(ctx, body);
    return { ok: true } as const;
  },
  'POST /legal/takedown/confirm': async (ctx, { body }) => ({ reference: await confirmComplaint(ctx, body.token) }),
  'POST /legal/takedown/court': async (ctx, { body }) => ({
    reference: await courtByLink(ctx, body.token, body.note),
  }),
  'GET /legal/complaints': (ctx, { viewer }) => listOwnComplaints(ctx, viewer.profileId),
  'GET /legal/complaints/:complaintId': (ctx, { params, viewer }) =>
    readOwnComplaint(ctx, viewer.profileId, params.complaintId),
  async 'POST /legal/complaints/:complaintId/counter-notice'(ctx, { params, body, viewer }) {
    await counterComplaint(ctx, viewer.profileId, params.complaintId, body);
    return await readOwnComplaint(ctx, viewer.profileId, params.complaintId);
  },
  async 'GET /legal/transparency'(ctx) {
    const rows = await figuresByYear(ctx.db);
    return {
      years: rows.map((row) => ({
        year: row.year,
        received: row.received,
        accepted: row.accepted,
        dismissed: row.dismissed,
        waiting: row.waiting,
        counterNotices: row.counter_notices,
        restored: row.restored,
        medianHours: row.median_hours,
      })),
    };
  },
  'GET /staff/complaints': (ctx, { query, viewer }) => listComplaints(ctx, viewer, query),
  'GET /staff/complaints/:complaintId': (ctx, { params, viewer }) => readForStaff(ctx, viewer, params.complaintId),
  'POST /staff/complaints/:complaintId/accept': (ctx, { params: { complaintId: id }, body, viewer }) =>
    changed(ctx, viewer, id, (tx) => decideComplaint(ctx, tx, viewer, id, { accepts: true, ...body })),
  'POST /staff/complaints/:complaintId/dismiss': (ctx, { params: { complaintId: id }, body, viewer }) =>
    changed(ctx, viewer, id, (tx) => decideComplaint(ctx, tx, viewer, id, { accepts: false, ...body })),
  'POST /staff/complaints/:complaintId/restore': (ctx, { params: { complaintId: id }, body, viewer }) =>
    changed(ctx, viewer, id, (tx) => restoreComplaint(ctx, tx, viewer, id, body)),
  'POST /staff/complaints/:complaintId/court': (ctx, { params: { complaintId: id }, body, viewer }) =>
    changed(ctx, viewer, id, async (tx) => noteCourt(ctx, tx, viewer, await lockComplaint(ctx, tx, id), body)),
});
