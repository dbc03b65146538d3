import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { defaultMaxBodyBytes } from '#contract/limits/rates.ts';
import type { Context } from '#server/context.ts';
import { type Outage, outageOf } from '#server/platform/db/outage.ts';
import type { Feature } from '#server/platform/feature.ts';
import { StorageFull, StorageGone } from '#server/platform/storage/storage.ts';
import { checkAccess } from './access.ts';
import type { Caller, DocumentReply, Route, WebDocument } from './route.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';
import { loggedAddress } from './logged-address.ts';
import { httpMetrics } from './metrics.ts';
import type { RawRoute } from './raw-route.ts';
import { answersAnyHost, isOwnHost } from './network/host.ts';
import { Refusal, problemOf } from './refusal.ts';
import { countCall, countEndpoint, countRequest, runRoute } from './run-route.ts';
import { securityHeaders, transportSecurity } from './security-headers.ts';
import type { Viewer } from './viewer.ts';

/** Reads who is signed in from a raw `cookie` header. */
/** What a request proves of its client beyond the network that others share, such as a known device; null for nothing. */
export type ClientOf = (ctx: Context, cookie: string) => string | null;

/** What reads callers from their cookies; the feature of accounts knows these. */
export interface CallerReaders {
  readonly resolveViewer: ResolveViewer;
  readonly clientOf: ClientOf;
}

export type ResolveViewer = (ctx: Context, cookie: string) => Promise<Viewer | null>;

export const API_PREFIX = '/api/v1';

/** Makes the HTTP server with every endpoint and document of the features. Pages and the socket are added to it. */
export function makeServer(ctx: Context, features: readonly Feature[], readers: CallerReaders): FastifyInstance {
  const { resolveViewer } = readers;
  const logger: FastifyBaseLogger = ctx.log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(9).toString('base64url'),
    requestIdHeader: false,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    bodyLimit: defaultMaxBodyBytes,
    // Sockets and idle keep-alive connections are closed by the graceful stop.
    forceCloseConnections: 'idle',
    // Answered below, in our own words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
  });
  app.removeContentTypeParser('text/plain');

  let warnsOfProxy = ctx.config.trustedProxies.length === 0;
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', (request, reply, next) => {
    if (warnsOfProxy && (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined) {
      warnsOfProxy = false;
      ctx.log.warn(
        { address: request.socket.remoteAddress },
        'a request has forwarded headers, but TRUSTED_PROXY is not set: if a proxy of yours sent it, all visitors share the request rates of its address',
      );
    }
    reply.headers(securityHeaders);
    if (ctx.config.production) reply.headers(transportSecurity);
    reply.header('x-request-id', request.id);
    if (!isOwnHost(ctx, request.host ?? '', request.raw) && !answersAnyHost(request.url)) {
      const refusal = new Refusal('wrong_host', { meta: { url: ctx.siteUrl } });
      if (request.url.startsWith(`${API_PREFIX}/`)) return next(refusal);
      // For people: a line that they can read.
      return void reply
        .code(421)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send(problemOf(refusal, '').detail);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD' && isForeign(ctx, request.raw, request.host)) {
      next(new Refusal('foreign_origin'));
      return;
    }
    if (isStopping) {
      next(unavailable());
      return;
    }
    next();
  });
  app.addHook('onResponse', (request, reply, done) => {
    httpMetrics.observe(
      request.method,
      httpMetrics.routeOf(request.raw) ?? request.routeOptions.url ?? 'unknown',
      reply.statusCode,
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= 500)
      ctx.log.error(
        { requestId: request.id, url: loggedAddress(request.url), status: reply.statusCode, ms: reply.elapsedTime },
        'request failed',
      );
    else
      ctx.log.debug(
        {
          requestId: request.id,
          method: request.method,
          url: loggedAddress(request.url),
          status: reply.statusCode,
          ms: reply.elapsedTime,
        },
        'request',
      );
    done();
  });
  app.setErrorHandler((error, request, reply) => sendProblem(ctx, error, request, reply));

  for (const feature of features) {
    for (const route of feature.routes ?? []) addRoute(app, ctx, route, readers);
    for (const document of feature.documents ?? []) {
      if (document.takesForm) void app.register(async (own) => addForm(own, ctx, document, resolveViewer));
      else addDocument(app, ctx, document, resolveViewer);
    }
  }
  void app.register(async (scope) => {
    // Bodies stay in the connection until the handler reads them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of features.flatMap((feature) => feature.rawRoutes ?? []))
      addRawRoute(scope, ctx, route, resolveViewer);
  });
  app.all(`${API_PREFIX}/*`, (request, reply) => sendProblem(ctx, new Refusal('not_found'), request, reply));
  return app;
}

