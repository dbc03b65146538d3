import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { sql } from '#platform/server/db/database.ts';
import { matchTopic } from '#platform/server/realtime/patterns.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from './fixtures.ts';
import { partyTopicRules } from './topics.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, host, join, read, track, queue, drive, say, sign, stageOf, events } = partyCalls(() => world);
const grown = () => elder({ adult: true });

/** What somebody may have of a room: `yes`, or the refusal. */
async function rightsOf(id: string, fileUrl: string, as: FixtureMember | null) {
  const call = async (key: string, body?: object) => {
    const { status, body: answer } = await world.call(key, { ...at(id), ...(body && { body }) }, as);
    return status < 300 ? 'yes' : (answer as { code: string }).code;
  };
  const viewer = as && (await resolveViewer(world.ctx, as.cookie));
  const hears = async (topic: string) => {
    const rule = partyTopicRules.find(({ pattern }) => matchTopic(pattern, topic))!;
    return await rule.maySubscribe(world.ctx, viewer, matchTopic(rule.pattern, topic)!);
  };
  const party = await world.call('GET /parties/:partyId', at(id), as);
  return {
    party: await call('GET /parties/:partyId'),
    stage: await call('GET /parties/:partyId/stage'),
    people: await call('GET /parties/:partyId/participants'),
    stageTopic: await hears(`party-stage:${id}`),
    chat: await call('GET /parties/:partyId/messages'),
    record: await call('GET /parties/:partyId/record'),
    chatTopic: await hears(`party:${id}`),
    write: await call('POST /parties/:partyId/messages', { content: 'Hello', submitId: randomUUID() }),
    listen: (party.body as { can?: { listen: boolean } }).can?.listen ?? null,
    file: (await world.get(fileUrl, as)).status,
  };
}
type Rights = Awaited<ReturnType<typeof rightsOf>>;

const room = (may: string) => ({ party: may, stage: may, people: may, stageTopic: may === 'yes' });
const chat = (may: string) => ({ chat: may, record: may, chatTopic: may === 'yes' });
const nothing = (code: string, write = code) => ({ ...room(code), ...chat(code), write, listen: null });

const states = ['published', 'held', 'removed', 'ended'] as const;
const cases = states.flatMap((state) =>
  [false, true].flatMap((isAdult) => [false, true].map((allows) => [state, isAdult, allows] as const)),
);

describe('what visitors and members have of a room', () => {
  it.each(cases)('%s, 18+: %s, listeners allowed: %s', async (state, isAdult, allows) => {
    const [ada, bo, blocked, removed, joined] = [
      await grown(),
      await grown(),
      await grown(),
      await grown(),
      await grown(),
    ];
    const young = await elder();
    const id = await host(ada, { isAdult, allowsListeners: allows });
    for (const who of [removed, joined]) await join(id, who);
    await queue(id, ada, await track(ada, { isAdult }));
    await drive(id, ada, 'play');
    await say(id, ada, 'For members');
    const fileUrl = (await stageOf(id, ada)).stage.item!.file!.url!;
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, ada);
    const target = { params: { partyId: id, profileId: removed.profileId } };
    await world.ok('DELETE /parties/:partyId/participants/:profileId', target, ada);
    if (state === 'ended') await world.ok('POST /parties/:partyId/end', at(id), ada);
    else await world.ctx.db.rows(sql`UPDATE listening_parties SET state = ${state} WHERE id = ${id}`);

    const isOpen = state === 'published';
    const isSeen = isOpen || state === 'ended';
    const unseen = nothing('party_not_found');
    const here = (more: Partial<Rights>): Partial<Rights> => ({ ...room('yes'), ...chat('yes'), ...more });
    const ended = state === 'ended' ? 'party_ended' : undefined;
    const expected: Record<string, [FixtureMember | null, Partial<Rights>]> = {
      // The setting opens the stage of a public party, and nothing else of it.
      visitor: [
        null,
        isOpen && !isAdult && allows
          ? { ...room('yes'), ...chat('sign_in_required'), write: 'sign_in_required', listen: true }
          : nothing('sign_in_required'),
      ],
      member: [bo, isSeen ? here({ write: ended ?? 'not_joined', listen: isOpen && allows }) : unseen],
      'member who is no adult': [
        young,
        !isSeen
          ? unseen
          : isAdult
            ? nothing('adults_only')
            : here({ write: ended ?? 'not_joined', listen: isOpen && allows }),
      ],
      participant: [joined, isSeen ? here({ write: ended ?? 'yes', listen: isOpen }) : unseen],
      'blocked member': [blocked, unseen],
      'removed participant': [
        removed,
        isSeen
          ? {
              ...room('party_removed'),
              ...chat('party_removed'),
              party: 'yes',
              write: ended ?? 'not_joined',
              listen: false,
            }
          : unseen,
      ],
    };
    for (const [name, [who, rights]] of Object.entries(expected)) {
      const { file, ...found } = await rightsOf(id, fileUrl, who);
      expect(found, name).toEqual(rights);
      // A room gives no right to a sound: its author's rules hold, whoever plays it.
      const mayHear = who === blocked ? false : !isAdult || (who !== null && who !== young);
      expect(file, `file for ${name}`).toBe(mayHear ? 200 : 404);
    }
  });

  it('a visitor who listens is nobody in the room, reads no chat, and is out when the host changes their mind', async () => {
    const ada = await elder();
    const id = await host(ada);
    await world.refused('GET /parties/:partyId/stage', at(id), null, 'sign_in_required');
    const on = (value: boolean) => ({ ...at(id), body: { on: value } });
    await world.refused('PUT /parties/:partyId/listeners', on(true), await elder(), 'forbidden');
    await world.refused('PUT /parties/:partyId/listeners', on(true), null, 'sign_in_required');
    await world.ok('PUT /parties/:partyId/listeners', on(true), ada);
    expect((await world.ok('GET /parties/:partyId/card', at(id), null)).allowsListeners).toBe(true);
    const party = await read(id, null);
    expect(party).toMatchObject({ participantCount: 1, hasJoined: false, hiddenAuthors: [] });
    expect(party.can).toMatchObject({ listen: true, read: false, join: false, chat: false, drive: false });
    for (const [key, body] of [
      ['PUT /parties/:partyId/presence', { presence: 'here', roundTripMs: null }],
      ['POST /parties/:partyId/join', {}],
      ['PUT /parties/:partyId/stage/skip', { on: true }],
    ] as const)
      expect((await world.call(key, { ...at(id), body }, null)).body).toMatchObject({ code: 'sign_in_required' });
    expect((await read(id, ada)).participantCount).toBe(1);
    await world.ok('PUT /parties/:partyId/listeners', on(false), ada);
    await world.refused('GET /parties/:partyId', at(id), null, 'sign_in_required');
  });
});

