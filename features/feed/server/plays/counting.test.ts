import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#site/contract/contract.ts';
import { feed } from '#features/feed/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { networkName } from '#content/media/server/actions.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { noteServed, storeServed } from '#content/media/server/served-ranges.ts';
import { listenerOf } from './plays.ts';
import { rejudgePlays } from './rejudge.ts';
import { type PlayRow, countPlay } from './plays-store.ts';
import { castVote } from '#features/feed/server/polls/polls-store.ts';
import { setLike } from '#content/core/server/reactions/likes.ts';
import { upload } from '#features/feed/server/types.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00.000Z'), work: false });
});
afterAll(() => world.close());

const at = (uploadId: string) => ({ params: { uploadId } });
/**
 * Attempts of one script, more than are stored; members who change something at once, many more than connections:
 * they race.
 */
const ATTEMPTS = 1000;
const OVER_HTTP = 40;
const MEMBERS = 300;

/** Transactions that run at once: as many as a process has connections to a database server. */
const CONNECTIONS = 10;

/** Makes changes, each in a transaction of its own, of which ten run at once. @returns their outcomes, in any order */
async function tenAtOnce<T, R>(items: readonly T[], change: (tx: Tx, item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  // All connections take their items from one iterator.
  const left = items.values();
  const connection = async (): Promise<void> => {
    for (const item of left) done.push(await world.ctx.db.tx((tx) => change(tx, item)));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return done;
}

async function track(
  author: FixtureMember,
  durationMs: number | null = 120_000,
  isAdult = false,
): Promise<{ id: string; trackId: string; fileId: string }> {
  const fileId = await makeSound(world.ctx, author, { name: 'loop.wav' });
  const id = await makeUpload(world.ctx, author, { fileIds: [fileId], isAdult });
  await world.ctx.db.rows(sql`UPDATE files SET duration_ms = ${durationMs} WHERE id = ${fileId}`);
  const read = await world.ok('GET /uploads/:uploadId', at(id), author);
  return { id, trackId: read.files[0]!.trackId, fileId };
}
const begin = (uploadId: string, trackId: string, as: As | null = null) =>
  world.ok('POST /uploads/:uploadId/tracks/:trackId/plays', { params: { uploadId, trackId } }, as);
const finish = (playId: string, as: As | null = null) =>
  world.ok('PUT /uploads/plays/:playId', { params: { playId } }, as);
const playsOf = async (id: string) => (await world.ok('GET /uploads/:uploadId', at(id))).playCount;

/** Plays that these listeners have begun now, written in one statement. */
async function begun(
  { id, trackId }: { readonly id: string; readonly trackId: string },
  listeners: readonly string[],
  network: string | null = null,
): Promise<PlayRow[]> {
  const ids = listeners.map(() => randomUUID());
  return await world.ctx.db.rows<PlayRow>(sql`
    INSERT INTO plays (id, track_id, upload_id, listener, network, needed_ms, started_at)
    SELECT n.id, ${trackId}::uuid, ${id}::uuid, n.listener, ${network}, 0, ${world.clock!.now()}::timestamptz
    FROM unnest(${ids}::uuid[], ${[...listeners]}::text[]) AS n (id, listener)
    RETURNING id, track_id, upload_id, listener, network, link_id, needed_ms, started_at, mark, counted_at`);
}

/** Loads a track as a player does, or a part of it. */
async function load(uploadId: string, as: As | null, range?: string): Promise<void> {
  const read = await world.ok('GET /uploads/:uploadId', at(uploadId), as);
  const answer = await world.get(read.files[0]!.url!, { ...as, headers: { ...as?.headers, ...(range && { range }) } });
  expect(answer.status).toBe(range ? 206 : 200);
}

/** Loads a track and hears it for long enough. */
async function hear(uploadId: string, trackId: string, as: As | null): Promise<boolean> {
  const { playId, neededMs } = await begin(uploadId, trackId, as);
  await load(uploadId, as);
  world.clock!.advance(neededMs);
  return (await finish(playId, as)).counted;
}

/** Members have addresses of their own. */
let addresses = 0;
const address = (): string => `10.1.${addresses >> 8}.${addresses++ & 255}`;

describe('a play', () => {
  it('counts after 30 s by the server’s clock, or half of a track that is shorter', async () => {
    const author = await world.member();
    const listener = { ...(await world.member()), address: address() };
    for (const [durationMs, needed] of [
      [120_000, 30_000],
      [30_000, 30_000],
      [29_999, 15_000],
      [8000, 4000],
      [null, 30_000],
    ] as const) {
      const { id, trackId } = await track(author, durationMs);
      const { playId, neededMs } = await begin(id, trackId, listener);
      await load(id, listener);
      expect(neededMs).toBe(needed);
      world.clock!.advance(needed - 1);
      await world.refused('PUT /uploads/plays/:playId', { params: { playId } }, listener, 'play_too_soon');
      expect(await playsOf(id)).toBe(0);
      world.clock!.advance(1);
      expect(await finish(playId, listener)).toEqual({ counted: true });
      expect(await finish(playId, listener)).toEqual({ counted: true });
      expect(await playsOf(id)).toBe(1);
      world.clock!.advance(20 * 60_000);
    }
  });

  it('counts once per listener and hour: a member wherever they are, a visitor by their network', async () => {
    const author = { ...(await world.member()), address: address() };
    const { id, trackId } = await track(author);
    const member = { ...(await world.member()), address: '10.0.0.8' };
    const visitor = (from: string, agent = 'Firefox') => ({ address: from, headers: { 'user-agent': agent } });
    expect(await hear(id, trackId, member)).toBe(true);
    expect(await hear(id, trackId, { ...member, address: '10.0.0.9' })).toBe(false);
    expect(await hear(id, trackId, visitor('10.0.0.1'))).toBe(true);
    expect(await hear(id, trackId, visitor('10.0.0.1', 'Chrome'))).toBe(false);
    expect(await hear(id, trackId, visitor('10.0.0.2'))).toBe(true);
    // An IPv6 network is a /64, and an IPv4 address is the same however it is written.
    expect(await hear(id, trackId, visitor('2001:db8:1:2::1'))).toBe(true);
    expect(await hear(id, trackId, visitor('2001:db8:1:2:ffff::9'))).toBe(false);
    expect(await hear(id, trackId, visitor('2001:db8:1:3::1'))).toBe(true);
    expect(await hear(id, trackId, visitor('::ffff:10.0.0.2'))).toBe(false);
    expect(await playsOf(id)).toBe(5);
    world.clock!.advance(61 * 60_000);
    expect(await hear(id, trackId, member)).toBe(true);
    expect(await hear(id, trackId, visitor('10.0.0.1'))).toBe(true);
    expect(await playsOf(id)).toBe(7);
    // The author's own, another's made-up one, and one of nothing count nothing.
    expect(await hear(id, trackId, author)).toBe(false);
    await world.refused('PUT /uploads/plays/:playId', { params: { playId: randomUUID() } }, member, 'not_found');
    const other = await track(author);
    await world.refused(
      'POST /uploads/:uploadId/tracks/:trackId/plays',
      { params: { uploadId: id, trackId: other.trackId } },
      member,
      'track_not_found',
    );
    expect(await playsOf(id)).toBe(7);
  });

  it('of a visitor keeps neither address nor agent, and another name every day; midnight makes no second play', async () => {
    const author = await world.member();
    const { id, trackId } = await track(author);
    const visitor = { address: '203.0.113.77', headers: { 'user-agent': 'Very special agent' } };
    const caller = { viewer: null, address: visitor.address };
    const day = (date: string) => listenerOf(world.ctx, caller, new Date(date));
    expect(day('2026-06-01T00:00:00Z')).toBe(day('2026-06-01T23:59:59Z'));
    expect(day('2026-06-01T00:00:00Z')).not.toBe(day('2026-06-02T00:00:00Z'));
    world.clock!.set(new Date('2026-06-01T23:45:00.000Z'));
    expect(await hear(id, trackId, visitor)).toBe(true);
    world.clock!.set(new Date('2026-06-02T00:10:00.000Z'));
    expect(await hear(id, trackId, visitor)).toBe(false);
    world.clock!.set(new Date('2026-06-02T00:50:00.000Z'));
    expect(await hear(id, trackId, visitor)).toBe(true);
    const rows = [
      await world.ctx.db.rows(sql`SELECT * FROM plays WHERE upload_id = ${id}`),
      await world.ctx.db.rows(sql`SELECT * FROM served_ranges`),
    ];
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|special/i);
  });

  it('needs the bytes of the track: without them, or with the same few again and again, nothing counts', async () => {
    const { id, trackId } = await track(await world.member());
    const listener = { address: '198.51.100.7' };
    const { playId, neededMs } = await begin(id, trackId, listener);
    world.clock!.advance(neededMs);
    const tooSoon = () =>
      world.refused('PUT /uploads/plays/:playId', { params: { playId } }, listener, 'play_too_soon');
    await tooSoon();
    for (let times = 0; times < 30; times++) await load(id, listener, 'bytes=0-99');
    // A head has no body, and what went to another network is not theirs.
    await world.request('HEAD', (await world.ok('GET /uploads/:uploadId', at(id))).files[0]!.url!, listener);
    await load(id, { address: '198.51.100.8' });
    await tooSoon();
    expect(await playsOf(id)).toBe(0);
    // A shared cache would serve bytes that the site does not see.
    const { headers } = await world.get((await world.ok('GET /uploads/:uploadId', at(id))).files[0]!.url!);
    expect(headers['cache-control']).toBe('private, max-age=3600, must-revalidate');
    await load(id, listener, 'bytes=100-');
    expect(await finish(playId, listener)).toEqual({ counted: true });
    expect(await playsOf(id)).toBe(1);
  });

  it('counts when its bytes came from another process than the one that gets the report', async () => {
    const { id, trackId, fileId } = await track(await world.member());
    const listener = { address: '198.51.100.9' };
    const { playId, neededMs } = await begin(id, trackId, listener);
    world.clock!.advance(neededMs);
    const otherProcess = { ...world.ctx };
    await noteServed(otherProcess, listener.address, fileId);
    await world.refused('PUT /uploads/plays/:playId', { params: { playId } }, listener, 'play_too_soon');
    await storeServed(otherProcess);
    expect(await finish(playId, listener)).toEqual({ counted: true });
  });

  it('is one, however often a script on one machine tries and as whoever it comes', async () => {
    const author = await world.member();
    const { id, trackId } = await track(author);
    const members = await Promise.all(Array.from({ length: 5 }, () => world.member()));
    const from = '198.51.100.20';
    await load(id, { address: from });
    const memberOf = (one: number) => (one % 3 === 0 ? members[one % 5]! : null);
    const overHttp = await Promise.all(
      Array.from({ length: OVER_HTTP }, async (_, one) => {
        const as = { ...memberOf(one), address: from, headers: { 'user-agent': `agent ${one}` } };
        return { as, playId: (await begin(id, trackId, as)).playId };
      }),
    );
    // The others are written as the endpoint writes them, and judged by what it calls.
    const now = world.clock!.now();
    const visitor = listenerOf(world.ctx, { viewer: null, address: from }, now);
    const network = networkName(world.ctx, from, now);
    const listeners = Array.from({ length: ATTEMPTS - OVER_HTTP }, (_, one) => memberOf(one)?.profileId ?? visitor);
    const others = await begun({ id, trackId }, listeners, network);
    world.clock!.advance(60_000);
    const heardAt = world.clock!.now();
    const [asked, counted] = await Promise.all([
      Promise.all(overHttp.map(async ({ as, playId }) => (await finish(playId, as)).counted)),
      tenAtOnce(others, (tx, play) =>
        countPlay(tx, play, { names: [network, play.listener], isOwn: false, at: heardAt }),
      ),
    ]);
    const outcomes = [...asked, ...counted];
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
    expect(outcomes).toHaveLength(ATTEMPTS);
    expect(await playsOf(id)).toBe(1);
    // The others are marked, and a bounded number of them is stored.
    const [marks] = await world.ctx.db.rows<{ marked: number; all: number }>(sql`
      SELECT count(*) FILTER (WHERE mark IN ('burst', 'repeat'))::int AS marked, count(*)::int AS all FROM plays WHERE upload_id = ${id}`);
    expect(marks!.marked).toBe(feed.playMarksKept);
    expect(marks!.all).toBe(feed.playMarksKept + 1);
  });

  it('is judged again from its event when the rule has changed, and what has no evidence stays', async () => {
    world.clock!.set(new Date('2026-07-01T12:00:00.000Z'));
    const { id, trackId } = await track(await world.member());
    for (const host of [1, 2]) expect(await hear(id, trackId, { address: `198.51.100.4${host}` })).toBe(true);
    expect(await hear(id, trackId, { ...(await world.member()), address: '198.51.100.41' })).toBe(false);
    // What earlier tests have left behind is in line with it too.
    await rejudgePlays(world.ctx, false);
    expect(await rejudgePlays(world.ctx, true)).toMatchObject({ added: 0, taken: 0 });
    // As if an earlier rule had counted everything, and another nothing; one play is from before there was evidence.
    await world.ctx.db.rows(sql`UPDATE plays SET mark = NULL, counted_at = heard_at WHERE track_id = ${trackId}`);
    await world.ctx.db.rows(sql`
      INSERT INTO plays (id, track_id, upload_id, listener, needed_ms, started_at, counted_at)
      VALUES (${randomUUID()}, ${trackId}, ${id}, 'visitor:old', 0, ${world.clock!.now()}, ${world.clock!.now()})`);
    expect(await rejudgePlays(world.ctx, true)).toMatchObject({ added: 0, taken: 1 });
    expect(await playsOf(id)).toBe(2);
    expect(await rejudgePlays(world.ctx, false)).toMatchObject({ added: 0, taken: 1 });
    expect(await playsOf(id)).toBe(3);
    await world.ctx.db.rows(
      sql`UPDATE plays SET mark = 'burst', counted_at = NULL WHERE track_id = ${trackId} AND network IS NOT NULL`,
    );
    expect(await rejudgePlays(world.ctx, false)).toMatchObject({ added: 2, taken: 0 });
    expect(await playsOf(id)).toBe(3);
    expect(await rejudgePlays(world.ctx, false)).toMatchObject({ added: 0, taken: 0 });
  });

  it('of what is 18+, removed, or no sound is not begun, and not counted any more', async () => {
    const author = await world.member({ adult: true });
    const adults = await track(author, 10_000, true);
    const params = { params: { uploadId: adults.id, trackId: adults.trackId } };
    await world.refused('POST /uploads/:uploadId/tracks/:trackId/plays', params, null, 'adults_only');
    world.clock!.advance(60 * 60_000);
    const { id, trackId } = await track(author);
    const { playId, neededMs } = await begin(id, trackId);
    await world.ok('DELETE /uploads/:uploadId', { ...at(id), body: {} }, author);
    world.clock!.advance(neededMs);
    await world.refused('PUT /uploads/plays/:playId', { params: { playId } }, null, 'not_found');
    await world.refused(
      'POST /uploads/:uploadId/tracks/:trackId/plays',
      { params: { uploadId: id, trackId } },
      null,
      'upload_not_found',
    );
  });

  it('counts many listeners at once right, and one listener who asks a hundred times once', async () => {
    const { id, trackId } = await track(await world.member());
    const now = world.clock!.now();
    const count = (tx: Tx, play: PlayRow) => countPlay(tx, play, { names: [], isOwn: false, at: now });
    const visitors = Array.from({ length: MEMBERS }, (_, one) => `visitor:${one}`);
    const plays = await begun({ id, trackId }, visitors);
    const all = await tenAtOnce(plays, count);
    expect(all.filter((counted) => counted === true)).toHaveLength(MEMBERS);
    const repeated = await begun({ id, trackId }, Array<string>(100).fill('visitor:same'));
    const same = await tenAtOnce(repeated, count);
    expect(same.filter((counted) => counted === true)).toHaveLength(1);
    expect(await tenAtOnce(plays.slice(0, 20), count)).not.toContain(false);
    expect(await playsOf(id)).toBe(MEMBERS + 1);
  });
});

describe('a poll', () => {
  const ask = async (author: FixtureMember, options = ['Kick', 'Snare']) => {
    const id = await makeUpload(world.ctx, author, {
      content: '',
      poll: { question: 'What first?', options, days: 1 },
    });
    return { id, poll: (await world.ok('GET /uploads/:uploadId', at(id))).poll! };
  };
  const vote = (id: string, optionId: string) => ({ ...at(id), body: { optionId } });

  it('takes one choice of each, for good, and shows results only after it or the end', async () => {
    world.clock!.advance(60 * 60_000);
    const [author, voter, reader] = [await world.member(), await world.member(), await world.member()];
    const { id, poll } = await ask(author, ['Kick', 'Snare', 'Hat']);
    expect(poll).toMatchObject({ question: 'What first?', isClosed: false, total: 0, mine: null });
    expect(new Date(poll.closesAt).getTime()).toBeGreaterThan(world.clock!.now().getTime() + 86_000_000);
    const [kick, snare] = poll.options.map((option) => option.id) as [string, string];
    const after = await world.ok('PUT /uploads/:uploadId/vote', vote(id, snare), voter);
    expect(after.options.map((option) => option.count)).toEqual([0, 1, 0]);
    expect(after).toMatchObject({ total: 1, mine: snare });
    await world.refused('PUT /uploads/:uploadId/vote', vote(id, kick), voter, 'poll_voted');
    await world.refused('PUT /uploads/:uploadId/vote', vote(id, randomUUID()), reader, 'not_found');
    for (const stranger of [null, reader, author]) {
      const answers = [
        await world.call('GET /uploads/:uploadId', at(id), stranger),
        await world.call('GET /uploads', { query: { author: author.username } }, stranger),
      ];
      for (const { body } of answers) {
        expect(JSON.stringify(body)).toContain('"count":null');
        expect(JSON.stringify(body)).not.toMatch(/"count":\d/);
      }
    }
    const events = await world.ctx.db.rows(sql`SELECT data FROM topic_events WHERE topic = ${`upload:${id}`}`);
    expect(JSON.stringify(events)).not.toContain(snare);
    world.clock!.advance(86_400_000);
    await world.refused('PUT /uploads/:uploadId/vote', vote(id, kick), reader, 'poll_closed');
    const closed = (await world.ok('GET /uploads/:uploadId', at(id))).poll!;
    expect(closed).toMatchObject({ isClosed: true, total: 1, mine: null });
    expect(closed.options.map((option) => option.count)).toEqual([0, 1, 0]);
  });

  it('has two to six different options and closes after 1, 3 or 7 days', async () => {
    const author = await world.member({ createdAt: new Date('2020-01-01') });
    type Poll = Input<'POST /uploads'>['body']['poll'];
    const send = (poll: unknown) => ({ body: { submitId: randomUUID(), poll: poll as Poll } });
    for (const poll of [
      { question: 'One?', options: ['a'], days: 1 },
      { question: 'Seven?', options: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], days: 1 },
      { question: 'Same?', options: ['a', ' A '], days: 1 },
      { question: ' ', options: ['a', 'b'], days: 1 },
      { question: 'Long?', options: ['a', 'b'.repeat(81)], days: 1 },
      { question: 'Two days?', options: ['a', 'b'], days: 2 },
    ])
      await world.refused('POST /uploads', send(poll), author, 'invalid');
    for (const days of [1, 3, 7])
      await world.ok('POST /uploads', send({ question: `${days}?`, options: ['a', 'b'], days }), author);
  });

  it('counts many votes at once right, one for each member', async () => {
    const { id, poll } = await ask(await world.member());
    const options = poll.options.map((option) => option.id);
    const votes = Array.from({ length: MEMBERS }, (_, place) => ({
      uploadId: id,
      userId: randomUUID(),
      optionId: options[place % 4 === 0 ? 0 : 1]!,
      at: world.clock!.now(),
    }));
    const outcomes = await tenAtOnce(votes, castVote);
    expect(outcomes).toEqual(Array(MEMBERS).fill('voted'));
    const voter = await world.member();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.call('PUT /uploads/:uploadId/vote', vote(id, options[0]!), voter)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const read = (await world.ok('GET /uploads/:uploadId', at(id), voter)).poll!;
    expect(read.total).toBe(MEMBERS + 1);
    expect(read.options.map((option) => option.count)).toEqual([MEMBERS / 4 + 1, (MEMBERS * 3) / 4]);
  });
});

describe('likes', () => {
  it('of many at once are counted right', async () => {
    const id = await makeUpload(world.ctx, await world.member());
    const users = Array.from({ length: MEMBERS }, () => randomUUID());
    const like = (on: boolean) => (tx: Tx, userId: string) => setLike(tx, upload, id, userId, on, world.clock!.now());
    await tenAtOnce(users, like(true));
    expect((await world.ok('GET /uploads/:uploadId', at(id))).likeCount).toBe(MEMBERS);
    const taken = users.slice(0, MEMBERS / 3);
    await Promise.all([tenAtOnce(taken, like(false)), tenAtOnce(taken, like(false))]);
    expect((await world.ok('GET /uploads/:uploadId', at(id))).likeCount).toBe((MEMBERS * 2) / 3);
  });
});
