import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { advance } from '#features/parties/server/stage/stage.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, read, join, host, say, messages, events, stageOf, sign, track, queue, drive } = partyCalls(
  () => world,
);
const skip = (id: string, as: FixtureMember, on = true) =>
  world.ok('PUT /parties/:partyId/stage/skip', { ...at(id), body: { on } }, as);
const take = 'POST /parties/:partyId/stage/take';
const djMode = (on: boolean) => ({ body: { on } });

/** A party with its host and others who joined one second after the other. */
async function room(others: number): Promise<[string, FixtureMember, ...FixtureMember[]]> {
  const ada = await elder();
  const id = await host(ada);
  const more = await Promise.all(Array.from({ length: others }, () => elder()));
  for (const guest of more) {
    world.clock!.advance(1000);
    await join(id, guest);
  }
  return [id, ada, ...more];
}

describe('a vote to skip', () => {
  it('needs more than half of those who are present: who is gone counts neither way', async () => {
    const [id, ada, bo, cy, , ed] = await room(4);
    for (const song of [await track(ada), await track(ada)]) {
      await queue(id, ada, song);
      world.clock!.advance(10);
    }
    const first = (await drive(id, ada, 'play')).stage.item!.id;
    expect((await skip(id, ed!)).stage).toMatchObject({ skipVotes: 1, skipNeeded: 3 });
    // Three of five are not heard of any more, one of them had voted.
    world.clock!.advance(50_000);
    for (const guest of [ada, bo!]) await sign(id, guest);
    expect((await stageOf(id, ada)).stage).toMatchObject({ skipVotes: 0, skipNeeded: 2, item: { id: first } });
    await skip(id, bo!);
    await sign(id, cy!, 'away');
    expect((await skip(id, cy!)).stage.item!.id).not.toBe(first);
    await world.refused(
      'PUT /parties/:partyId/stage/skip',
      { ...at(id), ...djMode(true) },
      await elder(),
      'not_joined',
    );
  });
});

describe('DJ mode', () => {
  it('gives the stage in turn to those who signed up and have a track, who waits longest first', async () => {
    const [id, ada, bo, cy, di] = await room(3);
    const dj = (as: FixtureMember, on = true) => world.ok('PUT /parties/:partyId/dj', { ...at(id), body: { on } }, as);
    await world.refused('PUT /parties/:partyId/dj', { ...at(id), ...djMode(true) }, bo!, 'dj_mode_off');
    await world.refused('PUT /parties/:partyId/dj-mode', { ...at(id), ...djMode(true) }, bo!, 'forbidden');
    for (let turn = 0; turn < 2; turn++)
      await world.ok('PUT /parties/:partyId/dj-mode', { ...at(id), ...djMode(true) }, ada);
    for (const guest of [bo!, cy!, di!]) {
      world.clock!.advance(10);
      await dj(guest);
      await dj(guest);
    }
    // The host's track has the votes, but the turns decide. Di has none and is passed over.
    const [hosts, bos, cys] = [await track(ada), await track(bo!), await track(cy!)];
    for (const [who, song] of [
      [ada, hosts],
      [cy!, cys],
      [bo!, bos],
    ] as const) {
      await queue(id, who, song);
      world.clock!.advance(10);
    }
    expect((await stageOf(id, ada)).djs.map((guest) => guest.id)).toEqual(
      [bo, cy, di].map((guest) => guest!.profileId),
    );
    expect(await read(id, bo!)).toMatchObject({ isDjMode: true, isDj: true });
    const first = (await drive(id, ada, 'play')).stage;
    expect([first.holder!.id, first.item!.trackId]).toEqual([bo!.profileId, bos.trackId]);
    await world.refused('POST /parties/:partyId/stage', { ...at(id), body: { action: 'pause' } }, ada, 'forbidden');
    await drive(id, bo!, 'pause');
    await drive(id, bo!, 'play');
    const second = (await drive(id, bo!, 'next')).stage;
    expect([second.holder!.id, second.item!.trackId]).toEqual([cy!.profileId, cys.trackId]);
    // No DJ has a track: the queue goes on, under who waits longest and is here.
    world.clock!.advance(175_000);
    for (const guest of [ada, bo!, cy!, di!]) await sign(id, guest);
    world.clock!.advance(8000);
    await advance(world.ctx, id);
    const third = (await stageOf(id, ada)).stage;
    expect([third.holder!.id, third.item!.trackId]).toEqual([di!.profileId, hosts.trackId]);
    await world.ok('PUT /parties/:partyId/dj-mode', { ...at(id), ...djMode(false) }, ada);
    const { stage, djs } = await stageOf(id, ada);
    expect([stage.holder!.id, djs, (await read(id, bo!)).isDj]).toEqual([ada.profileId, [], false]);
  });

  it('passes over a DJ who is gone, and one who leaves gives the stage back', async () => {
    const [id, ada, bo, cy] = await room(2);
    await world.ok('PUT /parties/:partyId/dj-mode', { ...at(id), ...djMode(true) }, ada);
    for (const guest of [bo!, cy!]) {
      world.clock!.advance(10);
      await world.ok('PUT /parties/:partyId/dj', { ...at(id), ...djMode(true) }, guest);
      await queue(id, guest, await track(guest));
    }
    world.clock!.advance(60_000);
    for (const guest of [ada, cy!]) await sign(id, guest);
    expect((await drive(id, ada, 'play')).stage.holder!.id).toBe(cy!.profileId);
    await world.ok('POST /parties/:partyId/leave', { ...at(id), body: {} }, cy!);
    const { stage } = await stageOf(id, ada);
    expect(stage).toMatchObject({ isPlaying: true, holder: { id: ada.profileId } });
    expect((await events(id)).at(-2)!.type).toBe('stage_changed');
  });
});

