import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#contract/parties.ts';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { blockMember } from '#server/features/friends/actions.ts';
import { blockFiles } from '#server/features/media/actions.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { pngOf } from '#server/testing/png.ts';
import { type As, type World, openWorld } from '#server/testing/world.ts';
import { partyCalls } from './fixtures.ts';
import { payPresence } from './jobs.ts';
import { flushReactions } from './reactions.ts';
import { advance } from './stage.ts';
import { partyTopicRules } from './topics.ts';
import { resolveViewer } from '#server/features/accounts/sessions/session-reader.ts';
import { matchTopic } from '#server/platform/realtime/patterns.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, body, elder, read, join, host, say, messages, events, stageOf, track, queue, drive } = partyCalls(
  () => world,
);

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
    await world.ok('POST /parties/:partyId/leave', at(id), bo);
    await world.ok('POST /parties/:partyId/leave', at(id), bo);
    expect(await read(id, bo)).toMatchObject({
      participantCount: 1,
      hasJoined: false,
      can: { join: true, chat: false },
    });
    const { items } = await world.ok('GET /parties/:partyId/participants', at(id), bo);
    expect(items).toMatchObject([{ isHost: true, presence: 'here' }]);
  });

  it('lists the host first, then in the order of joining, by pages, with who is away and gone', async () => {
    const [ada, bo, cy] = [await elder(), await elder(), await elder()];
    const id = await host(ada);
    for (const one of [bo, cy]) {
      world.clock!.advance(1000);
      await join(id, one);
    }
    await world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'away', roundTripMs: 80.4 } }, bo);
    world.clock!.advance(41_000);
    await world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'here', roundTripMs: 80 } }, cy);
    const { items, next } = await world.ok('GET /parties/:partyId/participants', at(id), cy);
    expect(items.map((item) => [item.person.id, item.presence])).toEqual([
      [ada.profileId, 'gone'],
      [bo.profileId, 'gone'],
      [cy.profileId, 'here'],
    ]);
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
    for (const one of [bo, cy, staff]) await join(id, one);
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
    await world.ok('POST /parties/:partyId/leave', at(id), cy);
    await world.refused('POST /parties/:partyId/join', at(id), cy, 'party_removed');
    const message = { ...at(id), body: { content: 'Hi', submitId: randomUUID() } };
    await world.refused('POST /parties/:partyId/messages', message, cy, 'not_joined');
    const rule = partyTopicRules[1]!;
    const params = matchTopic(rule.pattern, `party:${id}`)!;
    const maySubscribe = async (who: FixtureMember | null) =>
      await rule.maySubscribe(world.ctx, who && (await resolveViewer(world.ctx, who.cookie)), params);
    expect([await maySubscribe(cy), await maySubscribe(bo), await maySubscribe(null)]).toEqual([false, true, false]);
  });

  it('pays a community event to who was there for ten minutes with two others, once, by minutes that the server wrote', async () => {
    const [ada, bo, cy, brief] = [await elder(), await elder(), await elder(), await elder()];
    const id = await host(ada);
    for (const one of [bo, cy, brief]) await join(id, one);
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
});