describe('those who are present', () => {
  const gone = (id: string, as: FixtureMember) =>
    world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'gone', roundTripMs: null } }, as);
  const counts = async (id: string, as: FixtureMember) => {
    const listed = (await world.ok('GET /parties', {}, as)).items.find((item) => item.id === id)!;
    const party = await read(id, as);
    expect(listed.participantCount).toBe(party.participantCount);
    expect(listed.faces.map((face) => face.id)).toEqual(party.faces.map((face) => face.id));
    expect(party.faces).toHaveLength(Math.min(6, party.participantCount));
    return party.participantCount;
  };

  it('are counted alone: not who fell silent, not who closed the page, and again who is back', async () => {
    const [ada, bo, cy] = [await elder(), await elder(), await elder()];
    const id = await host(ada);
    for (const who of [bo, cy]) await join(id, who);
    expect(await counts(id, ada)).toBe(3);
    await gone(id, cy);
    expect(await counts(id, ada)).toBe(2);
    const people = (await world.ok('GET /parties/:partyId/participants', at(id), ada)).items;
    expect(people.map(({ person }) => person.id)).toEqual([ada.profileId, bo.profileId]);
    world.clock!.advance(limits.presenceSeconds * 1000);
    expect(await sign(id, ada)).toMatchObject({ participantCount: 2 });
    expect(await sign(id, cy, 'away')).toMatchObject({ participantCount: 3 });
    world.clock!.advance(limits.presenceSeconds * 1000);
    expect(await counts(id, ada)).toBe(2);
    // Stored with the end: those who were there then.
    await world.ok('POST /parties/:partyId/end', at(id), ada);
    world.clock!.advance(10 * limits.presenceSeconds * 1000);
    const ended = (await world.ok('GET /parties', { query: { state: 'ended' } }, null)).items[0]!;
    expect(ended).toMatchObject({ id, participantCount: 2, faces: [] });
  });

  it('are shown to visitors where they may listen', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const ids = [await host(ada, { allowsListeners: true }), await host(bo)];
    const { items } = await world.ok('GET /parties', {}, null);
    expect(ids.map((id) => items.find((item) => item.id === id)!.faces.length)).toEqual([1, 0]);
  });
});

describe('a host who leaves', () => {
  const leave = (id: string, as: FixtureMember, stageTo: string | null = null) =>
    world.ok('POST /parties/:partyId/leave', { ...at(id), body: { stageTo } }, as);
  const changes = async (id: string) => (await events(id)).filter(({ type }) => type === 'party_changed').length;

  it.each([
    ['by the button', leave],
    [
      'by closing the page',
      (id: string, as: FixtureMember) =>
        world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'gone', roundTripMs: null } }, as),
    ],
  ] as const)('%s is missed by the room at once', async (_, goes) => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const before = await changes(id);
    await goes(id, ada);
    expect(await changes(id)).toBe(before + 1);
    expect(await read(id, bo)).toMatchObject({ hostIsHere: false, holderIsHere: false, can: { takeStage: true } });
    await join(id, ada);
    await sign(id, ada);
    expect(await read(id, bo)).toMatchObject({ hostIsHere: true, holderIsHere: true, can: { takeStage: false } });
  });

  it('hands the stage to somebody who is present, and gets it back', async () => {
    const [ada, bo, cy] = [await elder(), await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const to = (stageTo: string) => ({ ...at(id), body: { stageTo } });
    const refused = (stageTo: string, as: FixtureMember, code: 'not_joined' | 'forbidden') =>
      world.refused('POST /parties/:partyId/leave', to(stageTo), as, code);
    await refused(cy.profileId, ada, 'not_joined');
    await refused(ada.profileId, ada, 'forbidden');
    await refused(ada.profileId, bo, 'forbidden');
    expect(await read(id, ada), 'a refused leave leaves nothing').toMatchObject({ hasJoined: true });
    await leave(id, ada, bo.profileId);
    expect((await stageOf(id, bo)).stage.holder?.id).toBe(bo.profileId);
    expect(await read(id, bo)).toMatchObject({ hostIsHere: false, holderIsHere: true, can: { drive: true } });
    await join(id, ada);
    await sign(id, ada);
    expect((await stageOf(id, bo)).stage.holder?.id).toBe(ada.profileId);
  });
});
