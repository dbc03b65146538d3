import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointKey } from '#platform/contract/endpoint.ts';
import type { Context } from '#platform/server/context.ts';
import type { Caller, PageTopics, Route } from '#platform/server/http/route.ts';
import { httpMetrics, pageCacheTotal } from '#platform/server/monitoring/metrics.ts';
import { Refusal, problemOf } from '#platform/server/http/refusal.ts';
import { type RawInput, countCall } from '#platform/server/http/run-route.ts';
import { contentSecurityPolicy, documentHeaders } from '#platform/server/http/security-headers.ts';
import { isOutage, toRefusal } from '#platform/server/http/answer-error.ts';
import { type ResolveViewer, callerOf } from '#platform/server/http/server.ts';
import { type EncodedPage, encodePage } from './encoding.ts';
import { pageCacheKey, withoutTrackers } from './page-cache-key.ts';
import type { RenderedPage } from './page-cache.ts';
import { type Renderer, loadRenderer } from './renderer.ts';

/** What pages need of the site. */
export interface PageRuntime {
  call(key: string, raw: RawInput, caller: Caller): Promise<unknown>;
  readonly resolveViewer: ResolveViewer;
  readonly routes: ReadonlyMap<string, Route>;
  /** The live topics of changes to what endpoints answer; a page with an endpoint that has none goes with every change. */
  readonly topics: PageTopics;
}

/** What the build calls its files; there are no folders. */
const assetName = /^[\w-][\w.-]*$/;

