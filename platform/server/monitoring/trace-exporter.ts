import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Span, SpanEnd, Tracer } from './tracing.ts';

/** Where traces go. */
export interface TraceSettings {
  /** Address of an OTLP collector over HTTP, without `/v1/traces`. */
  readonly url: string;
  /** Further headers, such as a token. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of requests and jobs that are traced, 0 to 1. */
  readonly share: number;
}

/** Spans that wait; more are dropped. */
const MAX_QUEUED = 4096;
const MAX_SENT = 512;
const SEND_EVERY_MS = 5000;
const ANSWER_WITHIN_MS = 10_000;
/** OTLP's numbers. */
const kinds = { server: 2, client: 3, consumer: 5 } as const;
const FAILED = 2;

const nanoseconds = (at: number): string => String(BigInt(Math.round((performance.timeOrigin + at) * 1000)) * 1000n);

const attributesOf = (facts: SpanEnd['facts']) =>
  Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));

/**
 * Sends spans as OTLP over HTTP (JSON) to a collector, in batches and in the background. What a collector does not take is
 * dropped: a site does not wait for it.
 */
export function makeTraceExporter(
  { url, headers, share }: TraceSettings,
  about: { readonly version: string; readonly log: Pick<Logger, 'warn'> },
): Tracer & { stop(): Promise<void> } {
  let queue: object[] = [];
  let isAway = false;
  const send = async (): Promise<void> => {
    while (queue.length > 0) {
      const spans = queue.slice(0, MAX_SENT);
      queue = queue.slice(MAX_SENT);
      const resource = attributesOf({ 'service.name': 'looproom', 'service.version': about.version });
      try {
        const answer = await fetch(`${url}/v1/traces`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            resourceSpans: [
              { resource: { attributes: resource }, scopeSpans: [{ scope: { name: 'looproom' }, spans }] },
            ],
          }),
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        isAway = false;
      } catch (error) {
        if (!isAway) about.log.warn({ reason: (error as Error).message }, 'the collector of traces takes none');
        isAway = true;
        return;
      }
    }
  };
  let sending: Promise<void> | null = null;
  const sendNow = (): Promise<void> => (sending ??= send().finally(() => (sending = null)));
  const timer = setInterval(() => void sendNow(), SEND_EVERY_MS).unref();
  return {
    begin(kind, parent) {
      if (parent === null && Math.random() >= share) return null;
      return {
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        parentId: parent?.spanId ?? null,
        kind,
        began: performance.now(),
      };
    },
    end(span: Span, { name, facts, isFailed }) {
      if (queue.length >= MAX_QUEUED) return;
      queue.push({
        traceId: span.traceId,
        spanId: span.spanId,
        ...(span.parentId !== null && { parentSpanId: span.parentId }),
        name,
        kind: kinds[span.kind],
        startTimeUnixNano: nanoseconds(span.began),
        endTimeUnixNano: nanoseconds(performance.now()),
        attributes: attributesOf(facts),
        ...(isFailed && { status: { code: FAILED } }),
      });
    },
    async stop() {
      clearInterval(timer);
      await sending;
      await sendNow();
    },
  };
}
