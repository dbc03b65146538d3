import type { IncomingMessage } from 'node:http';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Everything that `/metrics` shows. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer a request, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [registry],
});

/** Pages have one route of the server's and many of their own. */
const pageRoutes = new WeakMap<IncomingMessage, string>();

export const httpMetrics = {
  /** Names the page that a request asks for: `/forum/post/$postId`. There are as many names as kinds of pages. */
  nameRoute(request: IncomingMessage, route: string): void {
    pageRoutes.set(request, route);
  },
  /** The page's name; undefined for everything else. */
  routeOf: (request: IncomingMessage): string | undefined => pageRoutes.get(request),
  /** @param seconds from the request's first byte to the answer's last. */
  observe(method: string, route: string, status: number, seconds: number): void {
    durations.observe({ method, route, status }, seconds);
  },
};

/** Mails of this process by outcome: `delivered`, `stored` (the local outbox), `failed` (one try). */
export const mailsTotal = new Counter({
  name: 'mails_total',
  help: 'Mails of this process: delivered to the mail server, stored in the local outbox, failed tries, expired before they went out, withheld from an address that refuses mails.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});

/** Files that were uploaded to this process, by kind, and their bytes. */
export const filesTaken = new Counter({
  name: 'uploads_total',
  help: 'Files that this process has taken from members, by kind.',
  labelNames: ['kind'] as const,
  registers: [registry],
});
export const bytesTaken = new Counter({
  name: 'uploads_bytes_total',
  help: 'Bytes of these files, by kind.',
  labelNames: ['kind'] as const,
  registers: [registry],
});