/** Adds the web app: its built files, and every other address as a rendered page. */
export async function addPages(app: FastifyInstance, ctx: Context, runtime: PageRuntime): Promise<void> {
  const renderer = await loadRenderer(app, ctx);
  if (!ctx.config.development) {
    const client = path.join(ctx.config.root, 'dist/client');
    await app.register(fastifyStatic, {
      root: path.join(client, 'assets'),
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      // The name has a hash of the content: browsers need no validators and no ranges.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, file) => {
        // A picture may be opened as a document.
        if (!/\.svg(\.|$)/.test(file)) for (const name of documentHeaders) reply.removeHeader(name);
      },
    });
    // The plugin's own route reads the whole folder for each request to compare the spelling of the name, which took
    // longer than sending the file.
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/assets/*',
      handler(request, reply) {
        const name = request.params['*'];
        if (!assetName.test(name)) throw new Refusal('not_found');
        return reply.sendFile(name);
      },
    });
    await app.register(fastifyStatic, {
      root: client,
      prefix: '/',
      wildcard: false,
      index: false,
      globIgnore: ['assets/**', '.vite/**'],
      decorateReply: false,
      maxAge: '1h',
      // Their names have the version.
      setHeaders: (reply, file) => {
        if (file.endsWith('.woff2')) void reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
  }
  const bootHash = hashOf(renderer.bootScript);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      // A proxy's form of an address names a whole one, perhaps of another site.
      if (!request.url.startsWith('/')) throw new Refusal('not_found');
      const url = withoutTrackers(request.url);
      const key = pageCacheKey(url, request.headers.cookie ?? '');
      if (key === null) {
        const caller = await callerOf(ctx, request, reply, runtime.resolveViewer);
        countCall(ctx, 'read', caller);
        const shown = withoutPlain(url);
        const asked = { ...caller, isPlain: shown !== url };
        return sendPage(request, reply, (await renderPage(ctx, runtime, renderer, bootHash, shown, asked)).page);
      }
      const render = () => renderPage(ctx, runtime, renderer, bootHash, url, visitor(request.id));
      const cached = ctx.pages.get(key, render);
      pageCacheTotal.inc({ result: cached ? 'hit' : 'miss' });
      if (cached) return sendPage(request, reply, cached);
      countCall(ctx, 'read', {
        ...visitor(request.id),
        address: request.ip,
        setHeader: (name, value) => void reply.header(name, value),
      });
      return sendPage(request, reply, await ctx.pages.make(key, render));
    },
  });
}

/** The caller of a cached page: no particular visitor. */
function visitor(requestId: string): Caller {
  return { viewer: null, address: '', userAgent: '', requestId, cookie: '', setHeader: () => {} };
}

/** Renders a page for a caller, or where a redirect leads. @param url path and query @throws {Refusal} `unavailable` */
async function renderPage(
  ctx: Context,
  runtime: PageRuntime,
  renderer: Renderer,
  bootHash: string,
  url: string,
  caller: Caller,
): Promise<RenderedPage> {
  let topics: Set<string> | null = new Set();
  const nonce = randomBytes(16).toString('base64url');
  let outage: Refusal | null = null;
  const {
    status,
    location,
    route,
    html: marked,
  } = await renderer.render({
    // Joined, not resolved: `//elsewhere` is a path of ours that leads nowhere, not another host.
    request: new Request(`${new URL(ctx.siteUrl).origin}${url}`),
    nonce,
    manifest: renderer.manifest,
    transport: async (key: string, input: RawInput) => {
      const followed = runtime.topics[key as EndpointKey]?.(
        stringsOf(input).params as Readonly<Record<string, string>>,
      );
      if (!followed) topics = null;
      for (const topic of followed ?? []) topics?.add(topic);
      try {
        // Through JSON, so that a page sees on the server exactly what it sees in the browser.
        return await runtime.call(key, stringsOf(input), caller);
      } catch (error) {
        const refusal = toRefusal(ctx, error, caller.requestId);
        if (isOutage(refusal)) outage = refusal;
        throw renderer.callError(problemOf(refusal, key, caller.requestId));
      }
    },
  });
  // A partial page would claim that content is missing that only cannot be read now.
  if (outage !== null) throw outage as Refusal;
  if (location !== null) {
    const headers = { location, 'cache-control': 'no-store' };
    return { page: encodePage(status, headers, Buffer.alloc(0), route), isCacheable: false, topics: null };
  }
  const { html, hashes } = takeHashes(marked, nonce);
  const headers = {
    ...(isSecret(url) && secretHeaders),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': ctx.config.development
      ? developmentPolicy
      : contentSecurityPolicy([bootHash, ...hashes], ctx.siteUrl, pictureOrigin(ctx)),
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-encoding',
  };
  return {
    page: encodePage(status, headers, Buffer.from(html), route),
    isCacheable: status === 200,
    topics: topics && [...topics],
  };
}

/**
 * An address without `plain=1`, which asks for a page without the site's own styles. Routes know nothing of it, and would
 * redirect to the address without it.
 */
function withoutPlain(url: string): string {
  const [address, query = ''] = url.split('?', 2) as [string, string?];
  const others = query.split('&').filter((pair) => pair !== 'plain=1');
  return others.join('&') === query ? url : [address, others.join('&')].filter(Boolean).join('?');
}

/** Whether an address is a secret link. */
const isSecret = (url: string): boolean => url.startsWith('/s/');

/** Headers of secret links: no referrer to other sites, no indexing. */
const secretHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' } as const;

/** Where status pictures of the chat server come from. */
function pictureOrigin(ctx: Context): string | null {
  return ctx.config.chatStatusUrl && new URL(ctx.config.chatStatusUrl).origin;
}

/** Reloading in development needs inline scripts and eval; it never runs in production. */
const developmentPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:; frame-ancestors 'none'";

/** Endpoints parse query and parameters as text, whoever calls. */
function stringsOf(input: RawInput): RawInput {
  const text = (values: unknown): Record<string, string> =>
    Object.fromEntries(
      Object.entries((values ?? {}) as Record<string, string | number | boolean | undefined>).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    );
  return { params: text(input.params), query: text(input.query), body: input.body };
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/**
 * The router's own inline scripts carry the page's nonce; nothing that a member wrote can know it. Their hashes go into
 * the policy and the nonce out of the page, so that it can be cached and read by the browser without differences.
 */
function takeHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes: string[] = [];
  let bare = '';
  let from = 0;
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, from)) {
    bare += html.slice(from, at);
    from = at + mark.length;
    if (!html.startsWith('<script', html.lastIndexOf('<', at))) continue;
    const begin = html.indexOf('>', from) + 1;
    const script = html.slice(begin, html.indexOf('</script>', begin));
    if (script !== '') hashes.push(hashOf(script));
  }
  bare += html.slice(from);
  return { html: bare.replace(`<meta property="csp-nonce" content="${nonce}"/>`, ''), hashes };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: EncodedPage): FastifyReply {
  const { body, encoding } = page.body(request.headers['accept-encoding'] ?? '');
  httpMetrics.nameRoute(request.raw, page.route);
  reply.code(page.status).headers({ ...page.headers });
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.send(body);
}