describe('the chat', () => {
  it('is for who has joined; a message is in its event, in order, and once for a form that was sent again', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    const message = { ...at(id), body: { content: 'Hi', submitId: randomUUID() } };
    await world.refused('POST /parties/:partyId/messages', message, bo, 'not_joined');
    await join(id, bo);
    const sent = await Promise.all([1, 2, 3].map(() => world.ok('POST /parties/:partyId/messages', message, bo)));
    expect(new Set(sent.map((one) => one.message.id)).size).toBe(1);
    world.clock!.advance(10);
    await say(id, ada, 'Welcome **you**');
    const stored = (await events(id)).filter((event) => event.type === 'message_created');
    expect(stored.map((event) => (event.data as { message: { html: string } }).message.html)).toEqual([
      expect.stringContaining('Hi'),
      expect.stringContaining('<strong>you</strong>'),
    ]);
    expect((await messages(id, bo)).map((one) => one.html)).toEqual([
      expect.stringContaining('Hi'),
      expect.stringContaining('Welcome'),
    ]);
  });

  it('refuses empty and endless messages, banned words, and messages to a party that has ended', async () => {
    const [ada, staff] = [await elder(), await world.member({ moderator: true })];
    const id = await host(ada);
    const message = (content: string) => ({ ...at(id), body: { content, submitId: randomUUID() } });
    const key = 'POST /parties/:partyId/messages';
    for (const content of ['', '   ', 'x'.repeat(10_000)]) await world.refused(key, message(content), ada, 'invalid');
    await world.ok('POST /staff/banned-words', { body: { word: 'wobblecore' } }, staff);
    await world.refused(key, message('pure wobblecore'), ada, 'banned_words');
    await world.ok('POST /parties/:partyId/end', at(id), ada);
    await world.refused(key, message('Anybody?'), ada, 'party_ended');
  });

  it('holds private information: no event, and nobody but its author and staff reads it', async () => {
    const [ada, bo, staff] = [await elder(), await elder(), await world.member({ moderator: true })];
    const id = await host(ada);
    await join(id, bo);
    const { notice, message } = await say(id, bo, 'Call me: +44 7700 900123');
    expect(notice).toContain('review');
    expect(message.visibility).toBe('held');
    expect(await events(id)).toEqual([]);
    expect(await messages(id, ada)).toEqual([]);
    expect(await messages(id, bo)).toHaveLength(1);
    expect(await messages(id, staff)).toHaveLength(1);
  });

  it('shows images, for the room alone while it is for adults', async () => {
    const ada = await elder();
    const id = await host(ada);
    const fileId = await makeFile(world.ctx, ada, await pngOf('#aa0000'), { purpose: 'chat_image' });
    const { message } = await say(id, ada, '', { fileId });
    expect(message).toMatchObject({ type: 'image', image: { kind: 'image' } });
    await world.settle();
    const last = (await events(id)).at(-1)!;
    expect(last).toMatchObject({
      type: 'message_created',
      data: { message: { id: message.id, image: { processing: 'done' } } },
    });
    expect((last.data as { message: ChatMessage }).message.image!.url).toMatch(/^\/files\//);
    const again = { ...at(id), body: { content: '', fileId, submitId: randomUUID() } };
    await world.refused('POST /parties/:partyId/messages', again, ada, 'file_not_usable');
  });

  it('holds an image that was hidden by a complaint and comes back, and shows it to nobody else meanwhile', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const same = () => pngOf('#0b5c11');
    const first = await say(id, bo, '', {
      fileId: await makeFile(world.ctx, bo, await same(), { purpose: 'chat_image' }),
    });
    await world.settle();
    const now = world.clock!.now();
    await world.ctx.db.tx((tx) => blockFiles(tx, 'chat_message', first.message.id, now));
    const before = (await events(id)).length;
    const fileId = await makeFile(world.ctx, bo, await same(), { purpose: 'chat_image' });
    const { message, notice } = await say(id, bo, '', { fileId });
    expect(message.visibility).toBe('held');
    expect(notice).not.toBeNull();
    expect(await events(id)).toHaveLength(before);
    expect((await messages(id, ada)).map((one) => one.id)).not.toContain(message.id);
    const [party] = await world.ctx.db.rows<{ message_count: number }>(
      sql`SELECT message_count FROM listening_parties WHERE id = ${id}`,
    );
    expect(party!.message_count).toBe(1);
  });

  it('loses a removed message everywhere, in stored events too; host, moderators, staff and its author remove', async () => {
    const [ada, bo, cy] = [await elder(), await elder(), await elder()];
    const id = await host(ada);
    for (const one of [bo, cy]) await join(id, one);
    const { message } = await say(id, bo, 'secret plan');
    const remove = { params: { messageId: message.id }, body: { reason: '' } };
    await world.refused('DELETE /parties/messages/:messageId', remove, cy, 'forbidden');
    await world.ok('DELETE /parties/messages/:messageId', remove, ada);
    expect(JSON.stringify(await events(id))).not.toContain('secret plan');
    expect((await events(id)).map((event) => event.type)).toEqual(['message_created', 'message_removed']);
    expect(await messages(id, cy)).toMatchObject([{ id: message.id, html: '', visibility: 'removed' }]);
  });

  it('can be slowed down and turned off, but not for who moderates it', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const set = (chat: { isOff: boolean; slowSeconds: 0 | 30 }, as: As) =>
      world.call('PUT /parties/:partyId/chat', { ...at(id), body: chat }, as);
    expect((await set({ isOff: true, slowSeconds: 0 }, bo)).status).toBe(403);
    await set({ isOff: false, slowSeconds: 30 }, ada);
    await say(id, bo, 'one');
    const more = () => ({ ...at(id), body: { content: 'two', submitId: randomUUID() } });
    const refusal = await world.refused('POST /parties/:partyId/messages', more(), bo, 'slow_mode');
    expect(refusal.detail).toContain('30 seconds');
    for (const text of ['a', 'b']) await say(id, ada, text);
    world.clock!.advance(30_000);
    await say(id, bo, 'two');
    await set({ isOff: true, slowSeconds: 0 }, ada);
    await world.refused('POST /parties/:partyId/messages', more(), bo, 'chat_off');
  });

  it('leaves out of its history whom a reader has blocked, and names them for the live page', async () => {
    const [ada, bo, cy] = [await elder(), await elder(), await elder()];
    const id = await host(ada);
    for (const one of [bo, cy]) {
      await join(id, one);
      await say(id, one, `by ${one.profileId}`);
    }
    await blockMember(world.ctx, bo.profileId, cy.profileId);
    expect((await messages(id, bo)).map((one) => one.author.id)).toEqual([bo.profileId]);
    expect((await messages(id, ada)).length).toBe(2);
    expect((await read(id, cy)).hiddenAuthors).toEqual([bo.profileId]);
    expect((await read(id, ada)).hiddenAuthors).toEqual([]);
  });

  it('is read by pages of fifty, back from the newest', async () => {
    const ada = await elder();
    const id = await host(ada);
    for (let number = 0; number < 60; number++) {
      world.clock!.advance(5);
      await say(id, ada, `message ${number}`);
    }
    const last = await world.ok('GET /parties/:partyId/messages', at(id), ada);
    expect(last.items).toHaveLength(50);
    expect(last.items.at(-1)!.html).toContain('message 59');
    const earlier = await world.ok('GET /parties/:partyId/messages', { ...at(id), query: { before: last.next! } }, ada);
    expect(earlier.items.map((item) => item.html)[9]).toContain('message 9<');
    expect(earlier).toMatchObject({ next: null, items: { length: 10 } });
  });
});

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

  it('takes effect later where the slowest quarter of the room is far away, at most after two seconds', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => elder()));
    const id = await host(members[0]!);
    const sign = (who: FixtureMember, roundTripMs: number) =>
      world.ok('PUT /parties/:partyId/presence', { ...at(id), body: { presence: 'here', roundTripMs } }, who);
    for (const one of members.slice(1)) await join(id, one);
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
    for (const one of [bo, cy]) await join(id, one);
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
