import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { defaultMaxBodyBytes } from '#platform/contract/rate-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Feature } from '#platform/server/feature.ts';
import { checkAccess } from './access.ts';
import { answerNoRequest, headersOfAll, sendBadAddress, sendProblem, sendRawProblem } from './answer-error.ts';
import type { Caller, DocumentReply, Route, WebDocument } from './route.ts';
import { loggedAddress } from './logged-address.ts';
import { httpMetrics } from '#platform/server/monitoring/metrics.ts';
import { type Span, beginRoot, endSpan, isTracing, within } from '#platform/server/monitoring/tracing.ts';
import { refuseInMaintenance } from './maintenance.ts';
import type { RawRoute } from './raw-route.ts';
import { answersAnyHost, isOwnHost } from './network/host.ts';
import { Refusal, problemOf } from './refusal.ts';
import { countCall, countEndpoint, countRequest, runRoute } from './run-route.ts';
import type { Viewer } from './viewer.ts';

/** Reads who is signed in from a raw `cookie` header. */
/** Identifies the client of a request beyond its network, such as a known device; null without that. */
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
    // What is no request of HTTP, what has no host, and what the router cannot read.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerNoRequest(ctx, error, socket),
    frameworkErrors: (error, request, reply) => void sendBadAddress(ctx, error, request, reply),
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
    if (isTracing()) {
      const span = beginRoot('server');
      if (span) spans.set(request.raw, span);
    }
    reply.headers(headersOfAll(ctx));
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
      next(new Refusal('unavailable'));
      return;
    }
    next();
  });
  refuseInMaintenance(app, ctx, resolveViewer);
  app.addHook('onResponse', (request, reply, done) => {
    const route = httpMetrics.routeOf(request.raw) ?? request.routeOptions.url ?? 'unknown';
    httpMetrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    logAnswer(ctx, request, reply, route);
    const span = spans.get(request.raw);
    if (span) endRequest(span, request, reply, route);
    done();
  });
  if (isTracing())
    // After the body is read: what comes later runs as part of the span.
    app.addHook('preHandler', (request, _reply, next) => within(spans.get(request.raw) ?? null, next));
  app.setErrorHandler((error, request, reply) => sendProblem(ctx, error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(ctx, new Refusal('not_found'), request, reply));

  for (const feature of features) {
    for (const route of feature.routes ?? []) addRoute(app, ctx, route, readers);
    for (const document of feature.documents ?? []) {
      if (document.takesForm) void app.register(async (own) => addForm(own, ctx, document, resolveViewer));
      else addDocument(app, ctx, document, resolveViewer);
    }
  }
  void app.register(async (scope) => {
    // The body is not parsed: the handler reads it as a stream.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of features.flatMap((feature) => feature.rawRoutes ?? []))
      addRawRoute(scope, ctx, route, resolveViewer);
  });
  app.all(`${API_PREFIX}/*`, (request, reply) => sendProblem(ctx, new Refusal('not_found'), request, reply));
  return app;
}

/** A request's line in the log; an outage has lines of its own. */
function logAnswer(ctx: Context, request: FastifyRequest, reply: FastifyReply, route: string): void {
  const { statusCode: status, elapsedTime: ms } = reply;
  const { id: requestId, method } = request;
  const about = { requestId, method, url: loggedAddress(request.url), status, ms };
  if (status >= 500 && status !== 503 && status !== 507) ctx.log.error(about, 'request failed');
  else ctx.log.debug(about, 'request');
  const { slowRequestMs } = ctx.config;
  if (slowRequestMs === 0 || ms < slowRequestMs || isRaw(request)) return;
  ctx.log.warn({ requestId, method, route, status, ms: Math.round(ms) }, 'slow request');
}

/** The spans of requests that are traced. */
const spans = new WeakMap<IncomingMessage, Span>();

/** Ends the span of a request. It names the route and never the address, which may hold a secret. */
function endRequest(span: Span, request: FastifyRequest, { statusCode }: FastifyReply, route: string): void {
  endSpan(span, {
    name: `${request.method} ${route}`,
    facts: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'looproom.request_id': request.id,
    },
    isFailed: statusCode >= 500,
  });
}

/** Whether a request reads or writes bytes by itself: it takes as long as the reader's line. */
const isRaw = (request: FastifyRequest): boolean => (request.routeOptions.config as { isRaw?: boolean }).isRaw === true;

/**
 * CSRF protection: whether a browser sent a write from another site. Cookies are same-site and bodies are JSON, which a
 * foreign form cannot send; `Sec-Fetch-Site` and `Origin` close what is left.
 */
export function isForeign(ctx: Context, request: IncomingMessage, host: string): boolean {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  if (site !== undefined) return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  const siteUrl = new URL(ctx.siteUrl);
  if (origin === siteUrl.origin) return false;
  // Another name of this machine: there is no proxy in front of it, so that it is plain HTTP.
  const scheme = host.toLowerCase() === siteUrl.host ? siteUrl.protocol : 'http:';
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

/** Largest form body in bytes, which is discarded. */
const MAX_FORM_BYTES = 4096;

/** In its own Fastify context: every other route takes JSON alone. */
function addForm(own: FastifyInstance, ctx: Context, document: WebDocument, resolveViewer: ResolveViewer): void {
  own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES }, (_request, _body, done) =>
    done(null, undefined),
  );
  addDocument(own, ctx, document, resolveViewer);
}

/** The ETag of a cacheable answer. Weak: a proxy may compress the bytes. */
function entityTag({ status = 200, headers, body }: DocumentReply): string | null {
  const isBytes = typeof body === 'string' || body instanceof Uint8Array;
  if (status !== 200 || !isBytes || !headers?.['cache-control']?.startsWith('public')) return null;
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((listed) => listed.trim() === tag || listed.trim() === '*');

/**
 * Whether a conditional request is answered with 304. A date counts only without a tag (RFC 9110, 13.1.3), and only an
 * equal one: a removal sets the date of a list back.
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
      ctx.switches.refuse(document.path);
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
    config: { isRaw: true },
    async handler(request, reply) {
      ctx.switches.refuse(route.path);
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