describe('a stage whose host is gone', () => {
  it('is for the DJ who is there longest, else for the oldest participant; the host gets it back by returning', async () => {
    const [id, ada, bo, cy, di] = await room(3);
    world.clock!.advance(60_000);
    for (const guest of [bo!, cy!, di!]) expect((await sign(id, guest)).holderIsHere).toBe(false);
    const may = async (who: FixtureMember) => (await read(id, who)).can.takeStage;
    expect([await may(bo!), await may(cy!), await may(di!)]).toEqual([true, false, false]);
    await world.refused(take, at(id), cy!, 'forbidden');
    expect((await world.ok(take, at(id), bo!)).stage.holder!.id).toBe(bo!.profileId);
    await sign(id, ada);
    expect((await stageOf(id, bo!)).stage.holder!.id).toBe(ada.profileId);
    expect((await read(id, bo!)).can).toMatchObject({ drive: false, takeStage: false });
    // In DJ mode those who signed up come before older participants.
    await world.ok('PUT /parties/:partyId/dj-mode', { ...at(id), ...djMode(true) }, ada);
    await world.ok('PUT /parties/:partyId/dj', { ...at(id), ...djMode(true) }, di!);
    world.clock!.advance(60_000);
    for (const guest of [bo!, cy!, di!]) await sign(id, guest);
    expect([await may(bo!), await may(di!)]).toEqual([false, true]);
    await world.refused(take, at(id), bo!, 'forbidden');
    expect((await world.ok(take, at(id), di!)).stage.holder!.id).toBe(di!.profileId);
  });
});

describe('a message', () => {
  it('has the reactions of those in the room, one each, live with their counts and never with who reads', async () => {
    const [id, ada, bo] = await room(1);
    const { message } = await say(id, ada, 'New one');
    const params = { messageId: message.id };
    const react = (as: FixtureMember, reaction: string | null) =>
      world.ok('PUT /parties/messages/:messageId/reaction', { params, body: { reaction } }, as);
    const key = 'PUT /parties/messages/:messageId/reaction';
    await world.refused(key, { params, body: { reaction: 'fire' } }, await elder(), 'not_joined');
    await world.refused(key, { params, body: { reaction: 'skull' } }, bo!, 'invalid');
    await react(ada, 'fire');
    await react(bo!, 'like');
    expect((await react(bo!, 'fire')).reactions).toEqual([{ key: 'fire', count: 2, mine: true }]);
    expect((await messages(id, bo!))[0]!.reactions).toEqual([{ key: 'fire', count: 2, mine: true }]);
    expect((await events(id)).at(-1)).toMatchObject({
      type: 'message_reactions',
      data: { id: message.id, reactions: [{ key: 'fire', count: 2, mine: false }] },
    });
    await react(bo!, null);
    expect((await messages(id, bo!))[0]!.reactions).toEqual([{ key: 'fire', count: 1, mine: false }]);
    await world.settle();
    expect((await world.ok('GET /notifications', {}, ada)).items).toEqual([]);
    await world.ok('DELETE /parties/messages/:messageId', { params, body: { reason: '' } }, ada);
    expect((await messages(id, bo!))[0]!.reactions).toEqual([]);
  });

  it('is read forward from a time too, for who plays a party again', async () => {
    const [id, ada] = await room(0);
    const times: string[] = [];
    for (let number = 0; number < 53; number++) {
      world.clock!.advance(5000);
      times.push(world.clock!.now().toISOString());
      await say(id, ada, `message ${number}`);
    }
    const list = async (query: { since?: string; after?: string }) =>
      await world.ok('GET /parties/:partyId/messages', { ...at(id), query }, ada);
    const page = await list({ since: times[2]! });
    expect(page.items.map((item) => item.createdAt)).toEqual(times.slice(2, 52));
    const rest = await list({ since: times[2]!, after: page.next! });
    expect([rest.items.map((item) => item.createdAt), rest.next]).toEqual([times.slice(52), null]);
  });
});