/**
 * Writes come from our own pages or from programs without a browser. Cookies are same-site and bodies are JSON, which
 * a foreign form cannot send; the browser's own word on where a request comes from closes what is left.
 */
export function isForeign(ctx: Context, request: IncomingMessage, host: string): boolean {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  if (site !== undefined) return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  const own = new URL(ctx.siteUrl);
  if (origin === own.origin) return false;
  // Another name of this machine: nothing stands before the site there, so that it is plain HTTP.
  const scheme = host.toLowerCase() === own.host ? own.protocol : 'http:';
  return origin !== `${scheme}//${host}` || !isOwnHost(ctx, host, request);
}

/** The caller of a request; reads the session once. */
export async function callerOf(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  resolveViewer: ResolveViewer,
): Promise<Caller> {
  const cookie = request.headers.cookie ?? '';
  return {
    viewer: cookie === '' ? null : await resolveViewer(ctx, cookie),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    cookie,
    setHeader: (name, value) => void reply.header(name, value),
  };
}

function addRoute(app: FastifyInstance, ctx: Context, route: Route, readers: CallerReaders): void {
  const [method, path] = route.key.split(' ') as [string, string];
  app.route({
    method,
    url: API_PREFIX + path,
    config: { key: route.key },
    bodyLimit: route.endpoint.maxBody ?? defaultMaxBodyBytes,
    async handler(request, reply) {
      const caller = await callerOf(ctx, request, reply, readers.resolveViewer);
      countEndpoint(ctx, route.endpoint.limit, caller, readers.clientOf(ctx, caller.cookie));
      const result = await runRoute(
        ctx,
        route,
        { params: request.params, query: request.query, body: request.body },
        caller,
      );
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(result));
    },
  });
}

/** Bytes of a form that nobody reads. */
const MAX_FORM_BYTES = 4096;

/** In a context of its own: nowhere else is anything but JSON taken. */
function addForm(own: FastifyInstance, ctx: Context, document: WebDocument, resolveViewer: ResolveViewer): void {
  own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES }, (_request, _body, done) =>
    done(null, undefined),
  );
  addDocument(own, ctx, document, resolveViewer);
}

/** Of a cacheable answer whose bytes are at hand. Weak: what stands before the site may compress them. */
function entityTag({ status = 200, headers, body }: DocumentReply): string | null {
  const isBytes = typeof body === 'string' || body instanceof Uint8Array;
  if (status !== 200 || !isBytes || !headers?.['cache-control']?.startsWith('public')) return null;
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((each) => each.trim() === tag || each.trim() === '*');

/**
 * Whether a reader has the answer already. A date counts for readers who name no tag (RFC 9110, 13.1.3), and only the
 * same one: what was removed takes the date of a list back.
 */
function isUnchanged(asked: FastifyRequest['headers'], tag: string, { headers }: DocumentReply): boolean {
  if (asked['if-none-match'] !== undefined) return isKnown(asked['if-none-match'], tag);
  const date = headers?.['last-modified'];
  return date !== undefined && asked['if-modified-since'] === date;
}

function addDocument(app: FastifyInstance, ctx: Context, document: WebDocument, resolveViewer: ResolveViewer): void {
  app.route({
    method: document.method,
    url: document.path,
    async handler(request, reply) {
      const caller = await callerOf(ctx, request, reply, resolveViewer);
      checkAccess(document.access, caller.viewer);
      countCall(ctx, document.limit ?? 'read', caller);
      const answer = await document.handle(ctx, {
        caller,
        url: new URL(request.url, ctx.siteUrl),
        params: request.params as Record<string, string>,
        headers: request.headers as Record<string, string | undefined>,
        body: request.body,
      });
      if (answer.isFramable) reply.removeHeader('x-frame-options');
      reply
        .code(answer.status ?? 200)
        .headers({ ...answer.headers })
        .type(answer.contentType);
      const tag = entityTag(answer);
      if (tag === null) return reply.send(answer.body);
      reply.header('etag', tag);
      return isUnchanged(request.headers, tag, answer) ? reply.code(304).send() : reply.send(answer.body);
    },
  });
}

function addRawRoute(app: FastifyInstance, ctx: Context, route: RawRoute, resolveViewer: ResolveViewer): void {
  app.route({
    method: [...route.methods],
    url: route.path,
    exposeHeadRoute: false,
    async handler(request, reply) {
      let caller: Promise<Caller> | null = null;
      const known = (): Promise<Caller> => (caller ??= callerOf(ctx, request, reply, resolveViewer));
      // Open addresses are counted by address: a session is read only where the answer depends on it.
      if (route.access !== 'public' || ctx.config.rates.requests[route.limit].by === 'caller') {
        checkAccess(route.access, (await known()).viewer);
        countCall(ctx, route.limit, await known());
      } else {
        const visitor = { address: request.ip, member: null };
        countRequest(ctx, route.limit, visitor, (name, value) => void reply.header(name, value));
      }
      const { raw: response } = reply;
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) response.setHeader(name, value);
      try {
        await route.handle(ctx, {
          request: request.raw,
          response,
          params: request.params as Record<string, string>,
          url: new URL(request.url, ctx.siteUrl),
          address: request.ip,
          viewer: async () => (await known()).viewer,
        });
      } catch (error) {
        sendRawProblem(ctx, error, request, response);
      }
    },
  });
}

