import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#server/testing/world.ts';
import { notify } from './actions.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a notification', () => {
  it('is told each member once for one cause', async () => {
    const [one, two] = [await world.member(), await world.member()];
    const notice = { kind: 'staff', title: 'Hello', message: 'There', cause: 'test:1' } as const;
    const tell = (ids: string[]) => world.ctx.db.tx((tx) => notify(world.ctx, tx, ids, notice));
    expect(await tell([one.profileId, one.profileId])).toBe(1);
    expect(await tell([one.profileId, two.profileId])).toBe(1);
    expect(await tell([])).toBe(0);
  });

  it('is not told when what caused it was rolled back', async () => {
    const member = await world.member();
    const failing = world.ctx.db.tx(async (tx) => {
      await notify(world.ctx, tx, [member.profileId], { kind: 'staff', title: 'No', message: 'No', cause: 'test:2' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const { rows } = await world.ctx.db.pool.query('SELECT 1 FROM notifications WHERE user_id = $1', [
      member.profileId,
    ]);
    expect(rows).toEqual([]);
  });
});