describe('an announced party', () => {
  it('is a calendar file for who may see it', async () => {
    const [ada, bo] = [await elder({ adult: true }), await elder()];
    const startsAt = new Date(world.clock!.now().getTime() + 3_600_000).toISOString();
    const id = await host(ada, { name: 'Night; bus, two', description: 'One\nTwo', startsAt });
    const file = (of: string, as: FixtureMember | null) => world.request('GET', `/listening-party/${of}/party.ics`, as);
    const answer = await file(id, null);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const lines = String(answer.body).split('\r\n');
    const stamp = startsAt.replaceAll(/[-:]|\.\d{3}/g, '');
    for (const line of [`DTSTART:${stamp}`, 'SUMMARY:Night\\; bus\\, two', 'DESCRIPTION:One\\nTwo', 'TRIGGER:-PT10M'])
      expect(lines).toContain(line);
    const adults = await host(ada, { isAdult: true, startsAt });
    for (const [of, as] of [
      [adults, null],
      [adults, bo],
      [await host(ada), null],
      ['sample', null],
    ] as const)
      expect((await file(of, as)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the record of an ended party', () => {
  it('leaves out what its reader may not hear, and does not name a member they have blocked', async () => {
    const [ada, bo, cy] = [await elder(), await elder(), await elder()];
    const id = await host(ada);
    await join(id, cy);
    const mine = await track(ada);
    const gone = await track(ada);
    const theirs = await track(cy);
    for (const [who, song] of [
      [cy, mine],
      [ada, gone],
      [ada, theirs],
    ] as const) {
      await queue(id, who, song);
      world.clock!.advance(10);
    }
    await drive(id, ada, 'play');
    for (const _ of [1, 2, 3]) {
      world.clock!.advance(60_000);
      await drive(id, ada, 'next');
    }
    await world.ok('POST /parties/:partyId/end', at(id), ada);
    const record = async (who: FixtureMember) =>
      (await world.ok('GET /parties/:partyId/record', at(id), who)).items.map(({ item }) => [
        item.trackId,
        item.addedBy.id,
      ]);
    expect(await record(bo)).toEqual([
      [mine.trackId, cy.profileId],
      [gone.trackId, ada.profileId],
      [theirs.trackId, ada.profileId],
    ]);
    await world.ctx.db.rows(sql`UPDATE uploads SET state = 'removed' WHERE id = ${gone.uploadId}`);
    await blockMember(world.ctx, bo.profileId, cy.profileId);
    expect(await record(bo)).toEqual([[mine.trackId, null]]);
    expect((await record(cy)).length).toBe(2);
  });

  it('loses a track that became private or 18+, but in a room of adults', async () => {
    const ada = await elder();
    const bo = await elder({ adult: true });
    const id = await host(ada);
    const [hushed, adult] = [await track(ada), await track(ada)];
    for (const song of [hushed, adult]) {
      await queue(id, ada, song);
      world.clock!.advance(10);
    }
    for (const _ of [1, 2, 3]) {
      await drive(id, ada, 'next');
      world.clock!.advance(60_000);
    }
    const played = async () =>
      (await world.ok('GET /parties/:partyId/record', at(id), bo)).items.map(({ item }) => item.trackId);
    expect(await played()).toEqual([hushed.trackId, adult.trackId]);
    await world.ctx.db.rows(sql`UPDATE uploads SET state = 'private' WHERE id = ${hushed.uploadId}`);
    await world.ctx.db.rows(sql`UPDATE uploads SET is_adult = true WHERE id = ${adult.uploadId}`);
    expect(await played()).toEqual([]);
    await world.ctx.db.rows(sql`UPDATE listening_parties SET is_adult = true WHERE id = ${id}`);
    expect(await played()).toEqual([adult.trackId]);
  });

  it('knows the pauses and seeks of each track, and nothing of votes and of who took the stage', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    await queue(id, ada, await track(ada));
    const begun = (await drive(id, ada, 'play')).stage.at;
    world.clock!.advance(10_000);
    await drive(id, ada, 'pause');
    await world.ok('PUT /parties/:partyId/stage/skip', { ...at(id), body: { on: true } }, bo);
    world.clock!.advance(30_000);
    await drive(id, ada, 'play');
    world.clock!.advance(5000);
    const { stage } = await drive(id, ada, 'seek', 2000);
    world.clock!.advance(5000);
    await drive(id, ada, 'next');
    const [first] = (await world.ok('GET /parties/:partyId/record', at(id), bo)).items;
    expect(first!.playback).toEqual([
      { afterMs: 0, positionMs: 0, isPlaying: true },
      { afterMs: 10_000, positionMs: 10_000, isPlaying: false },
      { afterMs: 40_000, positionMs: 10_000, isPlaying: true },
      { afterMs: stage.at - begun, positionMs: 2000, isPlaying: true },
    ]);
  });
});
