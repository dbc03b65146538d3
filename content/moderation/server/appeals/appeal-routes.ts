import { appealEndpoints } from '#content/moderation/contract/appeals.ts';
import { routes } from '#platform/server/http/route.ts';
import { appeal, listDecisions, readDecision } from './appeals.ts';

export const appealRoutes = routes(appealEndpoints, {
  'GET /decisions': (ctx, { viewer }) => listDecisions(ctx, viewer),
  'GET /decisions/:decisionId': (ctx, { viewer, params }) => readDecision(ctx, viewer, params.decisionId),
  async 'POST /decisions/:decisionId/appeal'(ctx, { viewer, params, body }) {
    await appeal(ctx, viewer, params.decisionId, body.statement);
    return await readDecision(ctx, viewer, params.decisionId);
  },
});
