import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '#site/contract/contract.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { pngOf } from '#site/testing/png.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from './fixtures.ts';
import { payPresence } from './jobs.ts';
import { partyTopicRules } from './topics.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { matchTopic } from '#platform/server/realtime/patterns.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, body, elder, read, join, host, say, messages } = partyCalls(() => world);

describe('a party', () => {
  it('is listed while it is active, newest first, and stays readable when it has ended', async () => {
    const [ada, bo, visitor] = [await elder(), await elder(), null];
    const first = await host(ada, {
      name: 'First',
      description: 'Come in',
      spotifyPlaylistId: '37i9dQZF1DXcBWIGoYBM5M',
    });
    world.clock!.advance(1000);
    const second = await host(bo, { name: 'Second' });
    const { items } = await world.ok('GET /parties', {}, visitor);
    expect(items.map((item) => item.id)).toEqual([second, first]);
    expect(items[1]).toMatchObject({
      name: 'First',
      description: 'Come in',
      participantCount: 1,
      state: 'active',
      spotifyPlaylistId: '37i9dQZF1DXcBWIGoYBM5M',
    });
    for (const stranger of [bo]) await world.refused('POST /parties/:partyId/end', at(first), stranger, 'forbidden');
    await world.ok('POST /parties/:partyId/end', at(first), ada);
    await world.ok('POST /parties/:partyId/end', at(first), ada);
    expect((await world.ok('GET /parties', {}, null)).items.map((item) => item.id)).not.toContain(first);
    expect((await world.ok('GET /parties', { query: { state: 'ended' } }, null)).items[0]!.id).toBe(first);
    expect(await read(first, bo)).toMatchObject({ state: 'ended', can: { join: false, chat: false } });
    await world.refused('POST /parties/:partyId/join', at(first), bo, 'party_ended');
    const staff = await world.member({ moderator: true });
    await world.ok('POST /parties/:partyId/end', at(second), staff);
    const audit = await world.ok('GET /staff/audit', { query: { targetId: second } }, staff);
    expect(audit.items[0]).toMatchObject({ action: 'listening_party.end' });
  });

  it('is made once by a form, and three at most are open at once', async () => {
    const ada = await elder();
    const submit = body();
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await world.ok('POST /parties', { body: submit }, ada)).id),
    );
    expect(new Set(ids).size).toBe(1);
    for (const name of ['Two', 'Three']) await host(ada, { name });
    await world.refused('POST /parties', { body: body() }, ada, 'too_many_parties');
  });

  it('is refused without a name, with an address that is no playlist, and to visitors and silenced members', async () => {
    const ada = await elder();
    for (const wrong of [{ name: '   ' }, { spotifyPlaylistId: 'https://evil.example/37i9dQZF1DXcBWIGoYBM5M' }])
      await world.refused('POST /parties', { body: body(wrong) }, ada, 'invalid');
    await world.refused('POST /parties', { body: body() }, null, 'sign_in_required');
    await world.refused('POST /parties', { body: body({ isAdult: true }) }, ada, 'adults_only');
  });

  it('of adults is for adults alone', async () => {
    const [ada, grown, young] = [await elder({ adult: true }), await elder({ adult: true }), await elder()];
    const id = await host(ada, { isAdult: true });
    expect((await world.ok('GET /parties', {}, grown)).items.map((item) => item.id)).toContain(id);
    expect((await world.ok('GET /parties', {}, young)).items.map((item) => item.id)).not.toContain(id);
    for (const key of [
      'GET /parties/:partyId',
      'POST /parties/:partyId/join',
      'GET /parties/:partyId/messages',
    ] as const)
      await world.refused(key, at(id), young, 'adults_only');
  });

  it('that is announced opens its room early, and reminds who asked for it, once', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const startsAt = new Date(world.clock!.now().getTime() + 3_600_000).toISOString();
    const id = await host(ada, { startsAt });
    expect((await world.ok('GET /parties', { query: { state: 'scheduled' } }, bo)).items[0]).toMatchObject({
      id,
      startsAt,
    });
    await world.refused('POST /parties/:partyId/join', at(id), bo, 'party_not_open');
    await world.ok('PUT /parties/:partyId/reminder', { ...at(id), body: { on: true } }, bo);
    expect(await read(id, bo)).toMatchObject({ hasReminder: true, state: 'scheduled', can: { join: false } });
    world.clock!.advance(46 * 60_000);
    await join(id, bo);
    const { remindJob } = await import('./reminders.ts');
    for (let turn = 0; turn < 2; turn++) await remindJob.run(world.ctx, { id });
    const { items } = await world.ok('GET /notifications', {}, bo);
    expect(items.map((item) => item.title)).toEqual(['"Night session" begins in 14 minutes']);
    expect((await world.ok('GET /notifications', {}, ada)).items).toEqual([]);
  });

  it('reminds nobody who may not see it any more, and names no 18+ one', async () => {
    const ada = await elder();
    const grown = async () => await elder({ adult: true });
    const [host18, stays, young, blocked] = [await grown(), await grown(), await grown(), await grown()];
    const startsAt = new Date(world.clock!.now().getTime() + 3_600_000).toISOString();
    const adults = await host(host18, { name: 'For adults', isAdult: true, startsAt });
    const open = await host(ada, { name: 'For everybody', startsAt });
    for (const [id, members] of [
      [adults, [host18, stays, young, blocked]],
      [open, [stays, blocked]],
    ] as const)
      for (const who of members)
        await world.ok('PUT /parties/:partyId/reminder', { ...at(id), body: { on: true } }, who);
    for (const who of [host18, young]) await world.ok('PUT /account/adult', { body: { adult: false } }, who);
    for (const who of [host18, ada])
      await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, who);
    await world.refused('GET /parties/:partyId', at(adults), young, 'adults_only');
    await world.refused('GET /parties/:partyId', at(open), blocked, 'party_not_found');
    const { remindJob } = await import('./reminders.ts');
    for (const id of [adults, open]) await remindJob.run(world.ctx, { id });
    const titles = async (who: FixtureMember) =>
      (await world.ok('GET /notifications', {}, who)).items.map((item) => item.title).toSorted();
    expect(await titles(stays)).toEqual(['"For everybody" begins in 60 minutes', 'An 18+ party begins in 60 minutes']);
    expect(await titles(host18), 'its own host sees it').toEqual(['An 18+ party begins in 60 minutes']);
    const written = await world.ctx.db.rows(
      sql`SELECT title FROM notifications WHERE user_id = ANY(${[young.profileId, blocked.profileId]}::uuid[])`,
    );
    expect(written).toEqual([]);
  });

  it('ends by itself after six hours without a listener', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const [idle, busy] = [await host(ada), await host(bo)];
    for (let hour = 0; hour < 7; hour++) {
      world.clock!.advance(3_600_000);
      await world.ok(
        'PUT /parties/:partyId/presence',
        { ...at(busy), body: { presence: 'away', roundTripMs: null } },
        bo,
      );
    }
    const { partyJobs } = await import('./jobs.ts');
    await partyJobs.find((job) => job.name === 'parties.end-idle')!.run(world.ctx, {});
    expect([(await read(idle, ada)).state, (await read(busy, ada)).state]).toEqual(['ended', 'active']);
  });

  it('is removed with its chat, and restored', async () => {
    const [ada, bo, staff] = [await elder(), await elder(), await world.member({ moderator: true })];
    const id = await host(ada);
    await join(id, bo);
    await say(id, bo, 'Hello');
    await world.ok('DELETE /parties/:partyId', { ...at(id), body: { reason: 'Spam' } }, staff);
    await world.refused('GET /parties/:partyId', at(id), bo, 'party_not_found');
    await world.refused('GET /parties/:partyId/messages', at(id), bo, 'party_not_found');
    await world.ok('POST /parties/:partyId/restore', at(id), staff);
    expect(await messages(id, bo)).toHaveLength(1);
  });

  it('says who may report, delete and restore it, and why it is not there for everybody', async () => {
    const [ada, bo, staff] = [await elder(), await elder(), await world.member({ moderator: true })];
    const id = await host(ada);
    const rights = async (as: FixtureMember) => {
      const { visibility, notice, can } = await read(id, as);
      return { visibility, notice, delete: can.delete, restore: can.restore, report: can.report };
    };
    const open = { visibility: 'published', notice: null, restore: false };
    expect(await rights(ada)).toEqual({ ...open, delete: true, report: false });
    expect(await rights(bo)).toEqual({ ...open, delete: false, report: true });
    expect(await rights(staff)).toEqual({ ...open, delete: true, report: true });
    await world.ok('DELETE /parties/:partyId', { ...at(id), body: { reason: '' } }, ada);
    const gone = { visibility: 'removed', delete: false, report: false };
    const own = 'Removed. It can be restored for 30 days.';
    expect(await rights(ada)).toEqual({ ...gone, notice: own, restore: true });
    expect(await rights(staff)).toEqual({ ...gone, notice: own, restore: true });
    await world.ok('POST /parties/:partyId/restore', at(id), ada);
    await world.ok('DELETE /parties/:partyId', { ...at(id), body: { reason: 'Spam' } }, staff);
    expect(await rights(ada)).toEqual({ ...gone, notice: 'Removed: Spam', restore: false });
    expect(await rights(staff)).toEqual({ ...gone, notice: 'Removed: Spam', restore: true });
    await world.refused('POST /parties/:partyId/restore', at(id), ada, 'forbidden');
  });

  it('that is held says so to its host and staff, and to nobody else', async () => {
    const [ada, bo, staff] = [await elder(), await elder(), await world.member({ moderator: true })];
    const id = await host(ada, { description: 'Call me: +49 30 901820' });
    const held = { visibility: 'held', can: { delete: true, restore: false, report: false } };
    expect(await read(id, ada)).toMatchObject({ ...held, notice: expect.stringContaining('phone number') });
    expect(await read(id, staff)).toMatchObject({ ...held, notice: expect.stringContaining('phone number') });
    await world.refused('GET /parties/:partyId', at(id), bo, 'party_not_found');
  });
});

