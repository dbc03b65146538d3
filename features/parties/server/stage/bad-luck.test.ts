import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parties } from '#features/parties/contract/limits.ts';
import type { Stage } from '#features/parties/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { flushReactions } from '#features/parties/server/chat/reactions.ts';
import { armTimer, stopTimers } from './timers.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T20:00:00Z') });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const { at, elder, read, join, host, say, messages, events, stageOf, sign, track, queue, drive } = partyCalls(
  () => world,
);

describe('a room with bad luck', () => {
  it('takes a hundred joins at once, each member once', async () => {
    const id = await host(await elder());
    const members = [];
    for (let number = 0; number < 100; number++) members.push(await elder());
    // Side by side as far as the site lets them: whoever finds it busy gets that refusal, and tries again.
    const join100 = members.map(async (one) => {
      for (;;) if ((await world.call('POST /parties/:partyId/join', at(id), one)).status === 200) return;
    });
    await Promise.all(join100);
    expect((await read(id, members[0]!)).participantCount).toBe(101);
    const rows = await world.ctx.db.rows(sql`SELECT 1 FROM listening_party_participants WHERE party_id = ${id}`);
    expect(rows).toHaveLength(101);
  });

  it('sums ten thousand reactions up: one row a second of the track, and a few events', async () => {
    const ada = await elder();
    const id = await host(ada);
    await queue(id, ada, await track(ada));
    const itemId = (await drive(id, ada, 'play')).stage.item!.id;
    const announce = vi.spyOn(world.ctx.realtime, 'announce');
    const body = { itemId, key: 'fire' as const, atMs: 1500, count: 20 };
    for (let turn = 0; turn < 50; turn++)
      await Promise.all(
        Array.from({ length: 10 }, () => world.ok('POST /parties/:partyId/reactions', { ...at(id), body }, ada)),
      );
    await flushReactions(world.ctx);
    expect((await stageOf(id, ada)).reactions).toEqual([{ key: 'fire', atMs: 1000, count: 10_000 }]);
    // Twice a second at most: as many as half-seconds have passed, however slow this machine is.
    const sent = announce.mock.calls.filter(([, type]) => type === 'reactions').length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(250);
  });

  it('goes on without a track that is removed while it plays, at the next sign of anybody', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const [gone, next] = [await track(ada), await track(ada)];
    for (const one of [gone, next]) {
      await queue(id, ada, one);
      world.clock!.advance(10);
    }
    const before = (await drive(id, ada, 'play')).stage;
    await world.ok('DELETE /uploads/:uploadId', { params: { uploadId: gone.uploadId }, body: { reason: '' } }, ada);
    await sign(id, bo);
    const last = (await events(id)).at(-1)!;
    expect(last).toMatchObject({ type: 'stage_changed', data: { stage: { item: { trackId: next.trackId } } } });
    expect((await stageOf(id, bo)).stage.version).toBe(before.version + 1);
    await sign(id, bo);
    expect((await stageOf(id, bo)).stage.version).toBe(before.version + 1);
  });

  it('takes a message with its last character, and none with one more', async () => {
    const ada = await elder();
    const id = await host(ada);
    await say(id, ada, 'x'.repeat(2000));
    const long = { ...at(id), body: { content: 'x'.repeat(2001), submitId: randomUUID() } };
    await world.refused('POST /parties/:partyId/messages', long, ada, 'invalid');
    const endless = { ...at(id), body: { content: 'x'.repeat(10_000), submitId: randomUUID() } };
    await world.refused('POST /parties/:partyId/messages', endless, ada, 'invalid');
    expect(await messages(id, ada)).toHaveLength(1);
  });

  it('plays at the right position for a host whose own clock is off by a day: no command names a time', async () => {
    const ada = await elder();
    const id = await host(ada);
    await queue(id, ada, await track(ada));
    const wrong = { action: 'play' as const, positionMs: null, at: Date.now() - 86_400_000 };
    const { stage } = await world.ok('POST /parties/:partyId/stage', { ...at(id), body: wrong }, ada);
    expect(stage.at).toBe(world.clock!.now().getTime() + 300);
  });

  it('plays on when the server’s clock goes back by an hour, and ends what has ended when it goes ahead', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await join(id, bo);
    const [first, second] = [await track(ada), await track(ada)];
    await queue(id, ada, first);
    world.clock!.advance(10);
    await queue(id, ada, second);
    await drive(id, ada, 'play');
    world.clock!.advance(60_000);
    const latest = async () => {
      const last = (await events(id)).findLast(({ type }) => type === 'stage_changed');
      return (last!.data as { stage: Stage }).stage;
    };
    const before = await latest();
    // Pages would wait an hour for the beginning: the next sign of anybody gives it a time of the clock as it is now.
    world.clock!.advance(-3_600_000);
    await sign(id, bo);
    const now = world.clock!.now().getTime();
    expect(await latest()).toMatchObject({
      isPlaying: true,
      item: { id: before.item!.id },
      version: before.version + 1,
    });
    expect((await latest()).at - now).toBeLessThanOrEqual(parties.leadMaxMs);
    await sign(id, bo);
    expect((await latest()).version).toBe(before.version + 1);
    // What has ended by the clock gives way without anybody reading the room.
    world.clock!.advance(3_600_000);
    await sign(id, bo);
    expect(await latest()).toMatchObject({ isPlaying: true, item: { trackId: second.trackId } });
    world.clock!.advance(7_200_000);
    expect((await stageOf(id, ada)).stage).toMatchObject({ isPlaying: false, item: null });
  });

  it('goes on by itself when the database was away at the end of a track, and gives up with the site', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const advance = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'));
      const error = vi.fn<() => void>();
      const ctx = { db: {}, clock: { now: () => new Date(0) }, log: { error } } as unknown as Context;
      armTimer(ctx, 'a party', parties.leadMaxMs, advance);
      await vi.advanceTimersByTimeAsync(12_000);
      expect(advance.mock.calls.length).toBeGreaterThan(4);
      advance.mockResolvedValue();
      await vi.advanceTimersByTimeAsync(4000);
      const calls = advance.mock.calls.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(advance.mock.calls.length).toBe(calls);
      advance.mockRejectedValue(new Error('away'));
      armTimer(ctx, 'a party', 0, advance);
      await vi.advanceTimersByTimeAsync(5000);
      stopTimers(ctx);
      const after = advance.mock.calls.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(advance.mock.calls.length).toBe(after);
      expect(error).toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts a member who joins in two tabs at once as one person, and one who leaves in one as gone', async () => {
    const [ada, bo] = [await elder(), await elder()];
    const id = await host(ada);
    await Promise.all([join(id, bo), join(id, bo), join(id, bo)]);
    await Promise.all([sign(id, bo), sign(id, bo)]);
    const { items } = await world.ok('GET /parties/:partyId/participants', at(id), ada);
    expect(items.map(({ person }) => person.id)).toEqual([ada.profileId, bo.profileId]);
    expect((await read(id, ada)).participantCount).toBe(2);
    await world.ok('POST /parties/:partyId/leave', { ...at(id), body: {} }, bo);
    await world.refused(
      'PUT /parties/:partyId/presence',
      { ...at(id), body: { presence: 'here', roundTripMs: null } },
      bo,
      'not_joined',
    );
    expect((await read(id, ada)).participantCount).toBe(1);
  });
});
