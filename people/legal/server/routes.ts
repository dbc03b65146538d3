import { legalEndpoints } from '#people/legal/contract/endpoints.ts';
import { routes } from '#platform/server/http/route.ts';
import { accept, pendingFor, publishText, readSource, readText } from './texts.ts';

export const legalRoutes = routes(legalEndpoints, {
  'GET /legal/texts/:key': (ctx, { params, query }) => readText(ctx, params.key, query.version),
  'GET /legal/acceptance': (ctx, { viewer }) => pendingFor(ctx, viewer),
  async 'POST /legal/acceptance'(ctx, { viewer, body }) {
    await accept(ctx, viewer, body.revision);
    return { ok: true } as const;
  },
  'GET /staff/legal/:key': (ctx, { params, query }) => readSource(ctx, params.key, query.version),
  async 'PUT /staff/legal/:key'(ctx, { viewer, params, body }) {
    await publishText(ctx, viewer, params.key, body);
    return await readSource(ctx, params.key, undefined);
  },
});
