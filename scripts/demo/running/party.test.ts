import { afterAll, beforeAll, expect, test } from 'vitest';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { partyUsernames } from '../community/prepare.ts';
import { type Ask, makePartyKeeper, partyLines } from './party.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, read, track, stageOf, messages, join } = partyCalls(() => world);

test('the demo’s party plays its members’ tracks by turns, chats, and opens again when it has ended', async () => {
  const [bo, ...members] = await Promise.all(Array.from({ length: 4 }, () => elder()));
  for (const member of members) await track(member);
  const ask: Ask = async (cookie, method, path, body) => {
    const as = members.find((one) => one.cookie === cookie)!;
    const answer = await world.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { cookie: as.cookie, origin: world.ctx.siteUrl },
      ...(method !== 'GET' && { payload: body ?? {} }),
    });
    if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.json();
  };
  const keeper = makePartyKeeper(ask, members);
  const turn = () => keeper.turn(world.clock!.now().getTime());
  await turn();
  const { items } = await world.ok('GET /parties', {}, null);
  const id = items[0]!.id;
  const first = (await stageOf(id, bo!)).stage;
  expect(first.isPlaying).toBe(true);
  expect(members.map((one) => one.profileId)).toContain(first.holder!.id);
  expect(items[0]).toMatchObject({ participantCount: 3, name: 'Round the clock' });
  await join(id, bo!);
  const speakers = new Set<string | null>();
  for (let minute = 0; minute < 4; minute++) {
    for (let tick = 0; tick < 3; tick++) {
      world.clock!.advance(20_000);
      const body = { presence: 'here', roundTripMs: 5 } as const;
      await world.ok('PUT /parties/:partyId/presence', { ...at(id), body }, bo!);
      await turn();
    }
    for (const message of await messages(id, bo!)) speakers.add(message.author.id);
  }
  // The first track of three minutes is over: the turn is another member's.
  const { stage } = await stageOf(id, bo!);
  expect([stage.isPlaying, stage.holder!.id === first.holder!.id, stage.item!.id === first.item!.id]).toEqual([
    true,
    false,
    false,
  ]);
  expect(speakers.size).toBe(3);
  expect((await messages(id, bo!))[0]!.html).toContain(partyLines[0]);
  await world.ok('POST /parties/:partyId/end', at(id), members[0]!);
  await turn();
  const again = (await world.ok('GET /parties', {}, null)).items[0]!;
  expect(again.id).not.toBe(id);
  expect((await read(again.id, bo!)).isDjMode).toBe(true);
  expect(partyUsernames()).toHaveLength(4);
});
