import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/** One unit of traced work, such as a request or a query of it. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly kind: 'server' | 'client' | 'consumer';
  /** Milliseconds, as `performance.now()` counts. */
  readonly began: number;
}

/** What ended a span: its name, and facts without a member's data. */
export interface SpanEnd {
  readonly name: string;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly isFailed: boolean;
}

/** Makes spans and sends them off; its implementation is loaded where the operator has set an address. */
export interface Tracer {
  /** @returns null where this one is not chosen */
  begin(kind: Span['kind'], parent: Span | null): Span | null;
  end(span: Span, end: SpanEnd): void;
}

const current = new AsyncLocalStorage<Span>();
let tracer: Tracer | null = null;

/** Sets where the spans of this process go; null: there are none. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Whether this process makes spans. */
export const isTracing = (): boolean => tracer !== null;

/** Begins a span that is no part of another one. @returns null where there are none, or this one is not chosen */
export const beginRoot = (kind: 'server' | 'consumer'): Span | null => tracer?.begin(kind, null) ?? null;

/** Ends a span, and sends it off. */
export function endSpan(span: Span, end: SpanEnd): void {
  tracer?.end(span, end);
}

/** Runs work whose queries are parts of a span. */
export const within = <T>(span: Span | null, work: () => T): T => (span === null ? work() : current.run(span, work));

/** Begins a span below the one of the caller; null where the caller has none. */
export function beginQuery(): Span | null {
  if (tracer === null) return null;
  const parent = current.getStore();
  return parent === undefined ? null : tracer.begin('client', parent);
}

/** A callback that runs as part of the span of who gave it, whoever calls it. */
export const inSpan = <A extends unknown[], R>(callback: (...args: A) => R): ((...args: A) => R) =>
  tracer === null ? callback : AsyncResource.bind(callback);
