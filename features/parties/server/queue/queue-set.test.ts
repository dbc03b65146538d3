import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterAll(() => world.close());

const { at, elder, join, host, stageOf, track, queue } = partyCalls(() => world);

interface Track {
  readonly uploadId: string;
  readonly trackId: string;
}

/** A set with these tracks, in this order. */
async function setOf(author: FixtureMember, tracks: readonly Track[], more: object = {}) {
  const itemId = await makeItem(world.ctx, 'set', author, more);
  for (const one of tracks)
    await world.ok('POST /sets/:itemId/entries', { params: { itemId }, body: { track: one } }, author);
  return itemId;
}

/** A later minute for each: uploads in quick succession are refused. */
async function severalTracks(author: FixtureMember, count: number, more: Parameters<typeof track>[1] = {}) {
  const made: Track[] = [];
  for (let number = 0; number < count; number++) {
    world.clock!.advance(660_000);
    made.push(await track(author, { content: `Take ${randomUUID()}`, ...more }));
  }
  return made;
}

const call = 'POST /parties/:partyId/queue/set';
const body = (partyId: string, setId: string) => ({ ...at(partyId), body: { setId } });
const add = (partyId: string, setId: string, as: FixtureMember) => world.ok(call, body(partyId, setId), as);
const setState = (table: 'uploads' | 'sets', id: string, change: string) =>
  world.ctx.db.rows(sql`UPDATE ${sql.raw(table)} SET ${sql.raw(change)} WHERE id = ${id}`);

describe('a set in the queue of a party', () => {
  it('adds what everybody in the room may hear in its order, and says how many are left out and why', async () => {
    const [ada, bo] = [await elder({ adult: true }), await elder()];
    const all = await severalTracks(ada, 6);
    const [one, hushed, adult, gone, waits, two] = all as [Track, Track, Track, Track, Track, Track];
    const setId = await setOf(ada, all);
    const params = { itemId: setId };
    const elsewhere = await makeItem(world.ctx, 'song', ada, { title: 'Elsewhere', artist: 'Somebody' });
    await world.ok('POST /sets/:itemId/entries', { params, body: { songId: elsewhere } }, ada);
    await setState('uploads', hushed.uploadId, `state = 'private'`);
    await setState('uploads', adult.uploadId, 'is_adult = true');
    const removal = { params: { uploadId: gone.uploadId }, body: { reason: '' } };
    await world.ok('DELETE /uploads/:uploadId', removal, ada);
    const id = await host(ada);
    await join(id, bo);
    await queue(id, ada, waits);
    world.clock!.advance(10);
    const { queue: next, ...counts } = await add(id, setId, bo);
    expect(counts).toEqual({ total: 7, added: 2, leftOut: { notPlayable: 4, alreadyQueued: 1, noRoom: 0 } });
    const expected = [waits, one, two].map(({ trackId }) => trackId);
    expect(next.map((item) => item.trackId)).toEqual(expected);
    expect((await stageOf(id, ada)).queue.map((item) => item.trackId)).toEqual(expected);
    // All of it waits, or cannot be played.
    await world.refused(call, body(id, setId), bo, 'set_not_playable');
  });

  it('fills the queue up to its limit for one member, and is refused beyond it', async () => {
    const ada = await elder();
    const all = await severalTracks(ada, 3);
    const setId = await setOf(ada, all);
    const id = await host(ada);
    for (const waiting of await severalTracks(ada, limits.queuedPerMember - 2)) await queue(id, ada, waiting);
    world.clock!.advance(10);
    const { added, leftOut, queue: next } = await add(id, setId, ada);
    expect({ added, leftOut }).toEqual({ added: 2, leftOut: { notPlayable: 0, alreadyQueued: 0, noRoom: 1 } });
    expect(next.slice(-2).map((item) => item.trackId)).toEqual(all.slice(0, 2).map(({ trackId }) => trackId));
    await world.refused(call, body(id, setId), ada, 'queue_full');
    expect((await stageOf(id, ada)).queue).toHaveLength(limits.queuedPerMember);
  });

  it('is one that is public or one’s own, and not removed; who adds it has joined', async () => {
    const [ada, bo, cy] = [await elder({ adult: true }), await elder(), await elder()];
    const [one] = (await severalTracks(ada, 1)) as [Track];
    const setId = await setOf(ada, [one]);
    const id = await host(ada);
    await world.refused(call, body(id, setId), cy, 'not_joined');
    await join(id, bo);
    await setState('sets', setId, 'is_adult = true');
    await world.refused(call, body(id, setId), bo, 'adults_only');
    await setState('sets', setId, `is_adult = false, state = 'private'`);
    await world.refused(call, body(id, setId), bo, 'set_not_found');
    const staff = await elder({ moderator: true });
    await join(id, staff);
    await world.refused(call, body(id, setId), staff, 'set_not_found');
    expect(await add(id, setId, ada)).toMatchObject({ added: 1, total: 1 });
    await world.ok('DELETE /sets/:itemId', { params: { itemId: setId }, body: {} }, ada);
    await world.refused(call, body(id, setId), ada, 'set_not_found');
    await world.refused(call, body(id, randomUUID()), ada, 'set_not_found');
    const empty = await setOf(ada, []);
    await world.refused(call, body(id, empty), ada, 'set_not_playable');
  });

  it('has no track of a member who blocks the one who adds it', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const [[own], [theirs]] = [await severalTracks(bo, 1), await severalTracks(ada, 1)];
    const setId = await setOf(bo, [own!, theirs!]);
    const id = await host(bo);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: bo.profileId } }, ada);
    expect(await add(id, setId, bo)).toMatchObject({ added: 1, total: 2, leftOut: { notPlayable: 1 } });
  });
});
