import type { IncomingMessage } from 'node:http';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What every name begins with. */
export const PREFIX = 'looproom_';

/** Everything that `/metrics` shows. */
export const registry = new Registry();
// Its lag of the event loop holds the sampling interval and is replaced by our own: it takes its samples as rarely as it can.
collectDefaultMetrics({ register: registry, prefix: PREFIX, eventLoopMonitoringPrecision: 2 ** 31 - 1 });
for (const { name } of registry.getMetricsAsArray())
  if (name.includes('_eventloop_lag_')) registry.removeSingleMetric(name);

/** Seconds: quantiles from 1 ms to 10 s are found within a factor of 2.5. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const durations = new Histogram({
  name: `${PREFIX}http_request_duration_seconds`,
  help: 'Time to answer a request, by method, route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets,
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

const queries = {
  name: `${PREFIX}query_duration_seconds`,
  help: 'Time to run a statement, by its verb and first table.',
};

/** prom-client's own `observe` takes 0.6 µs, a hundredth of a small query; this one 0.05 µs. */
class QueryDurations extends Histogram<'query'> {
  /** By name: how many fell into each bucket and above all, and the sum of seconds. */
  readonly #counts = new Map<string, Float64Array>();

  note(query: string, seconds: number): void {
    let counts = this.#counts.get(query);
    if (!counts) this.#counts.set(query, (counts = new Float64Array(buckets.length + 2)));
    let at = 0;
    while (at < buckets.length && seconds > buckets[at]!) at++;
    counts[at]!++;
    counts[buckets.length + 1]! += seconds;
  }

  // What the registry prints.
  async getForPromString() {
    const values = [...this.#counts].flatMap(([query, counts]) => {
      let count = 0;
      const lines = [...buckets, '+Inf'].map((le, at) => {
        count += counts[at]!;
        return { metricName: `${queries.name}_bucket`, labels: { le, query }, value: count };
      });
      return [
        ...lines,
        { metricName: `${queries.name}_sum`, labels: { query }, value: counts[buckets.length + 1]! },
        { metricName: `${queries.name}_count`, labels: { query }, value: count },
      ];
    });
    return { ...queries, type: 'histogram', aggregator: 'sum', values };
  }
}

/** Seconds from sending a statement to its whole result, by name. */
export const queryDurations = new QueryDurations({
  ...queries,
  labelNames: ['query'] as const,
  buckets,
  registers: [registry],
});

/** Visitors' pages, by whether the cache had them. */
export const pageCacheTotal = new Counter({
  name: `${PREFIX}page_cache_total`,
  help: 'Pages asked for by visitors: hit (from the cache) or miss (rendered, or waited for).',
  labelNames: ['result'] as const,
  registers: [registry],
});

/** Mails of this process by outcome: `delivered`, `stored` (the local outbox), `failed` (one try). */
export const mailsTotal = new Counter({
  name: `${PREFIX}mails_total`,
  help: 'Mails by outcome: delivered to the mail server, stored in the local outbox, failed (a try), expired before they went out, withheld from an address that refuses mails.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});

/** New accounts. */
export const signUpsTotal = new Counter({
  name: `${PREFIX}sign_ups_total`,
  help: 'New accounts: by the form, or by an outside provider.',
  labelNames: ['by'] as const,
  registers: [registry],
});

/** Lines of the security log. */
export const securityEventsTotal = new Counter({
  name: `${PREFIX}security_events_total`,
  help: 'Lines of the security log, by kind.',
  labelNames: ['kind'] as const,
  registers: [registry],
});

/** Files that were uploaded to this process, by kind, and their bytes. */
export const filesTaken = new Counter({
  name: `${PREFIX}uploads_total`,
  help: 'Files taken from members, by kind.',
  labelNames: ['kind'] as const,
  registers: [registry],
});
export const bytesTaken = new Counter({
  name: `${PREFIX}uploads_bytes_total`,
  help: 'Bytes of these files, by kind.',
  labelNames: ['kind'] as const,
  registers: [registry],
});

/** Milliseconds between two samples of the event loop's lag. */
export const LAG_EVERY_MS = 100;
const lag = new Histogram({
  name: `${PREFIX}event_loop_lag_seconds`,
  help: 'How late a timer of 100 ms runs: how long other work waits for the event loop.',
  buckets,
  registers: [registry],
});

/** @returns what a timer of {@link LAG_EVERY_MS} calls for the seconds by which it is late @param now milliseconds */
export function lagSampler(now: () => number): () => number {
  let last = now();
  return () => {
    const at = now();
    const lateMs = at - last - LAG_EVERY_MS;
    last = at;
    return Math.max(0, lateMs) / 1000;
  };
}

let lagTimer: NodeJS.Timeout | null = null;

/** Measures the lag of this process's event loop from now on. It does not keep the process running. */
export function watchLag(): void {
  if (lagTimer !== null) return;
  const sample = lagSampler(() => performance.now());
  lagTimer = setInterval(() => lag.observe(sample()), LAG_EVERY_MS).unref();
}
