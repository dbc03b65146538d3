import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { release } from '#content/core/server/lifecycle.ts';
import { notifyPublishedJob } from '#content/core/server/notify.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { pngOf } from '#site/testing/png.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { chatMessage } from '#features/parties/server/types.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, join, host, say, messages, events } = partyCalls(() => world);
const key = 'POST /parties/:partyId/messages';
const message = (id: string, more: object = {}) => ({
  ...at(id),
  body: { content: 'Nice and short', submitId: randomUUID(), ...more },
});
const chat = (id: string, ada: FixtureMember, slowSeconds: 0 | 30) =>
  world.ok('PUT /parties/:partyId/chat', { ...at(id), body: { isOff: false, slowSeconds } }, ada);

/** A party with its host, and a member who has joined. */
async function room(): Promise<[id: string, ada: FixtureMember, bo: FixtureMember]> {
  const [ada, bo] = [await elder(), await elder()];
  const id = await host(ada);
  await join(id, bo);
  return [id, ada, bo];
}

/** What the party counts, and what is there. */
async function counted(id: string): Promise<{ message_count: number; published: number; all: number }> {
  const [row] = await world.ctx.db.rows<{ message_count: number; published: number; all: number }>(sql`
    SELECT o.message_count, count(*) FILTER (WHERE t.state = 'published')::int AS published, count(t.id)::int AS all
    FROM listening_parties o LEFT JOIN chat_messages t ON t.party_id = o.id WHERE o.id = ${id} GROUP BY o.id`);
  return row!;
}

/** Jobs that were ever added for a message. */
async function jobsOf(id: string): Promise<number> {
  const rows = await world.ctx.db.rows(
    sql`SELECT id FROM pgboss.job WHERE name = ${notifyPublishedJob.name} AND data ->> 'id' = ${id}`,
  );
  return rows.length;
}

