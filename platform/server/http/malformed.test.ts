import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errors } from '#platform/contract/errors.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.app.server.address() as AddressInfo);
});
afterAll(() => world.close());

/** What comes for a request as it stands, over a connection of its own. */
async function answerTo(request: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body };
}

const request = (line: string, headers: readonly string[] = [], body = '', host = `Host: 127.0.0.1:${port}`): string =>
  `${[line, ...(host === '' ? [] : [host]), 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;
const json = (content: string, type = 'application/json'): [string[], string] => [
  [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(content)}`],
  content,
];
const post = 'POST /api/v1/forum/posts HTTP/1.1';
const long = 'a'.repeat(600);

/** Made when the port is known. */
const malformed: readonly (readonly [what: string, make: () => string, code: ErrorCode])[] = [
  ['an escape without digits', () => request('GET /api/v1/% HTTP/1.1'), 'not_found'],
  ['an escape that is no UTF-8', () => request('GET /api/v1/%ff HTTP/1.1'), 'not_found'],
  ['an overlong escape', () => request('GET /api/v1/forum/posts/%c0%ae%c0%ae HTTP/1.1'), 'not_found'],
  ['an escape at the root', () => request('GET /% HTTP/1.1'), 'not_found'],
  ['a broken address of a file', () => request('GET /files/%ff HTTP/1.1'), 'not_found'],
  ['a parameter that is too long', () => request(`GET /api/v1/forum/posts/${long} HTTP/1.1`), 'not_found'],
  ['an address that is too long', () => request(`GET /api/v1/${'a'.repeat(20_000)} HTTP/1.1`), 'headers_too_large'],
  [
    'a header that is too long',
    () => request('GET /api/v1/forum/posts HTTP/1.1', [`X-A: ${'a'.repeat(20_000)}`]),
    'headers_too_large',
  ],
  ['a method that does not exist', () => request('LOOP /api/v1/forum/posts HTTP/1.1'), 'bad_request'],
  ['a method that the address does not take', () => request('PROPFIND /api/v1/forum/posts HTTP/1.1'), 'not_found'],
  ['a write where nothing is written', () => request('PUT /nothing HTTP/1.1'), 'not_found'],
  ['no HTTP', () => 'hello\r\n\r\n', 'bad_request'],
  ['no host', () => request('GET /api/v1/forum/posts HTTP/1.1', [], '', ''), 'wrong_host'],
  ['a host that is none', () => request('GET /api/v1/forum/posts HTTP/1.1', [], '', 'Host: [::1'), 'wrong_host'],
  ['another host', () => request('GET /api/v1/forum/posts HTTP/1.1', [], '', 'Host: elsewhere.example'), 'wrong_host'],
  ['two lengths', () => request(post, ['Content-Length: 2', 'Content-Length: 3'], '{}'), 'bad_request'],
  ['invalid JSON', () => request(post, ...json('{"content":')), 'bad_json'],
  ['JSON that would change prototypes', () => request(post, ...json('{"__proto__":{"a":1}}')), 'bad_json'],
  ['a content type that nobody knows', () => request(post, ...json('{}', 'text/plain')), 'unsupported_media_type'],
  ['a content type that is none', () => request(post, ...json('{}', 'loop')), 'unsupported_media_type'],
  ['a body that is too large', () => request(post, ...json(`{"content":"${'a'.repeat(2_000_000)}"}`)), 'too_large'],
];

describe('a malformed request', () => {
  test.each(malformed)('with %s is answered with a problem document', async (_what, make, code) => {
    const { status, head, body } = await answerTo(make());
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(head).toMatch(/^x-content-type-options: nosniff/im);
    expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({ status: errors[code].status, code });
  });

  test.each([
    ['GET /% HTTP/1.1', 404],
    ['GET /%ff HTTP/1.1', 404],
    ['GET /files/%ff HTTP/1.1', 404],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1`, 431],
  ])('of a person gets a page: %s', async (line, expected) => {
    const { status, head, body } = await answerTo(request(line, ['Accept: text/html,*/*']));
    expect(status).toBe(expected);
    expect(head).toMatch(/^content-type: text\/html/im);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(body).toContain('<a href="/">Home</a>');
  });
});
