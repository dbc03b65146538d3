import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { features } from '#site/server/app.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makeErrorReports, scrubbed } from './error-reports.ts';
import { reportingHooks, startObservers } from './observers.ts';
import { isTracing } from './tracing.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A service on this machine that takes whatever it gets. */
async function stub() {
  const received: Received[] = [];
  let answer = { status: 200, headers: {} };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answer.status, answer.headers).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    port: (server.address() as AddressInfo).port,
    answerWith: (status: number, headers = {}) => void (answer = { status, headers }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const broken: Feature = {
  name: 'broken',
  documents: [
    {
      method: 'GET',
      path: '/broken/:word',
      access: 'public',
      summary: 'Fails.',
      handle: async (ctx) => {
        await ctx.db.rows(sql`SELECT 1 AS one FROM site_settings WHERE name = ${'private-value'}`);
        await ctx.db.tx((tx) => tx.rows(sql`SELECT 1 AS one FROM sets WHERE title = ${'private-value'}`));
        throw new TypeError('No "private" for ada@example.org', { cause: new RangeError('the cause') });
      },
    },
  ],
};

let service: Awaited<ReturnType<typeof stub>>;
beforeAll(async () => {
  service = await stub();
});
afterAll(() => service.close());

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string> }[];
  status?: { code: number };
}

describe('traces', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({
      work: false,
      features: [...features, broken],
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${service.port}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20collector',
      },
    });
  });

  test('a collector receives the span of a request with those of its queries, and nothing of members', async () => {
    const address = { headers: { cookie: 'private=cookie', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } };
    // Several at once share the connections: each keeps its own queries.
    await Promise.all(Array.from({ length: 8 }, () => world.get('/broken/private-path?q=private-query', address)));
    await world.close();
    expect(service.received.every(({ path }) => path === '/v1/traces')).toBe(true);
    expect(service.received[0]!.headers).toMatchObject({
      authorization: 'Bearer collector',
      'content-type': 'application/json',
    });
    const sent = service.received.flatMap(
      ({ body }) =>
        (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans[0]!
          .scopeSpans[0]!.spans,
    );
    const requests = sent.filter(({ name }) => name === 'GET /broken/:word');
    expect(requests).toHaveLength(8);
    for (const request of requests) {
      expect(request).toMatchObject({ kind: 2, status: { code: 2 } });
      expect(request.traceId).toMatch(/^(?!a+$)[\da-f]{32}$/);
      expect(request.attributes.find(({ key }) => key === 'http.response.status_code')?.value).toEqual({
        intValue: '500',
      });
      const queries = sent.filter(({ parentSpanId }) => parentSpanId === request.spanId);
      expect(queries.map(({ name }) => name)).toEqual(['select site_settings', 'begin', 'select sets', 'commit']);
      for (const query of queries) {
        expect(query).toMatchObject({ kind: 3, traceId: request.traceId });
        expect(BigInt(query.endTimeUnixNano) >= BigInt(query.startTimeUnixNano)).toBe(true);
        expect(BigInt(query.startTimeUnixNano) >= BigInt(request.startTimeUnixNano)).toBe(true);
      }
    }
    expect(service.received.map(({ body }) => body).join('\n')).not.toMatch(/private|127\.0\.0\.1|Firefox/);
    expect(isTracing()).toBe(false);
  });
});

