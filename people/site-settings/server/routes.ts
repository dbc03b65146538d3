import { welcomeEndpoints } from '#people/site-settings/contract/endpoints.ts';
import { type DocumentReply, type WebDocument, routes } from '#platform/server/http/route.ts';
import { homeText, sitePicture } from './actions.ts';
import { ownStyle } from './rules/own-style.ts';
import { siteSettings } from './store.ts';

export const siteSettingsRoutes = routes(welcomeEndpoints, {
  async 'GET /site/welcome'(ctx) {
    return homeText(ctx, (await siteSettings(ctx.db)).homeText);
  },
});

/** Of a file whose name has its content. */
const forever = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
const missing = (body: string): DocumentReply => ({
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  headers: { 'cache-control': 'no-store' },
  body,
});

const style: WebDocument = {
  method: 'GET',
  path: '/look/:file',
  access: 'public',
  summary: "The site's own styles, as `/look/{hash}.css`. They never change.",
  async handle(ctx, { params }) {
    const own = ownStyle((await siteSettings(ctx.db)).style);
    if ('fault' in own || own.css === '' || params['file'] !== `${own.hash}.css`)
      return missing('There is no such style.');
    return { contentType: 'text/css; charset=utf-8', headers: forever, body: own.css };
  },
};

const logo: WebDocument = {
  method: 'GET',
  path: '/logo/:file',
  access: 'public',
  summary: 'A logo or other picture of the site, as `/logo/{sha256}.png`, of a cover `.jpg`. It never changes.',
  async handle(ctx, { params }) {
    const [, sha256, ending] = /^([0-9a-f]{64})\.(png|jpg)$/.exec(params['file'] ?? '') ?? [];
    const body = sha256 === undefined ? null : await sitePicture(ctx.db, sha256);
    // The first byte of a JPEG.
    if (!body || (body[0] === 0xff) !== (ending === 'jpg')) return missing('There is no such picture.');
    return {
      contentType: ending === 'jpg' ? 'image/jpeg' : 'image/png',
      headers: forever,
      body,
    };
  },
};

export const siteSettingsDocuments: readonly WebDocument[] = [logo, style];