describe('a room', () => {
  it('counts a member once, however often and from how many tabs they join', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await Promise.all(Array.from({ length: 5 }, () => join(id, bo)));
    expect(await read(id, bo)).toMatchObject({
      participantCount: 2,
      hasJoined: true,
      can: { join: false, chat: true },
    });
    await world.ok('POST /parties/:partyId/leave', { ...at(id), body: {} }, bo);
    await world.ok('POST /parties/:partyId/leave', { ...at(id), body: {} }, bo);
    expect(await read(id, bo)).toMatchObject({
      participantCount: 1,
      hasJoined: false,
      can: { join: true, chat: false },
    });
    const { items } = await world.ok('GET /parties/:partyId/participants', at(id), bo);
    expect(items).toMatchObject([{ isHost: true, presence: 'here' }]);
  });

  it('lists the host first, then in the order of joining, by pages, with who is away and without who is gone', async () => {
    const [ada, bo, cy] = [await elder(), await elder(), await elder()];
    const id = await host(ada);
    for (const guest of [bo, cy]) {
      world.clock!.advance(1000);
      await join(id, guest);
    }
    await world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'away', roundTripMs: 80.4 } }, bo);
    const listed = async () =>
      (await world.ok('GET /parties/:partyId/participants', at(id), cy)).items.map((item) => [
        item.person.id,
        item.presence,
      ]);
    expect(await listed()).toEqual([
      [ada.profileId, 'here'],
      [bo.profileId, 'away'],
      [cy.profileId, 'here'],
    ]);
    world.clock!.advance(41_000);
    await world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'here', roundTripMs: 80 } }, cy);
    const { items, next } = await world.ok('GET /parties/:partyId/participants', at(id), cy);
    expect(items.map((item) => [item.person.id, item.presence])).toEqual([[cy.profileId, 'here']]);
    expect(next).toBeNull();
  });

  it('takes no sign of presence of who has not joined', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    const sign = { ...at(id), body: { presence: 'here' as const, roundTripMs: null } };
    await world.refused('PUT /parties/:partyId/presence', sign, bo, 'not_joined');
  });

  it('keeps out for good whom its host or moderators remove, and ends their live events', async () => {
    const [ada, bo, cy, staff] = [await elder(), await elder(), await elder(), await world.member({ moderator: true })];
    const id = await host(ada);
    for (const guest of [bo, cy, staff]) await join(id, guest);
    const member = (profileId: string) => ({ params: { partyId: id, profileId } });
    const remove = 'DELETE /parties/:partyId/participants/:profileId';
    await world.refused(remove, member(cy.profileId), bo, 'forbidden');
    await world.refused(
      'PUT /parties/:partyId/moderators/:profileId',
      { ...member(bo.profileId), body: { on: true } },
      cy,
      'forbidden',
    );
    await world.ok('PUT /parties/:partyId/moderators/:profileId', { ...member(bo.profileId), body: { on: true } }, ada);
    await world.refused(remove, member(ada.profileId), bo, 'forbidden');
    await world.refused(remove, member(staff.profileId), bo, 'staff_protected');
    await world.ok(remove, member(cy.profileId), bo);
    // Coming back is in vain, and their page says so from the start.
    await world.refused('POST /parties/:partyId/join', at(id), cy, 'party_removed');
    expect(await read(id, cy)).toMatchObject({ isRemoved: true, hasJoined: false, can: { join: false, chat: false } });
    expect(await read(id, bo)).toMatchObject({ isRemoved: false, hasJoined: true });
    await world.ok('POST /parties/:partyId/leave', { ...at(id), body: {} }, cy);
    await world.refused('POST /parties/:partyId/join', at(id), cy, 'party_removed');
    const message = { ...at(id), body: { content: 'Hi', submitId: randomUUID() } };
    await world.refused('POST /parties/:partyId/messages', message, cy, 'not_joined');
    const rule = partyTopicRules[1]!;
    const params = matchTopic(rule.pattern, `party:${id}`)!;
    const maySubscribe = async (who: FixtureMember | null) =>
      await rule.maySubscribe(world.ctx, who && (await resolveViewer(world.ctx, who.cookie)), params);
    expect([await maySubscribe(cy), await maySubscribe(bo), await maySubscribe(null)]).toEqual([false, true, false]);
  });

  it('is read by no endpoint by whom it removed, and by whom its host blocks; staff read on', async () => {
    const [ada, bo, cy, dee] = [await elder(), await elder(), await elder(), await elder()];
    const staff = await world.member({ moderator: true });
    const id = await host(ada);
    for (const guest of [bo, cy, dee, staff]) await join(id, guest);
    const fileId = await makeFile(world.ctx, dee, await pngOf('#00aa00'), { purpose: 'chat_image' });
    await say(id, dee, '', { fileId });
    await world.settle();
    const picture = (await messages(id, bo))[0]!.image!.url!;
    const all = [...Object.keys(contract).filter((key) => key.startsWith('GET /parties/:partyId/')), 'picture'];
    // What everybody may know of a public party.
    const reads = all.filter((key) => !key.endsWith('/card'));
    expect(reads.length).toBeGreaterThan(4);
    const answers = async (who: FixtureMember | null) =>
      await Promise.all(
        reads.map(async (key) => {
          const {
            status,
            body: answer,
            headers,
          } = key === 'picture' ? await world.get(picture, who) : await world.call(key, at(id), who);
          if (status === 200) expect(headers['cache-control'], key).toMatch(/^(private, )?no-store/);
          return status === 200 ? 'read' : (answer as { code: string }).code;
        }),
      );
    const every = (code: string, forPicture = 'not_found') =>
      reads.map((key) => (key === 'picture' ? forPicture : code));
    expect(await answers(null)).toEqual(every('sign_in_required'));
    for (const reader of [bo, cy, staff]) expect(await answers(reader)).toEqual(every('read', 'read'));
    for (const { profileId } of [bo, staff])
      await world.ok('DELETE /parties/:partyId/participants/:profileId', { params: { partyId: id, profileId } }, ada);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: cy.profileId } }, ada);
    expect(await answers(bo)).toEqual(every('party_removed'));
    expect(await answers(cy)).toEqual(every('party_not_found'));
    for (const reader of [ada, dee, staff]) expect(await answers(reader)).toEqual(every('read', 'read'));
    expect(await read(id, bo)).toMatchObject({ isRemoved: true, can: { read: false } });
    // Changes answer with the queue.
    const item = { params: { partyId: id, itemId: randomUUID() } };
    await world.refused('DELETE /parties/:partyId/queue/:itemId', item, bo, 'party_removed');
    await world.refused(
      'PUT /parties/:partyId/queue/:itemId/place',
      { ...item, body: { before: null } },
      bo,
      'party_removed',
    );
  });

  it('pays a community event to who was there for ten minutes with two others, once, by minutes that the server wrote', async () => {
    const [ada, bo, cy, brief] = [await elder(), await elder(), await elder(), await elder()];
    const id = await host(ada);
    for (const guest of [bo, cy, brief]) await join(id, guest);
    const sign = (who: FixtureMember) =>
      world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'here', roundTripMs: 50 } }, who);
    for (let minute = 0; minute < 10; minute++) {
      for (const who of [ada, bo, cy]) await sign(who);
      if (minute < 5) for (let often = 0; often < 4; often++) await sign(brief);
      world.clock!.advance(60_000);
    }
    for (let turn = 0; turn < 2; turn++) await payPresence(world.ctx);
    const xp = async (who: FixtureMember) =>
      (
        await world.ctx.db.rows<{ xp: number }>(sql`
        SELECT coalesce(sum(amount), 0)::int AS xp FROM ledger_entries WHERE profile_id = ${who.profileId} AND kind = 'community_event'`)
      )[0]!.xp;
    expect(await Promise.all([ada, bo, cy, brief].map(xp))).toEqual([50, 50, 50, 0]);
  });

  it('notifies the room of who was gone and comes back, once, and of nobody who looks away', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const announce = vi.spyOn(world.ctx.realtime, 'announce');
    const hints = async (presence: 'here' | 'away'): Promise<number> => {
      announce.mockClear();
      await world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence, roundTripMs: 50 } }, bo);
      return announce.mock.calls.filter(([topic, type]) => topic === `party:${id}` && type === 'participants_changed')
        .length;
    };
    expect([await hints('here'), await hints('away'), await hints('away'), await hints('here')]).toEqual([0, 0, 0, 0]);
    world.clock!.advance(2 * limits.presenceSeconds * 1000 + 1);
    expect([await hints('here'), await hints('here')]).toEqual([1, 0]);
  });

  it('pays one community event for minutes that a member spends in several rooms at once', async () => {
    const members = [await elder(), await elder(), await elder()];
    const ids = await Promise.all(members.map((one) => host(one)));
    for (const id of ids) for (const guest of members) await join(id, guest);
    for (let minute = 0; minute < 10; minute++) {
      for (const id of ids)
        for (const who of members)
          await world.ok(
            'PUT /parties/:partyId/presence',
            { ...at(id), body: { presence: 'here', roundTripMs: 50 } },
            who,
          );
      world.clock!.advance(60_000);
    }
    for (let turn = 0; turn < 2; turn++) await payPresence(world.ctx);
    const rows = await world.ctx.db.rows<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM ledger_entries
      WHERE kind = 'community_event' AND profile_id = ANY(${members.map((one) => one.profileId)}::uuid[]) AND currency = 'xp'
      GROUP BY profile_id`);
    expect(rows.map((row) => row.count)).toEqual([1, 1, 1]);
  });
});
