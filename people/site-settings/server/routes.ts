import { welcomeEndpoints } from '#people/site-settings/contract/endpoints.ts';
import { type WebDocument, routes } from '#platform/server/http/route.ts';
import { homeText, logoPng } from './actions.ts';
import { siteSettings } from './store.ts';

export const siteSettingsRoutes = routes(welcomeEndpoints, {
  async 'GET /site/welcome'(ctx) {
    return homeText(ctx, (await siteSettings(ctx.db)).homeText);
  },
});

const logo: WebDocument = {
  method: 'GET',
  path: '/logo/:file',
  access: 'public',
  summary: 'A logo of the site, as `/logo/{sha256}.png`. It never changes.',
  async handle(ctx, { params }) {
    const [, sha256] = /^([0-9a-f]{64})\.png$/.exec(params['file'] ?? '') ?? [];
    const body = sha256 === undefined ? null : await logoPng(ctx.db, sha256);
    if (!body)
      return {
        status: 404,
        contentType: 'text/plain; charset=utf-8',
        headers: { 'cache-control': 'no-store' },
        body: 'There is no such logo.',
      };
    return { contentType: 'image/png', headers: { 'cache-control': 'public, max-age=31536000, immutable' }, body };
  },
};

export const siteSettingsDocuments: readonly WebDocument[] = [logo];