describe('a message', () => {
  it('is written, counted and in its event after one statement of its own, and answered without reading it again', async () => {
    const [id, , bo] = await room();
    await world.settle();
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const sent = await say(id, bo, 'About **xylophones**');
    const texts = queries.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as unknown as { text: string }).text,
    );
    queries.mockRestore();
    expect(texts.filter((text) => text.includes('chat_messages'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('listening_part'))).toHaveLength(1);
    expect(await messages(id, bo)).toEqual([sent.message]);
    expect(await events(id)).toMatchObject([
      { seq: sent.seq, type: 'message_created', data: { message: sent.message } },
    ]);
    expect(await counted(id)).toEqual({ message_count: 1, published: 1, all: 1 });
    expect(await jobsOf(sent.message.id)).toBe(0);
  });

  it('of many members at once is written with the others’, each once and in the order of its number', async () => {
    const [id, ada] = await room();
    const others = await Promise.all(Array.from({ length: 11 }, () => elder()));
    for (const guest of others) await join(id, guest);
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const sent = await Promise.all([ada, ...others].map((one, number) => say(id, one, `Number ${number}`)));
    const begun = queries.mock.calls.filter(
      ([first]) => typeof first === 'string' && first.startsWith('BEGIN; SELECT pg_advisory_xact_lock'),
    );
    queries.mockRestore();
    expect(begun.length).toBeLessThan(12);
    const stored = await events(id);
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, number) => number + 1));
    const bySeq = sent.toSorted((one, other) => one.seq! - other.seq!);
    expect(stored.map(({ data }) => (data as { message: object }).message)).toEqual(bySeq.map((one) => one.message));
    expect(await counted(id)).toEqual({ message_count: 12, published: 12, all: 12 });
  });

  it('adds a job only where it mentions somebody, who is notified once', async () => {
    const [id, ada, bo] = await room();
    const { message: naming } = await say(id, bo, `Hello @${ada.username}`);
    expect(await jobsOf(naming.id)).toBe(1);
    await world.settle();
    const { items } = await world.ok('GET /notifications', {}, ada);
    expect(items.map((item) => item.kind)).toEqual(['mention']);
  });

  it('is nobody’s in a room that its author has left, was removed from or never joined, has ended or is not open', async () => {
    const [id, ada, bo] = await room();
    const stranger = await elder();
    await world.refused(key, message(id), stranger, 'not_joined');
    await world.ok('POST /parties/:partyId/leave', { ...at(id), body: {} }, bo);
    await world.refused(key, message(id), bo, 'not_joined');
    await join(id, bo);
    const member = { params: { partyId: id, profileId: bo.profileId } };
    await world.ok('DELETE /parties/:partyId/participants/:profileId', member, ada);
    await world.refused(key, message(id), bo, 'not_joined');
    const later = await host(ada, { startsAt: new Date(world.clock!.now().getTime() + 3_600_000).toISOString() });
    await world.refused(key, message(later), ada, 'party_not_open');
    await world.ok('POST /parties/:partyId/end', at(id), ada);
    await world.refused(key, message(id), ada, 'party_ended');
    expect([await counted(id), await counted(later)]).toEqual([
      { message_count: 0, published: 0, all: 0 },
      { message_count: 0, published: 0, all: 0 },
    ]);
  });

  it('is nobody’s in a removed party, behind a block of its host, and for adults where its author is none', async () => {
    const [id, ada, bo] = await room();
    await world.ctx.db.rows(sql`UPDATE listening_parties SET is_adult = true WHERE id = ${id}`);
    await world.refused(key, message(id), bo, 'adults_only');
    await world.ctx.db.rows(sql`UPDATE listening_parties SET is_adult = false WHERE id = ${id}`);
    await blockMember(world.ctx, ada.profileId, bo.profileId);
    await world.refused(key, message(id), bo, 'party_not_found');
    await world.ok('DELETE /parties/:partyId', { ...at(id), body: { reason: '' } }, ada);
    await world.refused(key, message(id), ada, 'party_not_found');
    expect(await counted(id)).toMatchObject({ all: 0 });
  });

  it('is one of many at once in slow mode, with an image too; who moderates may go on', async () => {
    const [id, ada, bo] = await room();
    await chat(id, ada, 30);
    const statuses = async (made: readonly object[], as: FixtureMember) => {
      const answers = await Promise.all(made.map((one) => world.call(key, message(id, one), as)));
      return answers.map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ''}`).toSorted();
    };
    const [taken, refused] = ['200 ', '429 slow_mode'];
    expect(await statuses([{}, {}, {}, {}], bo)).toEqual([taken, refused, refused, refused]);
    world.clock!.advance(30_000);
    const images = [];
    for (const color of ['#102030', '#203040', '#304050'])
      images.push({
        content: '',
        fileId: await makeFile(world.ctx, bo, await pngOf(color), { purpose: 'chat_image' }),
      });
    expect(await statuses(images, bo)).toEqual([taken, refused, refused]);
    expect(await statuses([{}, {}], ada)).toEqual([taken, taken]);
    expect(await counted(id)).toEqual({ message_count: 4, published: 4, all: 4 });
  });

  it('is taken as often as the limit of messages allows, of many at once too', async () => {
    const [id, , bo] = await room();
    await setSiteSetting(world.ctx, 'spamMessages', 3);
    const answers = await Promise.all(Array.from({ length: 9 }, () => world.call(key, message(id), bo)));
    await setSiteSetting(world.ctx, 'spamMessages', 1000);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await events(id)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('that is held is not counted until staff release it', async () => {
    const [id, , bo] = await room();
    const staff = await world.member({ moderator: true });
    const { message: held } = await say(id, bo, 'Call me: +44 7700 900123');
    expect(await counted(id)).toEqual({ message_count: 0, published: 0, all: 1 });
    await world.ctx.db.tx((tx) => release(world.ctx, tx, chatMessage, held.id));
    expect(await counted(id)).toEqual({ message_count: 1, published: 1, all: 1 });
    expect((await events(id)).at(-1)).toMatchObject({ data: { message: { id: held.id } } });
    expect(await messages(id, staff)).toHaveLength(1);
  });
});
