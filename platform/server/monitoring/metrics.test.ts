import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFile } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { sendMailJob } from '#platform/server/mail/mail.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { wavOf } from '#site/testing/wav.ts';
import { LAG_EVERY_MS, lagSampler } from './metrics.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ work: false });
});
afterAll(() => world.close());

const lines = async (): Promise<string[]> => String((await world.get('/metrics')).body).split('\n');

/** The number of one line of `/metrics`, without its prefix; 0 where it is not there. */
async function metric(line: string): Promise<number> {
  const match = (await lines()).find((one) => one.startsWith(`looproom_${line} `));
  return Number(match?.slice(`looproom_${line}`.length) ?? 0);
}

test('every name has the prefix, and the lag is ours alone', async () => {
  const names = (await lines()).filter((line) => line !== '' && !line.startsWith('#'));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((line) => !line.startsWith('looproom_'))).toEqual([]);
  expect(names.filter((line) => line.includes('eventloop_lag'))).toEqual([]);
});

test('only who may read them gets them', async () => {
  expect((await world.get('/metrics', { address: '203.0.113.9' })).status).toBe(403);
  expect((await world.get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403);
});

test('the lag of the event loop is what goes past the sampling interval', () => {
  let now = 1000;
  const sample = lagSampler(() => now);
  now += LAG_EVERY_MS;
  expect(sample()).toBe(0);
  now += LAG_EVERY_MS + 250;
  expect(sample()).toBe(0.25);
  now += LAG_EVERY_MS - 1;
  expect(sample()).toBe(0);
});

test('durations have buckets from 1 ms to 10 s', async () => {
  const bounds = (await lines()).flatMap(
    (line) => /^looproom_query_duration_seconds_bucket\{le="([^"]+)",query="commit"\}/.exec(line)?.[1] ?? [],
  );
  const finite = bounds.filter((bound) => bound !== '+Inf').map(Number);
  expect([finite[0], finite.at(-1)]).toEqual([0.001, 10]);
  for (const [at, bound] of finite.slice(1).entries()) expect(bound / finite[at]!).toBeLessThanOrEqual(2.5);
});

test('queries are counted by what they do, also those that fail, and never with their values', async () => {
  const count = 'query_duration_seconds_count{query="select banned_words"}';
  const before = await metric(count);
  const { db } = world.ctx;
  await db.rows(sql`SELECT 1 AS one FROM banned_words WHERE word = ${'private'}`);
  await db.pool.query('SELECT 1 AS one FROM banned_words');
  await db.tx((tx) => tx.rows(sql`SELECT 1 AS one FROM banned_words WHERE word = ${'private'}`));
  await expect(db.rows(sql`SELECT nothing FROM banned_words`)).rejects.toThrow();
  expect(await metric(count)).toBe(before + 4);
  expect((await lines()).join('\n')).not.toContain('private');
});

test('the version stands in a label', async () => {
  expect(await metric(`info{version="${world.ctx.config.version}"}`)).toBe(1);
});

test('mails are counted by what became of them', async () => {
  const before = await metric('mails_total{outcome="stored"}');
  await sendMailJob.run(world.ctx, {
    kind: 'test',
    to: 'counted@example.org',
    subject: 'Counted',
    paragraphs: ['One.'],
  });
  expect(await metric('mails_total{outcome="stored"}')).toBe(before + 1);
});

test('sign-ups and security events are counted once they are committed', async () => {
  const of = () =>
    Promise.all([metric('sign_ups_total{by="form"}'), metric('security_events_total{kind="sign_in_failed"}')]);
  const [signUps, failures] = await of();
  const body = { email: 'counted-member@example.org', password: 'seven blue kettles' };
  await world.ok('POST /auth/sign-up', { body });
  // The address has an account already.
  await world.ok('POST /auth/sign-up', { body });
  await world.call('POST /auth/sign-in', { body: { email: body.email, password: 'six green kettles' } });
  expect(await of()).toEqual([signUps + 1, failures + 1]);
});

test('taken files are counted with their bytes, and those that wait to be processed by queue and age', async () => {
  const member = await world.member();
  const [files, bytes] = [
    await metric('uploads_total{kind="audio"}'),
    await metric('uploads_bytes_total{kind="audio"}'),
  ];
  const content = wavOf(3000);
  await makeFile(world.ctx, member, content, { name: 'counted.wav' });
  expect(await metric('uploads_total{kind="audio"}')).toBe(files + 1);
  expect(await metric('uploads_bytes_total{kind="audio"}')).toBe(bytes + content.length);
  expect(await metric('jobs_waiting{queue="media.process"}')).toBe(1);
  expect(await metric('jobs_running{queue="media.process"}')).toBe(0);
  await world.ctx.db.rows(
    sql`UPDATE pgboss.job SET start_after = now() - interval '1 hour' WHERE name = 'media.process'`,
  );
  expect(await metric('jobs_due_seconds{queue="media.process"}')).toBeGreaterThan(3590);
  await world.ctx.db.rows(
    sql`UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE name = 'media.process'`,
  );
  expect(await metric('jobs_waiting{queue="media.process"}')).toBe(1);
  expect(await metric('jobs_due_seconds{queue="media.process"}')).toBe(0);
});
