import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';

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

export const httpMetrics = {
  /** @param seconds from the request's first byte to the answer's last. */
  observe(method: string, route: string, status: number, seconds: number): void {
    durations.observe({ method, route, status }, seconds);
  },
};
