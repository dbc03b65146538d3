import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { noteBrokenCheck } from '#content/moderation/server/texts.ts';
import { newId } from '#platform/server/ids.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { countDaysJob } from './jobs.ts';
import { newerIn } from './updates.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-10T23:50:00Z'), environment: { SESSION_DAYS: '365' } });
});
afterAll(() => world.close());

it('the overview has sign-ups, active members, posts and plays by day as a job counted them, and what is broken', async () => {
  const staff = await world.member({ moderator: true });
  const [one, two] = [await world.member(), await world.member()];
  const read = () => world.ok('GET /staff/overview', {}, staff);
  expect(await read()).toMatchObject({
    days: [],
    countedAt: null,
    queue: { open: 0, oldestAt: null },
    brokenChecks: [],
    newerVersion: null,
  });
  const post = await makePost(world.ctx, one);
  await makeReply(world.ctx, two, post);
  await world.ok('POST /reports', { body: { kind: 'forum_post', id: post, reason: 'spam' } }, two);
  const play = (at: Date, countedAt: Date | null) =>
    world.ctx.db.rows(sql`
      INSERT INTO plays (id, track_id, upload_id, listener, needed_ms, started_at, counted_at)
      VALUES (${newId(at)}, ${newId(at)}, ${newId(at)}, 'somebody', 1000, ${at}, ${countedAt})`);
  const now = world.ctx.clock.now();
  await play(now, now);
  await play(now, null);
  world.clock!.advance(20 * 60_000);
  await makePost(world.ctx, one);
  await world.settle();
  await noteBrokenCheck(world.ctx, world.ctx.db, 'spam', new Error('no words'));
  await countDaysJob.run(world.ctx, {});
  const found = await read();
  expect(found.days).toHaveLength(30);
  const [before, yesterday, today] = found.days.slice(-3);
  expect(before).toEqual({ day: '2026-03-09', signUps: 0, active: 0, posts: 0, plays: 0 });
  expect(yesterday).toMatchObject({ day: '2026-03-10', signUps: 3, posts: 2, plays: 1 });
  expect(yesterday!.active).toBeGreaterThan(0);
  expect(today).toMatchObject({ day: '2026-03-11', signUps: 0, posts: 1, plays: 0 });
  expect(found.queue).toEqual({ open: 1, oldestAt: '2026-03-10T23:50:00.000Z' });
  expect(found.brokenChecks).toMatchObject([{ name: 'spam', count: 1 }]);
  expect(found.disk!.free).toBeGreaterThan(0);
  // Twice changes nothing; what is older than yesterday is not counted again.
  await world.ctx.db.rows(sql`UPDATE site_days SET posts = 7 WHERE day = '2026-03-01'`);
  await countDaysJob.run(world.ctx, {});
  const again = await read();
  // Who reads the figures is active that day.
  const counted = ({ days }: typeof found) => days.slice(-2).map(({ active: _active, ...rest }) => rest);
  expect(counted(again)).toEqual(counted(found));
  expect(again.days.find(({ day }) => day === '2026-03-01')!.posts).toBe(7);
  await world.refused('GET /staff/overview', {}, one, 'forbidden');
});

it('names the newest release of the operator’s feed where it is newer, and asks twice a day at most', async () => {
  const cases: [feed: string, newer: string | null][] = [
    [
      '<feed><title>Releases 9.0.0-beta.1</title><entry><title>v0.2.0</title></entry><entry><title>v0.10.1: fixes</title></entry></feed>',
      '0.10.1',
    ],
    ['[{"tag_name":"v0.1.0"},{"tag_name": "0.3.0-rc.1"}]', null],
    ['{"items":[{"title":"Looproom 1.0.0"}]}', '1.0.0'],
    ['<title>0.0.9</title> 7.7.7', null],
    ['', null],
  ];
  for (const [feed, newer] of cases) expect(newerIn(feed, '0.1.0'), feed).toBe(newer);
  const member = await world.member({ moderator: true });
  let asked = 0;
  const feed = createServer((_request, response) => {
    asked++;
    response.end('<title>99.0.0</title>');
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  const { port } = feed.address() as AddressInfo;
  Object.assign(world.ctx.config, { updateFeed: `http://127.0.0.1:${port}/` });
  await expect.poll(async () => (await world.ok('GET /staff/overview', {}, member)).newerVersion).toBe('99.0.0');
  expect(asked).toBe(1);
  feed.close();
});
