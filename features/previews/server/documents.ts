import type { Context } from '#platform/server/context.ts';
import { sitePicture } from '#people/site-settings/server/actions.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { DocumentReply, WebDocument } from '#platform/server/http/route.ts';
import { seenOn, siteColors } from '#platform/contract/site-colors.ts';
import { colors } from './colors.ts';
import { type Preview, drawPreview } from './draw.ts';
import { drawnOnce } from './preview-cache.ts';
import { type Brand, faviconIco, iconPng, iconSizes } from './icons.ts';
import { offlinePage } from './offline.ts';
import { previewFacts } from './read.ts';

/** The site's mark as its settings say now. @param isIcon its icon, where it has one beside the logo */
async function brandOf(ctx: Context, isIcon = false): Promise<Brand & { readonly key: string }> {
  const { color, ...settings } = await siteSettings(ctx.db);
  const logo = (isIcon && settings.icon) || settings.logo;
  return {
    key: `${logo} ${color}`,
    color: seenOn(color === '' ? colors.primary : color, 'dark'),
    logo: logo === '' ? null : await sitePicture(ctx.db, logo),
  };
}

/** A preview in the site's colour, with its logo. */
async function pictureOf(ctx: Context, preview: Preview): Promise<Buffer> {
  const { key, color, logo } = await brandOf(ctx);
  const shown = { ...preview, color, logo: key };
  return await drawnOnce(ctx, `preview ${JSON.stringify(shown)}`, () => drawPreview(shown, logo));
}

const missing: DocumentReply = {
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  headers: { 'cache-control': 'no-store' },
  body: 'Nothing public of this site has that address.',
};

const site: WebDocument = {
  method: 'GET',
  path: '/previews/site.jpg',
  access: 'public',
  summary: "The preview picture of pages that have none of their own: the site's cover, else its name.",
  async handle(ctx) {
    const title = ctx.config.siteName;
    const { cover } = await siteSettings(ctx.db);
    const own = cover === '' ? null : await sitePicture(ctx.db, cover);
    const body =
      own ?? (await pictureOf(ctx, { siteName: '', label: '', title, by: new URL(ctx.siteUrl).host, bars: '' }));
    return { contentType: 'image/jpeg', headers: { 'cache-control': 'public, max-age=86400' }, body };
  },
};

const contentPreview: WebDocument = {
  method: 'GET',
  path: '/previews/:kind/:file',
  access: 'public',
  limit: 'drawing',
  summary: 'The drawn preview picture of a public page, as `/previews/post/{id}.jpg`: title, author, waveform.',
  async handle(ctx, { params }) {
    const [, id] = /^(.{1,64})\.jpg$/.exec(params['file'] ?? '') ?? [];
    const facts = id === undefined ? null : await previewFacts(ctx, { kind: params['kind'] ?? '', id });
    if (!facts) return missing;
    const body = await pictureOf(ctx, { siteName: ctx.config.siteName, ...facts });
    // A title may change, and what is removed has to go.
    return { contentType: 'image/jpeg', headers: { 'cache-control': 'public, max-age=600' }, body };
  },
};

/** Memoized for each process and logo; after a failure the next request draws again. */
const once = (draw: (brand: Brand) => Promise<Buffer>): ((ctx: Context) => Promise<Buffer>) => {
  const cache = new WeakMap<Context, { readonly key: string; readonly bytes: Promise<Buffer> }>();
  return async (ctx) => {
    const { logo, icon: own, color } = await siteSettings(ctx.db);
    const known = cache.get(ctx);
    if (known?.key === `${own || logo} ${color}`) return await known.bytes;
    const brand = await brandOf(ctx, true);
    const bytes = draw(brand).catch((error: unknown) => {
      cache.delete(ctx);
      throw error;
    });
    cache.set(ctx, { key: brand.key, bytes });
    return await bytes;
  };
};

function icon(
  address: string,
  contentType: string,
  summary: string,
  draw: (brand: Brand) => Promise<Buffer>,
): WebDocument {
  const bytes = once(draw);
  return {
    method: 'GET',
    path: address,
    access: 'public',
    summary,
    handle: async (ctx) => ({
      contentType,
      headers: { 'cache-control': 'public, max-age=86400' },
      body: await bytes(ctx),
    }),
  };
}

const icons = [
  icon('/favicon.ico', 'image/vnd.microsoft.icon', 'The icon for programs that ask for it unasked.', faviconIco),
  // That system fills what is transparent with black and rounds the corners itself.
  icon('/apple-touch-icon.png', 'image/png', 'The icon of the installed site on iOS.', (brand) =>
    iconPng(180, true, brand),
  ),
  ...iconSizes.map((size) =>
    icon(`/icon-${size}.png`, 'image/png', `The icon with ${size} pixels a side.`, (brand) =>
      iconPng(size, false, brand),
    ),
  ),
  icon('/icon-maskable.png', 'image/png', 'The icon for systems that cut their own shape.', (brand) =>
    iconPng(512, true, brand),
  ),
];

/** https://www.w3.org/TR/appmanifest/ */
const manifest: WebDocument = {
  method: 'GET',
  path: '/manifest.webmanifest',
  access: 'public',
  summary: 'What a system needs to install the site as an app.',
  async handle(ctx) {
    const name = ctx.config.siteName;
    const settings = await siteSettings(ctx.db);
    const logo = settings.icon || settings.logo;
    // Browsers keep icons for long: another one has other addresses.
    const version = logo === '' && settings.color === '' ? '' : `?v=${(logo || settings.color.slice(1)).slice(0, 8)}`;
    const body = JSON.stringify({
      id: '/',
      name,
      short_name: name.length > 12 ? `${name.slice(0, 11).trimEnd()}…` : name,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: colors.ground,
      theme_color: colors.ground,
      icons: [
        ...(version === '' ? [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }] : []),
        ...iconSizes.map((size) => ({
          src: `/icon-${size}.png${version}`,
          sizes: `${size}x${size}`,
          type: 'image/png',
        })),
        { src: `/icon-maskable.png${version}`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: 'Forum', url: '/forum' },
        { name: 'Uploads', url: '/uploads' },
        { name: 'Listening Parties', url: '/listening-parties' },
      ]
        .filter(({ url }) => ctx.switches.isListedAt(url))
        .map(({ name: label, url }) => ({ name: ctx.switches.words?.names[url] ?? label, url })),
    });
    return {
      contentType: 'application/manifest+json; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=3600' },
      body,
    };
  },
};

const offline: WebDocument = {
  method: 'GET',
  path: '/offline',
  access: 'public',
  summary:
    "The site's frame with a notice, which the service worker shows where a page cannot be had without a connection.",
  async handle(ctx) {
    const { color, secondColor } = await siteSettings(ctx.db);
    const { body, policy } = offlinePage(
      ctx.config.siteName,
      siteColors(color || null, secondColor || null),
      ctx.switches,
    );
    return {
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy, 'cache-control': 'public, max-age=3600' },
      body,
    };
  },
};

export const previewDocuments: readonly WebDocument[] = [site, contentPreview, manifest, offline, ...icons];
