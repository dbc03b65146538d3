import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, openWorld } from './world.ts';

let world: World;
const start = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  world = await openWorld({ clock: start });
});
afterAll(() => world.close());

test('a call goes over the real route: status, problem document and headers are those of the network', async () => {
  const problem = await world.refused('GET /account', {}, null, 'sign_in_required');
  expect(problem.title).toBe('Authentication required');
  const answer = await world.call('GET /account');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
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
