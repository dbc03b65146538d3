import { moderation } from '#contract/moderation.ts';
import { routes } from '#server/platform/http/route.ts';
import { allowWord, banWord, decide, lift, restrict } from './decisions.ts';
import { listAudit, listRestrictions } from './lists.ts';
import { listQueue, readQueueItem } from './queue.ts';
import { report } from './reporting.ts';
import { bannedWordList } from './store.ts';

const done = { ok: true } as const;

export const moderationRoutes = routes(moderation, {
  async 'POST /reports'(ctx, { body, viewer }) {
    await report(ctx, viewer, body);
    return done;
  },
  'GET /staff/queue': (ctx, { query }) => listQueue(ctx, query),
  'GET /staff/queue/:itemId': (ctx, { params }) => readQueueItem(ctx, params.itemId),
  async 'POST /staff/queue/:itemId/decide'(ctx, { params, body, viewer }) {
    await decide(ctx, viewer, params.itemId, body);
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
