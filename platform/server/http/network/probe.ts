import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { isOwnHost } from './host.ts';

const HEADER = 'x-looproom-probe';

/** How the site saw a request: what a proxy made of it. */
export interface Seen {
  /** Who counts as the caller. */
  readonly address: string;
  /** Who has connected: the proxy, where there is one. */
  readonly peer: string;
  /** Null: the request was not forwarded, or the proxy does not say so. */
  readonly forwardedFor: string | null;
  readonly host: string;
  /** Whether requests with this host are answered. */
  readonly isOwnHost: boolean;
  /** Shows that the site with the same secret has answered. */
  readonly proof: string;
}

const sign = (secret: string, what: string): string =>
  createHmac('sha256', secret).update(`looproom probe ${what}`).digest('base64url');

/** A question to the site itself, which nobody can ask without its secret: headers of a request for `/healthz`. */
export function makeProbe(secret: string): { headers: Record<string, string>; read(body: string): Seen | null } {
  const nonce = randomBytes(16).toString('base64url');
  return {
    headers: { [HEADER]: `${nonce}.${sign(secret, nonce)}` },
    /** @returns null where something else has answered */
    read(body) {
      try {
        const { seen } = JSON.parse(body) as { seen?: Seen };
        return seen?.proof === sign(secret, `${nonce} answer`) ? seen : null;
      } catch {
        return null;
      }
    },
  };
}

/** What the site saw of a request, for those who know its secret; null for all others. */
export function answerProbe(ctx: Pick<Context, 'config' | 'siteUrl' | 'secret'>, request: FastifyRequest): Seen | null {
  const header = request.headers[HEADER];
  if (typeof header !== 'string') return null;
  const [nonce = '', signature = ''] = header.split('.');
  const expected = Buffer.from(sign(ctx.secret, nonce));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const forwarded = request.headers['x-forwarded-for'];
  return {
    address: request.ip,
    peer: (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    forwardedFor: typeof forwarded === 'string' ? forwarded : null,
    host: request.host,
    isOwnHost: isOwnHost(ctx, request.host, request.raw),
    proof: sign(ctx.secret, `${nonce} answer`),
  };
}
