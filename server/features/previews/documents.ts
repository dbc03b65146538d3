import type { Context } from '#server/context.ts';
import { errorPage, errorPagePolicy } from '#server/platform/http/error-page.ts';
import type { DocumentReply, WebDocument } from '#server/platform/http/route.ts';
import { colors } from './colors.ts';
import { type DrawnPreviews, makeDrawnPreviews } from './drawn.ts';
import { faviconIco, iconPng, iconSizes } from './icons.ts';
import { previewFacts } from './read.ts';

const drawn = new WeakMap<Context, DrawnPreviews>();

function drawnOf(ctx: Context): DrawnPreviews {
  const own = drawn.get(ctx) ?? makeDrawnPreviews();
  drawn.set(ctx, own);
  return own;
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
  summary: 'The preview picture of pages that have none of their own: the name of the site.',
  async handle(ctx) {
    const title = ctx.config.siteName;
    const body = await drawnOf(ctx).picture({
      siteName: '',
      label: '',
      title,
      by: new URL(ctx.siteUrl).host,
      bars: '',
    });
    return { contentType: 'image/jpeg', headers: { 'cache-control': 'public, max-age=86400' }, body };
  },
};

const thing: WebDocument = {
  method: 'GET',
  path: '/previews/:kind/:file',
  access: 'public',
  limit: 'drawing',
  summary: 'The drawn preview picture of a public page, as `/previews/post/{id}.jpg`: title, author, waveform.',
  async handle(ctx, { params }) {
    const [, id] = /^(.{1,64})\.jpg$/.exec(params['file'] ?? '') ?? [];
    const facts = id === undefined ? null : await previewFacts(ctx, params['kind'] ?? '', id);
    if (!facts) return missing;
    const body = await drawnOf(ctx).picture({ siteName: ctx.config.siteName, ...facts });
    // A title may change, and what is removed has to go.
    return { contentType: 'image/jpeg', headers: { 'cache-control': 'public, max-age=600' }, body };
  },
};

/** Drawn once for each process; what failed is drawn again when it is next asked for. */
const once = (draw: () => Promise<Buffer>): (() => Promise<Buffer>) => {
  let made: Promise<Buffer> | null = null;
  return () => {
    made ??= draw().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
};

function icon(address: string, contentType: string, summary: string, draw: () => Promise<Buffer>): WebDocument {
  const bytes = once(draw);
  return {
    method: 'GET',
    path: address,
    access: 'public',
    summary,
    handle: async () => ({
      contentType,
      headers: { 'cache-control': 'public, max-age=86400' },
      body: await bytes(),
    }),
  };
}

const icons = [
  icon('/favicon.ico', 'image/vnd.microsoft.icon', 'The icon for programs that ask for it unasked.', faviconIco),
  // That system fills what is transparent with black and rounds the corners itself.
  icon('/apple-touch-icon.png', 'image/png', 'The icon of the installed site on iOS.', () => iconPng(180, true)),
  ...iconSizes.map((size) =>
    icon(`/icon-${size}.png`, 'image/png', `The icon with ${size} pixels a side.`, () => iconPng(size)),
  ),
  icon('/icon-maskable.png', 'image/png', 'The icon for systems that cut their own shape.', () => iconPng(512, true)),
];

/** https://www.w3.org/TR/appmanifest/ */
const manifest: WebDocument = {
  method: 'GET',
  path: '/manifest.webmanifest',
  access: 'public',
  summary: 'What a system needs to install the site as an app.',
  async handle(ctx) {
    const name = ctx.config.siteName;
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
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ...iconSizes.map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: 'Forum', url: '/forum' },
        { name: 'Uploads', url: '/uploads' },
        { name: 'Listening Parties', url: '/listening-parties' },
      ],
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
  summary: 'What the service worker shows where a page cannot be had without a connection.',
  handle: async (ctx) => ({
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': errorPagePolicy, 'cache-control': 'public, max-age=3600' },
    body: errorPage({
      siteName: ctx.config.siteName,
      title: 'You are offline',
      detail: 'There is no connection to the site. What you have written is kept on this device.',
      reloads: true,
    }),
  }),
};

export const previewDocuments: readonly WebDocument[] = [site, thing, manifest, offline, ...icons];