/** A refusal on Node's own response; where the head is gone already, the connection ends. */
function sendRawProblem(ctx: Context, error: unknown, request: FastifyRequest, response: ServerResponse): void {
  const refusal = toRefusal(ctx, error, request.id);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = problemOf(refusal, '', request.id);
  for (const name of ['etag', 'accept-ranges', 'content-range', 'content-length', 'content-disposition'])
    response.removeHeader(name);
  const { retryAfter } = refusal.meta ?? {};
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  response.writeHead(problem.status, {
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
  });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(problem));
}

const fastifyCodes: Readonly<Record<string, ConstructorParameters<typeof Refusal>[0]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_BAD_URL: 'not_found',
  // An address among our files that is none: outside of the folder, or no path at all.
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

/** Turns whatever was thrown into a refusal of the closed list; what nobody foresaw is logged whole. */
export function toRefusal(ctx: Context, error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const known = fastifyCodes[code];
  if (known) return new Refusal(known);
  if (error instanceof SyntaxError && 'statusCode' in error) return new Refusal('bad_json');
  if (error instanceof StorageFull || error instanceof StorageGone) {
    ctx.log.error({ err: error, requestId }, 'the file storage failed');
    return new Refusal(error instanceof StorageFull ? 'storage_full' : 'storage_gone');
  }
  const outage = outageOf(error);
  if (outage !== null) {
    ctx.log.warn({ outage, reason: String(error), requestId }, 'the database could not be used');
    return unavailable(outage);
  }
  ctx.log.error({ err: error, requestId }, 'unexpected error');
  return new Refusal('internal');
}

/** Seconds after which it may be worth another try. A disk takes longer than a connection. */
const RETRY_SECONDS = { away: 5, busy: 5, full: 60 } as const;

function unavailable(outage: Outage = 'away'): Refusal {
  return new Refusal('unavailable', {
    meta: { retryAfter: RETRY_SECONDS[outage] },
    ...(outage === 'full' && {
      detail: 'The disk of the site is full: nothing can be saved at the moment. What is there can be read.',
    }),
  });
}

/** Whether somebody looks at the answer in a browser, and not a program. */
function isForPerson(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  return (
    (method === 'GET' || method === 'HEAD') &&
    !url.startsWith('/api/') &&
    (headers.accept?.includes('text/html') ?? false)
  );
}

function sendProblem(ctx: Context, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(ctx, error, request.id);
  const key = (request.routeOptions.config as { key?: string }).key ?? '';
  const problem = problemOf(refusal, key, request.id);
  const { retryAfter } = refusal.meta ?? {};
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  reply.code(problem.status).header('cache-control', 'no-store');
  if (problem.status >= 429 && isForPerson(request)) {
    const reloads = refusal.code === 'unavailable';
    const title = reloads ? 'The site is not available at the moment' : problem.title;
    const { detail } = problem;
    return reply
      .header('content-security-policy', errorPagePolicy)
      .type('text/html; charset=utf-8')
      .send(errorPage({ siteName: ctx.config.siteName, title, detail, reloads }));
  }
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
}
