import { moderation } from '#content/moderation/contract/endpoints.ts';
import { moderation as limits } from '#content/moderation/contract/limits.ts';
import { ruleLines } from '#people/legal/server/store.ts';
import { routes } from '#platform/server/http/route.ts';
import { decide, lift, restrict, warn } from './decisions.ts';
import { listAudit, listRestrictions } from './lists.ts';
import { listQueue, readQueueItem } from './queue/queue.ts';
import { decideMany, reverseMany } from './queue/decide-many.ts';
import { addNote, listNotes } from './notes.ts';
import { report } from './reporting.ts';
import { askForChange, escalate, holdItem, reverse } from './reversal.ts';
import { saveTemplates, templatesOf } from './store.ts';
import { take } from './queue/taking.ts';
import { allowWord, banWord, editWord, listWords, tryWord } from './words/words.ts';

const done = { ok: true } as const;

export const moderationRoutes = routes(moderation, {
  async 'POST /reports'(ctx, { body, viewer }) {
    await report(ctx, viewer, body);
    return done;
  },
  'GET /staff/queue': (ctx, { query }) => listQueue(ctx, query),
  'GET /staff/queue/:itemId': (ctx, { params, viewer }) => readQueueItem(ctx, viewer, params.itemId),
  async 'POST /staff/queue/:itemId/decide'(ctx, { params, body, viewer }) {
    return { ...done, version: await decide(ctx, viewer, params.itemId, body) };
  },
  'POST /staff/queue/decisions': async (ctx, { body, viewer }) => ({ items: await decideMany(ctx, viewer, body) }),
  'POST /staff/queue/decisions/undo': async (ctx, { body, viewer }) => ({
    items: await reverseMany(ctx, viewer, body),
  }),
  async 'POST /staff/queue/:itemId/undo'(ctx, { params, body, viewer }) {
    await reverse(ctx, viewer, params.itemId, body.version);
    return done;
  },
  async 'POST /staff/queue/:itemId/hold'(ctx, { params, body, viewer }) {
    await holdItem(ctx, viewer, params.itemId, body);
    return done;
  },
  async 'POST /staff/queue/:itemId/ask'(ctx, { params, body, viewer }) {
    await askForChange(ctx, viewer, params.itemId, body);
    return done;
  },
  async 'POST /staff/queue/:itemId/escalate'(ctx, { params, body, viewer }) {
    await escalate(ctx, viewer, params.itemId, body);
    return done;
  },
  async 'PUT /staff/queue/:itemId/taken'(ctx, { params, body, viewer }) {
    return { takenBy: await take(ctx, viewer, params.itemId, body.on) };
  },
  async 'GET /staff/templates'(ctx, { viewer }) {
    return { items: await templatesOf(ctx.db, viewer.profileId), rules: await ruleLines(ctx.db, limits.reasonMax) };
  },
  async 'PUT /staff/templates'(ctx, { viewer, body }) {
    await saveTemplates(ctx.db, viewer.profileId, body.items, ctx.clock.now());
    return { items: body.items, rules: await ruleLines(ctx.db, limits.reasonMax) };
  },
  'GET /staff/members/:profileId/notes': (ctx, { params }) => listNotes(ctx, params.profileId),
  'POST /staff/members/:profileId/notes': (ctx, { params, body, viewer }) =>
    addNote(ctx, viewer, params.profileId, body.text),
  'POST /staff/members/:profileId/warnings': (ctx, { params, body, viewer }) =>
    warn(ctx, viewer, params.profileId, body.reason),
  'GET /staff/members/:profileId/restrictions': (ctx, { params }) => listRestrictions(ctx, params.profileId),
  'PUT /staff/members/:profileId/suspension': (ctx, { params, body, viewer }) =>
    restrict(ctx, viewer, params.profileId, 'suspension', body),
  'DELETE /staff/members/:profileId/suspension': (ctx, { params, viewer }) =>
    lift(ctx, viewer, params.profileId, 'suspension'),
  'PUT /staff/members/:profileId/silence': (ctx, { params, body, viewer }) =>
    restrict(ctx, viewer, params.profileId, 'silence', body),
  'DELETE /staff/members/:profileId/silence': (ctx, { params, viewer }) =>
    lift(ctx, viewer, params.profileId, 'silence'),
  'GET /staff/banned-words': (ctx, { query }) => listWords(ctx, query),
  'POST /staff/banned-words': (ctx, { body, viewer }) => banWord(ctx, viewer, body),
  'POST /staff/banned-words/try': (ctx, { body }) => tryWord(ctx, body.word),
  'PATCH /staff/banned-words/:wordId': (ctx, { params, body, viewer }) => editWord(ctx, viewer, params.wordId, body),
  async 'DELETE /staff/banned-words/:wordId'(ctx, { params, viewer }) {
    await allowWord(ctx, viewer, params.wordId);
    return done;
  },
  'GET /staff/audit': (ctx, { query }) => listAudit(ctx, query),
});