describe('error reports', () => {
  const settings = { DATA_DIR: '/tmp/none', PORT: '3999' };

  test('a service receives an error of the log once, with its place and without a member’s data', async () => {
    service.received.length = 0;
    const log = pino({ level: 'info', hooks: reportingHooks }, { write: () => {} });
    const dsn = `http://publickey@127.0.0.1:${service.port}/sentry/42`;
    const stop = await startObservers(readConfig({ ...settings, SENTRY_DSN: dsn }), log, true);
    const fail = (word: string): void =>
      log.error(
        {
          err: new TypeError(`No "${word}" for ada@example.org at https://example.org/s/${word}`, {
            cause: new RangeError('the cause'),
          }),
          requestId: 'abc',
          cookie: word,
        },
        'unexpected error',
      );
    for (const word of ['private', 'private-too']) fail(word);
    log.warn({ err: new Error('an outage') }, 'lost a connection');
    log.warn({ err: new Error('of a job'), job: 'mail.send' }, 'a job failed');
    log.error('no error');
    await expect.poll(() => service.received.length).toBe(2);
    await stop();
    log.error({ err: new SyntaxError('after the end') }, 'unexpected error');
    const [first, second] = service.received;
    expect(first!.path).toBe('/sentry/api/42/envelope/');
    expect(first!.headers['x-sentry-auth']).toMatch(/^Sentry sentry_version=7, .*sentry_key=publickey$/);
    const [head, item, event] = first!.body.split('\n').map((line) => (line === '' ? {} : JSON.parse(line))) as [
      { event_id: string },
      { type: string; length: number },
      Record<string, unknown> & { exception: { values: { stacktrace: { frames: { filename: string }[] } }[] } },
    ];
    expect(item).toEqual({ type: 'event', length: Buffer.byteLength(JSON.stringify(event)) });
    expect(event).toMatchObject({
      event_id: head.event_id,
      platform: 'node',
      level: 'error',
      tags: { request_id: 'abc' },
      exception: {
        values: [
          { type: 'RangeError', value: 'the cause' },
          { type: 'TypeError', value: 'No "…" for … at …' },
        ],
      },
    });
    expect(event.exception.values[1]!.stacktrace.frames.at(-1)).toMatchObject({
      filename: 'platform/server/monitoring/observers.test.ts',
      function: 'fail',
      in_app: true,
    });
    expect(second!.body).toContain('"job":"mail.send"');
    expect(service.received.map(({ body }) => body).join('\n')).not.toMatch(/private|ada@|127\.0\.0\.1/);
  });

  test('a flood is bounded, and a service that asks for a pause gets it', async () => {
    service.received.length = 0;
    let now = 0;
    const reports = makeErrorReports(
      { url: `http://127.0.0.1:${service.port}/api/1/envelope/`, key: 'k' },
      { version: '1', root: '/', warn: () => {} },
      () => now,
    );
    const send = (name: string): void => {
      const error = new Error('flood');
      error.name = name;
      reports.report({ error, message: 'flood', level: 'error', tags: {} });
    };
    for (let count = 0; count < 500; count++) {
      send(`Kind${count}`);
      if (count % 10 === 0) await reports.stop();
    }
    await reports.stop();
    expect(service.received.length).toBeLessThanOrEqual(30);
    now = 60_001;
    service.answerWith(429, { 'retry-after': '100' });
    service.received.length = 0;
    send('Late');
    await reports.stop();
    now += 99_000;
    send('Later');
    await reports.stop();
    expect(service.received).toHaveLength(1);
    service.answerWith(200);
    now += 2_000;
    send('Latest');
    await reports.stop();
    expect(service.received).toHaveLength(2);
  });

  test.each([
    ['invalid input syntax for type uuid: "ada"', 'invalid input syntax for type uuid: "…"'],
    ["ENOENT: no such file, open '/data/files/ada.wav'", 'ENOENT: no such file, open "…"'],
    ['connect ECONNREFUSED 203.0.113.7:5432', 'connect ECONNREFUSED …:5432'],
    ['Cannot read /srv/data/ada.png at once', 'Cannot read … at once'],
    ['mail to ada@example.org failed', 'mail to … failed'],
    ['token 0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee', 'token …'],
    ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
  ])('%j is sent as %j', (message, sent) => {
    expect(scrubbed(message)).toBe(sent);
  });
});

describe('settings', () => {
  const base = { DATA_DIR: '/tmp/none', PORT: '3999' };

  test.each([
    [{ SENTRY_DSN: 'https://secretkey@example.org/' }],
    [{ SENTRY_DSN: 'https://secretkey:@example.org/name' }],
    [{ SENTRY_DSN: 'ftp://secretkey@example.org/1' }],
    [{ SENTRY_DSN: 'secretkey' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: 'secretkey' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: '2' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }],
  ])('%j is refused in a sentence without the secret', (environment) => {
    let message = '';
    try {
      readConfig({ ...base, ...environment });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(Object.keys(environment).at(-1));
    expect(message).not.toContain('secretkey');
  });

  test('without them there is neither, and a command has neither', async () => {
    const config = readConfig({ ...base, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(readConfig(base)).toMatchObject({ traces: null, errorReports: null });
    const stop = await startObservers(config, { warn: () => {} }, false);
    expect(isTracing()).toBe(false);
    await stop();
  });
});
