import { welcomeEndpoints } from '#people/site-settings/contract/endpoints.ts';
import { type WebDocument, routes } from '#platform/server/http/route.ts';
import { homeText, sitePicture } from './actions.ts';
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
  summary: 'A logo or other picture of the site, as `/logo/{sha256}.png`, of a cover `.jpg`. It never changes.',
  async handle(ctx, { params }) {
    const [, sha256, ending] = /^([0-9a-f]{64})\.(png|jpg)$/.exec(params['file'] ?? '') ?? [];
    const body = sha256 === undefined ? null : await sitePicture(ctx.db, sha256);
    // The first byte of a JPEG.
    if (!body || (body[0] === 0xff) !== (ending === 'jpg'))
      return {
        status: 404,
        contentType: 'text/plain; charset=utf-8',
        headers: { 'cache-control': 'no-store' },
        body: 'There is no such picture.',
      };
    return {
      contentType: ending === 'jpg' ? 'image/jpeg' : 'image/png',
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      body,
    };
  },
};

export const siteSettingsDocuments: readonly WebDocument[] = [logo];
