import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { contract } from '#site/contract/contract.ts';
import { generalFailure, transferFailure } from '#platform/contract/shown-errors.ts';
import { CallError, fetchTransport, makeCall } from './call.ts';
import { readRefusal } from '#content/media/web/transfers/tus-transfer.ts';

const call = makeCall(fetchTransport);
const ours = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'Zm9vYmFyYmF6' };

/** What a proxy, a gateway, a portal or a cut line put into the place of an answer. */
const bodies: readonly string[] = [
  '',
  ' ',
  '{}',
  '{"items":[]}',
  '[]',
  '[{"id":1}]',
  'null',
  'true',
  '42',
  '"text"',
  '{"error":"upstream timed out"}',
  '{"error":{"code":"internal","message":"x"}}',
  '{"message":"Internal Server Error","statusCode":500}',
  '{"code":42,"title":"A","detail":"B","status":500}',
  '{"code":"x","title":null,"detail":"B","status":500}',
  '{"code":"x","title":"A","status":500}',
  '{"code":"x","title":"A","detail":["B"],"status":500}',
  '{"code":"x","title":"A","detail":"B","status":500,"fields":{"name":{"deep":1}}}',
  '{"code":"x","title":"A","detail":"B","status":500,"fields":["name"]}',
  '{"code":"x","title":"A","detail":"B","status":500,"meta":{"minutes":[1]}}',
  '{"items":[{"id":',
  '<!doctype html><title>502 Bad Gateway</title>',
  '<html><body onload="location=\'/login\'">Sign in to the network</body></html>',
  'upstream connect error or disconnect/reset before headers',
  '\u0000\u0001\uFFFD',
];
/** With the statuses below more than 200 answers; a body is not allowed for 204, 205 and 304. */
const statuses = [200, 201, 202, 203, 204, 205, 206, 304, 400, 401, 403, 404, 413, 429, 500, 502, 503, 504];

function answers(): { name: string; answer: () => Response }[] {
  return statuses.flatMap((status) =>
    (status === 204 || status === 205 || status === 304 ? [null] : bodies).map((body) => {
      const type = body?.startsWith('<') ? 'text/html' : 'application/json';
      return {
        name: `${status} ${JSON.stringify(body)}`,
        answer: () => new Response(body, { status, headers: { 'content-type': type } }),
      };
    }),
  );
}

/** One that reads, one that changes something, one whose toast names a parameter; with the words that each shows. */
const calls = [
  { key: 'GET /uploads', words: generalFailure.text, run: () => call('GET /uploads', { query: {} }) },
  {
    key: 'POST /friends',
    words: 'Failed to send friend request',
    run: () => call('POST /friends', { body: { profileId: 'x' } }),
  },
  {
    key: 'PUT /profile-settings/backgrounds/:kind',
    words: 'Failed to upload background image',
    run: () => call('PUT /profile-settings/backgrounds/:kind', { params: { kind: 'image' }, body: { fileId: 'x' } }),
  },
] as const;

/** Answers calls, and the probe of the site that a failed one asks for. */
const answerCalls = (answer: () => Response | Promise<Response>): void =>
  void vi.stubGlobal('fetch', async (address: string) =>
    address === '/healthz' ? new Response(null) : await answer(),
  );

const failureOf = (run: () => Promise<unknown>): Promise<unknown> =>
  run().then(
    (answer) => answer,
    (error: unknown) => error,
  );

describe('an answer that is not the site’s own', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each(calls)('is a failed network with the toast of $key, whatever it is', async ({ words, run }) => {
    const odd = answers();
    expect(odd.length).toBeGreaterThan(200);
    for (const { name, answer } of odd) {
      answerCalls(answer);
      const error = await failureOf(run);
      expect(error, name).toBeInstanceOf(CallError);
      expect(error, name).toMatchObject({ code: 'network', detail: words });
    }
  });

  it('is a failed network where the body breaks off, the line is cut or a redirect leads to another site', async () => {
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"items":'));
        controller.error(new TypeError('network error'));
      },
    });
    const faults = [
      async () => new Response(cut, { headers: ours }),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ];
    for (const fault of faults) {
      answerCalls(fault);
      expect(await failureOf(calls[1].run)).toMatchObject({ code: 'network', detail: calls[1].words });
    }
  });

  it('has the words of a failed transfer where a file was sent', () => {
    for (const body of bodies)
      for (const status of [0, 200, 400, 404, 500, 502])
        expect(readRefusal(status, body)).toEqual({
          code: 'network',
          title: transferFailure.title,
          detail: transferFailure.text,
        });
  });
});

describe('an answer of the site', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is given as it is, and a refusal is thrown with its fields and values', async () => {
    answerCalls(() => new Response('{"items":[],"next":null}', { headers: ours }));
    expect(await call('GET /uploads', { query: {} })).toEqual({ items: [], next: null });
    const problem = {
      type: 'about:blank',
      status: 400,
      code: 'invalid',
      title: 'Error',
      detail: 'No {kind}',
      fields: { name: 'Too long' },
      meta: { minutes: 5 },
    };
    answerCalls(() => new Response(JSON.stringify(problem), { status: 400, headers: ours }));
    const error = await failureOf(calls[2].run);
    expect(error).toMatchObject({ code: 'invalid', detail: 'No image', fields: problem.fields, meta: problem.meta });
  });

  it('does not end a call that its page has given up with a toast', async () => {
    answerCalls(() => {
      const body = new ReadableStream({ start: (one) => one.error(new DOMException('aborted', 'AbortError')) });
      return new Response(body, { headers: ours });
    });
    expect(await failureOf(calls[0].run)).toMatchObject({ name: 'AbortError' });
  });

  // What `call` takes for an answer.
  it('is an object at every endpoint', () => {
    const isObjectShape = (shape: unknown): boolean =>
      shape instanceof z.ZodObject || (shape instanceof z.ZodUnion && shape.options.every(isObjectShape));
    for (const [key, endpoint] of Object.entries(contract)) expect(isObjectShape(endpoint.reply), key).toBe(true);
  });
});
