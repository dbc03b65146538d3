import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Context } from '#platform/server/context.ts';
import { isDiskFull } from '#platform/server/db/outage.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';
import { ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { Refusal, problemOf } from './refusal.ts';
import { securityHeaders, transportSecurity } from './security-headers.ts';

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_BAD_URL: 'not_found',
  // A path outside the folder of the built files, or none at all.
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

/** Node's error codes of malformed requests; every other one is `bad_request`. */
const parserCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Turns whatever was thrown into a refusal of the closed list. Errors of an outage are counted by `ctx.outages`, which
 * logs the outage; unexpected errors are logged in full.
 */
export function toRefusal(ctx: Context, error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const known = fastifyCodes[code];
  if (known) return new Refusal(known);
  if (error instanceof SyntaxError && 'statusCode' in error) return new Refusal('bad_json');
  // The machine had no room for a program that a request waits for.
  if (error instanceof ProcessingInterrupted) return new Refusal('unavailable');
  const outage = ctx.outages.note(error, true);
  if (outage?.part === 'storage') return new Refusal(outage.state === 'full' ? 'storage_full' : 'storage_gone');
  if (isDiskFull(error, ctx.config.databaseUrl))
    return new Refusal('unavailable', {
      // A disk takes longer than a connection.
      meta: { retryAfter: 60 },
      detail: 'The disk of the site is full: nothing can be saved at the moment. What is there can be read.',
    });
  if (outage?.state === 'read-only')
    return new Refusal('unavailable', {
      detail: 'The database of the site can only be read at the moment: nothing can be saved.',
    });
  if (outage) return new Refusal('unavailable');
  ctx.log.error({ err: error, requestId }, 'unexpected error');
  return new Refusal('internal');
}

/** Refusals that answer an outage: an error page retries by itself until it is over. */
const outageCodes: ReadonlySet<ErrorCode> = new Set(['unavailable', 'storage_gone', 'maintenance'] as const);

/** Whether an outage, and not the request, is the reason of a refusal. */
export const isOutage = (refusal: Refusal): boolean => outageCodes.has(refusal.code);

/** Whether a browser shows the answer to a person. */
function isForPerson(method: string, url: string, accept: string | undefined): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/api(\/|$)/.test(url) && (accept?.includes('text/html') ?? false)
  );
}

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal as it is sent: a page for people, a problem document for programs and for everything below `/api`. */
function errorAnswer(
  ctx: Context,
  refusal: Refusal,
  { endpoint = '', requestId, isPage }: { endpoint?: string; requestId?: string; isPage: boolean },
): ErrorAnswer {
  const problem = problemOf(refusal, endpoint, requestId);
  const { retryAfter } = refusal.meta ?? {};
  const headers = {
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  if (!isPage)
    return {
      status: problem.status,
      headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' },
      body: JSON.stringify(problem),
    };
  const reloads = isOutage(refusal);
  const title = refusal.code === 'unavailable' ? 'The site is not available at the moment' : problem.title;
  // Staff get in.
  const link = refusal.code === 'maintenance' ? { to: '/auth', label: 'Sign in' } : { to: '/', label: 'Home' };
  return {
    status: problem.status,
    headers: {
      ...headers,
      'content-security-policy': errorPagePolicy,
      'content-type': 'text/html; charset=utf-8',
    },
    body: errorPage({ siteName: ctx.config.siteName, title, detail: problem.detail, reloads, link }),
  };
}

/** Answers an error of a request. */
export function sendProblem(ctx: Context, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(ctx, error, request.id);
  const { status, headers, body } = errorAnswer(ctx, refusal, {
    // An address that could not be read has no route.
    endpoint: (request.routeOptions.config as { key?: string } | undefined)?.key ?? '',
    requestId: request.id,
    isPage: isForPerson(request.method, request.url, request.headers.accept),
  });
  return reply.code(status).headers(headers).send(body);
}

/** As `sendProblem`, for an address that the router could not parse: no hook has run. */
export function sendBadAddress(
  ctx: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.headers({ ...headersOfAll(ctx), 'x-request-id': request.id });
  return sendProblem(ctx, error, request, reply);
}

/** Headers of every answer. */
export const headersOfAll = (ctx: Context): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  ...(ctx.config.production && transportSecurity),
  ...(ctx.config.isStaging && { 'x-robots-tag': 'noindex, nofollow' }),
});

/** Sends a refusal on Node's own response; when the head was sent already, it ends the connection. */
export function sendRawProblem(
  ctx: Context,
  error: unknown,
  { id, raw }: { readonly id: string; readonly raw: IncomingMessage },
  response: ServerResponse,
): void {
  const refusal = toRefusal(ctx, error, id);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  for (const name of ['etag', 'accept-ranges', 'content-range', 'content-length', 'content-disposition'])
    response.removeHeader(name);
  const isPage = isForPerson(raw.method ?? '', raw.url ?? '', raw.headers.accept);
  const { status, headers, body } = errorAnswer(ctx, refusal, { requestId: id, isPage });
  response.writeHead(status, headers);
  response.end(raw.method === 'HEAD' ? undefined : body);
}

/** Answers input that is no HTTP request, and ends its connection. */
export function answerNoRequest(
  ctx: Context,
  error: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: Socket,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [line = '', ...lines] = (Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '').split(
    '\r\n',
  );
  const [method = '', url = ''] = line.split(' ');
  const accept = lines.find((header) => /^accept:/i.test(header));
  const { status, headers, body } = errorAnswer(ctx, new Refusal(parserCodes[error.code ?? ''] ?? 'bad_request'), {
    isPage: isForPerson(method, url, accept),
  });
  const all = { ...headersOfAll(ctx), ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries({ ...all, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}
