import type { IncomingMessage } from 'node:http';
import { isLoopback } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';

/** Paths that answer under any host: health checks know an IP address, not the site's name. */
const watched = new Set(['/healthz', '/readyz', '/metrics']);

/** True where the connection comes from this machine and no proxy has passed it on. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

/**
 * Whether a request names this site: the host of `SITE_URL`, or this machine where it comes from it. Another name that
 * leads here (DNS rebinding, say) would be another site to browsers, and would get into caches and links.
 * @param host the request's host with its port, a trusted proxy's forwarded one included
 */
export function isOwnHost(ctx: Pick<Context, 'config' | 'siteUrl'>, host: string, request: IncomingMessage): boolean {
  const { host: own, protocol } = new URL(ctx.siteUrl);
  const named = host.toLowerCase();
  if (named === own || named === `${own}:${protocol === 'https:' ? 443 : 80}`) return true;
  const name = named.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopback(name) && (!ctx.config.production || isFromHere(request));
}

/** Whether a path answers whatever host a request names. */
export function answersAnyHost(url: string): boolean {
  return watched.has(url.split('?', 1)[0] ?? '');
}
