import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { flushReactions } from '#features/parties/server/chat/reactions.ts';
import { advance } from './stage.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, join, host, events, stageOf, track, queue, drive } = partyCalls(() => world);

describe('the stage', () => {
  it('plays the queue for all from a time of the server’s clock, pauses, seeks, and goes on at the end by itself', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    await world.refused('POST /parties/:partyId/stage', { ...at(id), body: { action: 'play' } }, ada, 'queue_empty');
    const [one, two] = [await track(bo), await track(ada)];
    await queue(id, bo, one);
    world.clock!.advance(10);
    await queue(id, ada, two);
    await world.refused('POST /parties/:partyId/queue', { ...at(id), body: one }, ada, 'already_queued');
    await world.refused('POST /parties/:partyId/stage', { ...at(id), body: { action: 'play' } }, bo, 'forbidden');
    const begun = world.clock!.now().getTime();
    const { stage } = await drive(id, ada, 'play');
    expect(stage).toMatchObject({
      isPlaying: true,
      positionMs: 0,
      item: { trackId: one.trackId, file: { kind: 'audio' } },
    });
    expect(stage.at).toBe(begun + 300);
    world.clock!.advance(60_300);
    const paused = (await drive(id, ada, 'pause')).stage;
    expect(paused).toMatchObject({ isPlaying: false, positionMs: 60_300, version: stage.version + 1 });
    expect((await drive(id, ada, 'seek', 170_000)).stage).toMatchObject({ isPlaying: false, positionMs: 170_000 });
    await drive(id, ada, 'play');
    await advance(world.ctx, id);
    expect((await stageOf(id, bo)).stage.item!.trackId).toBe(one.trackId);
    world.clock!.advance(9000);
    await Promise.all([advance(world.ctx, id), advance(world.ctx, id)]);
    const next = await stageOf(id, bo);
    expect(next.stage.item!.trackId).toBe(two.trackId);
    expect(next.stage.at).toBe(begun + 60_300 + 300 + 10_000 + 1500);
    expect(next.queue).toEqual([]);
    // Nobody went on: the process with the timer is gone. The next page that reads the stage does.
    world.clock!.advance(200_000);
    expect((await stageOf(id, bo)).stage).toMatchObject({ item: null, isPlaying: false });
    const { items } = await world.ok('GET /parties/:partyId/record', at(id), bo);
    expect(items.map((item) => item.item.trackId)).toEqual([one.trackId, two.trackId]);
    const types = (await events(id)).map((event) => event.type);
    expect(types.filter((type) => type === 'stage_changed')).toHaveLength(6);
  });

  it('begins the next track in the future, also where nobody went on at the end of the one before', async () => {
    const ada = await elder();
    const id = await host(ada);
    for (const one of [await track(ada), await track(ada)]) {
      await queue(id, ada, one);
      world.clock!.advance(10);
    }
    const { stage: first } = await drive(id, ada, 'play');
    const end = first.at + first.item!.durationMs;
    // Every process was away: the first sign comes a minute after the end.
    world.clock!.set(new Date(end + 60_000));
    const { stage } = await stageOf(id, ada);
    expect(stage.item!.id).not.toBe(first.item!.id);
    expect(stage.at).toBe(end + 60_000 + limits.leadMinMs);
    const [row] = await world.ctx.db.rows<{ started_at: Date }>(
      sql`SELECT started_at FROM listening_party_queue WHERE id = ${stage.item!.id}`,
    );
    expect(row!.started_at.getTime()).toBe(stage.at);
  });

  it('takes effect later where the slowest quarter of the room is far away, at most after two seconds', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => elder()));
    const id = await host(members[0]!);
    const sign = (who: FixtureMember, roundTripMs: number) =>
      world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'here', roundTripMs } }, who);
    for (const guest of members.slice(1)) await join(id, guest);
    for (const [number, one] of members.entries()) await sign(one, [20, 30, 40, 900][number]!);
    await queue(id, members[0]!, await track(members[0]!));
    const { stage } = await drive(id, members[0]!, 'play');
    expect(stage.at - world.clock!.now().getTime()).toBe(1050);
    await sign(members[3]!, 50_000);
    expect((await drive(id, members[0]!, 'pause')).stage.at - world.clock!.now().getTime()).toBe(2000);
  });

  it('never has a track that not everybody may hear, and loses one that becomes so', async () => {
    const [ada, bo] = [await elder({ adult: true }), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const [adult, plain, gone] = [await track(ada, { isAdult: true }), await track(ada), await track(ada)];
    await world.refused('POST /parties/:partyId/queue', { ...at(id), body: adult }, ada, 'track_not_shareable');
    await world.refused('POST /parties/:partyId/queue', { ...at(id), body: adult }, bo, 'adults_only');
    const made = { uploadId: plain.uploadId, trackId: randomUUID() };
    await world.refused('POST /parties/:partyId/queue', { ...at(id), body: made }, ada, 'track_not_found');
    await queue(id, ada, plain);
    world.clock!.advance(10);
    await queue(id, ada, gone);
    const remove = (uploadId: string) =>
      world.ok('DELETE /uploads/:uploadId', { params: { uploadId }, body: { reason: '' } }, ada);
    await remove(gone.uploadId);
    expect((await stageOf(id, bo)).queue.map((item) => item.trackId)).toEqual([plain.trackId]);
    await drive(id, ada, 'play');
    await remove(plain.uploadId);
    const { stage } = await stageOf(id, bo);
    expect(stage).toMatchObject({ item: null, isPlaying: false });
  });

  it('orders its queue by votes, or by hand', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const tracks = [await track(ada), await track(ada), await track(ada)];
    for (const one of tracks) {
      world.clock!.advance(10);
      await queue(id, ada, one);
    }
    const ids = (await stageOf(id, ada)).queue.map((item) => item.id);
    const item = (itemId: string) => ({ params: { partyId: id, itemId } });
    const vote = { ...item(ids[2]!), body: { on: true } };
    const voted = await Promise.all([1, 2].map(() => world.ok('PUT /parties/:partyId/queue/:itemId/vote', vote, bo)));
    expect(voted[1]!.queue[0]).toMatchObject({ id: ids[2], votes: 1, voted: true });
    const place = { ...item(ids[1]!), body: { before: ids[2]! } };
    await world.refused('PUT /parties/:partyId/queue/:itemId/place', place, bo, 'forbidden');
    const placed = await world.ok('PUT /parties/:partyId/queue/:itemId/place', place, ada);
    expect(placed.queue.map((one) => one.id)).toEqual([ids[1], ids[2], ids[0]]);
    await world.refused('DELETE /parties/:partyId/queue/:itemId', item(ids[0]!), bo, 'forbidden');
    const left = await world.ok('DELETE /parties/:partyId/queue/:itemId', item(ids[0]!), ada);
    expect(left.queue.map((one) => one.id)).toEqual([ids[1], ids[2]]);
  });

  it('is skipped by more than half of the room', async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => elder()));
    const [ada, bo, cy] = members as [FixtureMember, FixtureMember, FixtureMember];
    const id = await host(ada);
    for (const guest of [bo, cy]) await join(id, guest);
    const [one, two] = [await track(ada), await track(ada)];
    for (const each of [one, two]) {
      await queue(id, ada, each);
      world.clock!.advance(10);
    }
    await drive(id, ada, 'play');
    const skip = (as: As, on: boolean) => world.ok('PUT /parties/:partyId/stage/skip', { ...at(id), body: { on } }, as);
    expect((await skip(bo, true)).stage).toMatchObject({ skipVotes: 1, skipNeeded: 2, item: { trackId: one.trackId } });
    expect((await skip(bo, true)).stage.skipVotes).toBe(1);
    expect([(await stageOf(id, bo)).wantsSkip, (await stageOf(id, cy)).wantsSkip]).toEqual([true, false]);
    expect((await skip(bo, false)).stage.skipVotes).toBe(0);
    expect((await stageOf(id, bo)).wantsSkip).toBe(false);
    await skip(bo, true);
    expect((await skip(cy, true)).stage).toMatchObject({ skipVotes: 0, item: { trackId: two.trackId } });
  });

  it('is skipped when somebody leaves and the votes are enough for who is left', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => elder()));
    const [ada, bo, cy, dee] = members as [FixtureMember, FixtureMember, FixtureMember, FixtureMember];
    const id = await host(ada);
    for (const guest of [bo, cy, dee]) await join(id, guest);
    const [one, two] = [await track(ada), await track(ada)];
    for (const each of [one, two]) {
      await queue(id, ada, each);
      world.clock!.advance(10);
    }
    await drive(id, ada, 'play');
    for (const who of [bo, cy])
      await world.ok('PUT /parties/:partyId/stage/skip', { ...at(id), body: { on: true } }, who);
    expect((await stageOf(id, bo)).stage).toMatchObject({
      skipVotes: 2,
      skipNeeded: 3,
      item: { trackId: one.trackId },
    });
    await world.ok('POST /parties/:partyId/leave', { ...at(id), body: {} }, dee);
    expect((await stageOf(id, bo)).stage).toMatchObject({ skipVotes: 0, item: { trackId: two.trackId } });
  });

  it('keeps no place for tracks of the queue that nobody may hear any more', async () => {
    const ada = await elder();
    const id = await host(ada);
    for (let count = 0; count < limits.queuedPerMember; count++) {
      const author = await elder();
      const one = await track(author);
      await queue(id, ada, one);
      await world.ok('DELETE /uploads/:uploadId', { params: { uploadId: one.uploadId }, body: { reason: '' } }, author);
    }
    const last = await track(ada);
    const { queue: shown } = await queue(id, ada, last);
    expect(shown.map(({ trackId }) => trackId)).toEqual([last.trackId]);
  });

  it('sums reactions up by the second, and keeps them in the record', async () => {
    const ada = await elder();
    const id = await host(ada);
    await queue(id, ada, await track(ada));
    const { stage } = await drive(id, ada, 'play');
    const itemId = stage.item!.id;
    const react = (atMs: number, count: number) =>
      world.ok('POST /parties/:partyId/reactions', { ...at(id), body: { itemId, key: 'fire', atMs, count } }, ada);
    await Promise.all([react(1200, 20), react(1900, 5), react(9000, 1), react(999_999, 1)]);
    await flushReactions(world.ctx);
    const sums = [
      { key: 'fire', atMs: 1000, count: 25 },
      { key: 'fire', atMs: 9000, count: 1 },
      { key: 'fire', atMs: 180_000, count: 1 },
    ];
    expect((await stageOf(id, ada)).reactions).toEqual(sums);
    await drive(id, ada, 'next');
    const { items } = await world.ok('GET /parties/:partyId/record', at(id), ada);
    expect(items[0]!.reactions).toEqual(sums);
  });
});
