import { moderation } from '#contract/moderation.ts';
import { routes } from '#server/platform/http/route.ts';
import { allowWord, banWord, judgeHold, lift, resolveReport, restrict } from './decisions.ts';
import { listAudit, listHolds, listReports, listRestrictions } from './lists.ts';
import { report } from './reporting.ts';
import { bannedWordList } from './store.ts';

const done = { ok: true } as const;

export const moderationRoutes = routes(moderation, {
  async 'POST /reports'(ctx, { body, viewer }) {
    await report(ctx, viewer, body);
    return done;
  },
  'GET /staff/reports': (ctx, { query }) => listReports(ctx, query),
  async 'POST /staff/reports/:reportId/resolve'(ctx, { params, body, viewer }) {
    await resolveReport(ctx, viewer, params.reportId, body);
    return done;
  },
  'GET /staff/holds': (ctx, { query }) => listHolds(ctx, query.after),
  async 'POST /staff/holds/:holdId/release'(ctx, { params, viewer }) {
    await judgeHold(ctx, viewer, params.holdId, 'released', '');
    return done;
  },
  async 'POST /staff/holds/:holdId/reject'(ctx, { params, body, viewer }) {
    await judgeHold(ctx, viewer, params.holdId, 'rejected', body.reason);
    return done;
  },
  'GET /staff/members/:profileId/restrictions': (ctx, { params }) => listRestrictions(ctx, params.profileId),
  'PUT /staff/members/:profileId/suspension': (ctx, { params, body, viewer }) =>
    restrict(ctx, viewer, params.profileId, 'suspension', body),
  'DELETE /staff/members/:profileId/suspension': (ctx, { params, viewer }) =>
    lift(ctx, viewer, params.profileId, 'suspension'),
  'PUT /staff/members/:profileId/silence': (ctx, { params, body, viewer }) =>
    restrict(ctx, viewer, params.profileId, 'silence', body),
  'DELETE /staff/members/:profileId/silence': (ctx, { params, viewer }) =>
    lift(ctx, viewer, params.profileId, 'silence'),
  async 'GET /staff/banned-words'(ctx) {
    const rows = await bannedWordList(ctx.db);
    return { items: rows.map((row) => ({ id: row.id, word: row.word, createdAt: row.created_at.toISOString() })) };
  },
  'POST /staff/banned-words': (ctx, { body, viewer }) => banWord(ctx, viewer, body.word),
  async 'DELETE /staff/banned-words/:wordId'(ctx, { params, viewer }) {
    await allowWord(ctx, viewer, params.wordId);
    return done;
  },
  'GET /staff/audit': (ctx, { query }) => listAudit(ctx, query),
});
