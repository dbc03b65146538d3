import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#features/parties/contract/endpoints.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { blockFiles } from '#content/media/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { pngOf } from '#site/testing/png.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, read, join, host, say, messages, events } = partyCalls(() => world);

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

  it('shows images', async () => {
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
    for (const guest of [bo, cy]) await join(id, guest);
    const { message } = await say(id, bo, 'secret plan');
    const remove = { params: { messageId: message.id }, body: { reason: '' } };
    await world.refused('DELETE /parties/messages/:messageId', remove, cy, 'forbidden');
    await world.ok('DELETE /parties/messages/:messageId', remove, ada);
    expect(JSON.stringify(await events(id))).not.toContain('secret plan');
    expect((await events(id)).map((event) => event.type)).toEqual(['message_created', 'message_removed']);
    expect(await messages(id, cy)).toMatchObject([{ id: message.id, html: '', visibility: 'removed' }]);
  });

  it('loses a message that staff hold: its words leave the stored events, and no new one brings them', async () => {
    const [ada, bo, cy, staff] = [await elder(), await elder(), await elder(), await world.member({ moderator: true })];
    const id = await host(ada);
    for (const guest of [bo, cy]) await join(id, guest);
    const { message } = await say(id, bo, 'words that go too far');
    await world.ok('POST /reports', { body: { kind: 'chat_message', id: message.id, reason: 'other', note: '' } }, cy);
    const { items } = await world.ok('GET /staff/queue', { query: { subject: message.id } }, staff);
    await world.ok('POST /staff/queue/:itemId/hold', { params: { itemId: items[0]!.id }, body: { reason: '' } }, staff);
    expect(await messages(id, cy)).toEqual([]);
    expect(JSON.stringify(await events(id))).not.toContain('too far');
    expect((await events(id)).map((event) => event.type)).toEqual(['message_created', 'message_removed']);
    const params = { itemId: items[0]!.id };
    await world.ok('POST /staff/queue/:itemId/decide', { params, body: { decision: 'approve' } }, staff);
    expect(await messages(id, cy)).toMatchObject([{ id: message.id, visibility: 'published' }]);
    expect(JSON.stringify((await events(id)).at(-1))).toContain('too far');
  });

  it('loses the image of a removed message for everybody but its author and staff, at once', async () => {
    const [ada, bo, staff] = [await elder(), await elder(), await world.member({ moderator: true })];
    const id = await host(ada);
    await join(id, bo);
    const fileId = await makeFile(world.ctx, bo, await pngOf('#123456'), { purpose: 'chat_image' });
    const { message } = await say(id, bo, '', { fileId });
    await world.settle();
    const [shown] = await messages(id, ada);
    const address = shown!.image!.url!;
    expect((await world.get(address, ada)).status).toBe(200);
    await world.ok(
      'DELETE /parties/messages/:messageId',
      { params: { messageId: message.id }, body: { reason: '' } },
      ada,
    );
    for (const reader of [null, ada, await elder()]) expect((await world.get(address, reader)).status).toBe(404);
    for (const reader of [bo, staff]) expect((await world.get(address, reader)).status).toBe(200);
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
    for (const guest of [bo, cy]) {
      await join(id, guest);
      await say(id, guest, `by ${guest.profileId}`);
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
