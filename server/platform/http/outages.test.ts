import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type World, openWorld } from '#server/testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => world.close());

/** As if the database answered everything with this. */
function breakDatabase(code: string, message: string): void {
  const error = Object.assign(new Error(message), code !== '' && { code });
  const refuse = (): never => {
    throw error;
  };
  vi.spyOn(world.ctx.db.pool, 'query').mockImplementation(refuse);
  vi.spyOn(world.ctx.db.pool, 'connect').mockImplementation(refuse);
}

describe('an outage', () => {
  const outages: readonly (readonly [what: string, code: string, message: string, retryAfter: string])[] = [
    ['a server that is not there', 'ECONNREFUSED', 'connect ECONNREFUSED', '5'],
    ['a server that stops', '57P01', 'terminating connection due to administrator command', '5'],
    ['a server that starts', '57P03', 'the database system is starting up', '5'],
    ['a lost connection', '', 'Connection terminated unexpectedly', '5'],
    ['a pool without a free connection', '', 'timeout exceeded when trying to connect', '5'],
    ['a lock that is held too long', '55P03', 'canceling statement due to lock timeout', '5'],
    ['a statement that takes too long', '57014', 'canceling statement due to statement timeout', '5'],
    ['a full disk', '53100', 'could not extend file: No space left on device', '60'],
    ['a database that can only be read', '25006', 'cannot execute INSERT in a read-only transaction', '60'],
  ];

  test.each(outages)('%s is answered with 503, a code and when to try again', async (_what, code, message, wait) => {
    const member = await world.member();
    breakDatabase(code, message);
    for (const as of [member, null]) {
      const { status, body, headers } = await world.call('GET /forum/posts', {}, as);
      expect({ status, retryAfter: headers['retry-after'], type: headers['content-type'] }).toEqual({
        status: 503,
        retryAfter: wait,
        type: 'application/problem+json; charset=utf-8',
      });
      expect(body).toMatchObject({ code: 'unavailable', meta: { retryAfter: Number(wait) } });
      expect(JSON.stringify(body)).not.toContain(message);
    }
    const written = await world.call('POST /forum/posts', { body: { content: 'A text.' } }, member);
    expect(written).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  test('shows people a page that reloads by itself, and programs a problem document', async () => {
    const member = await world.member();
    breakDatabase('57P01', 'terminating connection due to administrator command');
    const page = await world.get('/forum.atom', { ...member, headers: { accept: 'text/html,*/*' } });
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
    const html = String(page.body);
    expect(html).toContain('This page reloads by itself when the site is back.');
    expect(html).not.toContain('administrator command');
    const script = /<script>(.*)<\/script>/.exec(html)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
    const program = await world.get('/forum.atom', { ...member, headers: { accept: 'application/atom+xml' } });
    expect(program).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(program.headers['content-type']).toContain('application/problem+json');
  });

  test('a defect is still a defect', async () => {
    breakDatabase('42P01', 'relation "nothing" does not exist');
    expect(await world.call('GET /forum/posts')).toMatchObject({ status: 500, body: { code: 'internal' } });
  });
});

test('a site that stops answers who is connected with 503, when to try again, and a page or a problem document', async () => {
  const stopping = await openWorld();
  const { server } = stopping.app;
  await stopping.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  // Requests whose heads are half sent when the stop begins: afterwards there are no new connections.
  const begin = async (line: string): Promise<(rest: string) => Promise<string>> => {
    const taken = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1');
    socket.write(`${line}\r\n`);
    const [other] = await taken;
    await expect.poll(() => other.bytesRead).toBeGreaterThan(0);
    return async (rest) => {
      socket.write(`${rest}Host: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      return await text(socket);
    };
  };
  const endProgram = await begin('GET /api/v1/forum/posts HTTP/1.1');
  const endWriter = await begin('POST /api/v1/forum/posts HTTP/1.1');
  const endPerson = await begin('GET /forum.atom HTTP/1.1');
  const closed = stopping.close();
  await expect.poll(() => server.listening).toBe(false);
  const [program, writer, person] = await Promise.all([
    endProgram(''),
    endWriter(''),
    endPerson('Accept: text/html,*/*\r\n'),
  ]);
  for (const answer of [program, writer, person]) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/^retry-after: 5\r$/im);
  }
  for (const answer of [program, writer]) {
    expect(answer).toMatch(/^content-type: application\/problem\+json/im);
    expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toMatchObject({
      code: 'unavailable',
      meta: { retryAfter: 5 },
    });
  }
  expect(person).toContain('This page reloads by itself when the site is back.');
  await closed;
});
