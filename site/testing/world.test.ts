import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, openWorld } from './world.ts';

let world: World;
const start = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  world = await openWorld({ clock: start, rateLimits: true });
});
afterAll(() => world.close());

test('a call goes over the real route: status, problem document and headers are those of the network', async () => {
  const problem = await world.refused('GET /account', {}, null, 'sign_in_required');
  expect(problem.title).toBe('Authentication required');
  const answer = await world.call('GET /account');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test('a call says where its rate stands, and counts it down', async () => {
  const counts = [];
  for (let call = 0; call < 2; call++) {
    const { headers } = await world.call('GET /session', {}, { address: '192.0.2.77' });
    counts.push(headers);
  }
  const max = world.ctx.config.rates.requests.read.max;
  expect(counts[0]).toMatchObject({ 'ratelimit-limit': String(max), 'ratelimit-remaining': String(max - 1) });
  expect(counts[1]).toMatchObject({ 'ratelimit-remaining': String(max - 2) });
  expect(Number(counts[1]!['ratelimit-reset'])).toBeGreaterThan(0);
});

test('a length of a page that a list does not take is refused, never ignored', async () => {
  const query = { limit: 5 };
  for (const key of ['GET /forum/posts', 'GET /session'] as const) {
    const problem = await world.refused(key, { query }, null, 'invalid');
    expect(problem.fields).toEqual({ limit: 'Pages have a fixed length here. Leave it out, and follow `next`.' });
  }
});

test('the description of the API says of every operation who may call it', async () => {
  interface Operation {
    readonly security?: readonly object[];
  }
  const { paths } = (await world.app.inject('/api/v1/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.length).toBeGreaterThan(200);
  expect(operations.filter(({ security }) => security === undefined)).toEqual([]);
  expect(paths['/forum/posts']!['get']!.security).toEqual([{}, { session: [] }]);
  expect(paths['/forum/posts']!['post']!.security).toEqual([{ session: [] }]);
});

test('a made member is signed in', async () => {
  const member = await world.member();
  const settings = await world.ok('GET /account', {}, member);
  expect(settings.email).toBe(member.email);
});

test('an expected success that is refused fails the test', async () => {
  await expect(world.ok('GET /account')).rejects.toThrow('GET /account is done');
});

test('an expected refusal that is another one fails the test', async () => {
  await expect(world.refused('GET /account', {}, null, 'suspended')).rejects.toThrow('GET /account is refused');
});

test('the clock stands where the test puts it', async () => {
  expect(world.ctx.clock.now()).toEqual(start);
  world.clock?.advance(60_000);
  expect(world.ctx.clock.now()).toEqual(new Date('2026-03-01T12:01:00Z'));
});

test('mails are there once the jobs have run', async () => {
  const email = 'reader@example.org';
  await world.ok('POST /auth/sign-up', { body: { email, password: 'grey heron 41' } });
  const [mail] = await world.mails(email);
  expect(mail?.text).toContain('/auth?mode=verify&token=');
  expect(await world.mails('nobody@example.org')).toEqual([]);
});
