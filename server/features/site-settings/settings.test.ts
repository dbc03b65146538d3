import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#server/testing/world.ts';
import { setSiteSetting, siteSettings } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('site settings', () => {
  it('have the defaults of the specification until somebody changes them', async () => {
    expect(await siteSettings(world.ctx.db)).toMatchObject({
      spamPosts: 5,
      spamReplies: 20,
      spamUploads: 5,
      spamMessages: 200,
      duplicateHours: 1,
    });
    await setSiteSetting(world.ctx, 'spamPosts', 7);
    expect((await siteSettings(world.ctx.db)).spamPosts).toBe(7);
  });

  it('refuse what does not fit, and a stored value that fits no more counts as absent', async () => {
    await expect(setSiteSetting(world.ctx, 'spamPosts', -1)).rejects.toThrow();
    await world.ctx.db.pool.query(
      `INSERT INTO site_settings (name, value, updated_at) VALUES ('spamReplies', '"many"', now())`,
    );
    await setSiteSetting(world.ctx, 'spamUploads', 6);
    expect(await siteSettings(world.ctx.db)).toMatchObject({ spamReplies: 20, spamUploads: 6 });
  });
});
