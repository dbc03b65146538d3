import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';
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

  it('are changed by admins alone within their bounds, and undone from what the audit log has', async () => {
    const [admin, moderator] = [await world.member({ admin: true }), await world.member({ moderator: true })];
    const params = { name: 'duplicateHours' };
    await world.refused('PUT /staff/settings/:name', { params, body: { value: 3 } }, moderator, 'forbidden');
    for (const value of [9999, 1.5, '']) {
      const problem = await world.refused('PUT /staff/settings/:name', { params, body: { value } }, admin, 'invalid');
      expect(problem.fields).toEqual({ value: 'Enter a whole number from 0 to 720.' });
    }
    await world.refused(
      'PUT /staff/settings/:name',
      { params: { name: 'nothing' }, body: { value: 1 } },
      admin,
      'not_found',
    );
    const { generation } = world.ctx.pages;
    const { items, changes } = await world.ok('PUT /staff/settings/:name', { params, body: { value: 3 } }, admin);
    expect(world.ctx.pages.generation).toBeGreaterThan(generation);
    expect(items.find((one) => one.name === params.name)).toMatchObject({
      value: 3,
      default: 1,
      isDefault: false,
      field: { kind: 'number', min: 0, max: 720 },
    });
    expect(changes[0]).toMatchObject({ name: params.name, before: 1, after: 3, undo: null });
    expect(changes[0]!.by).toMatchObject({ id: admin.profileId });
    await world.ok('PUT /staff/settings/:name', { params, body: { value: changes[0]!.undo } }, admin);
    expect((await siteSettings(world.ctx.db)).duplicateHours).toBe(1);
    const shown = await world.ok('GET /staff/settings', {}, admin);
    expect(shown.items.find((one) => one.name === params.name)).toMatchObject({ value: 1, isDefault: true });
  });

  it('say who may sign up, whatever the configuration says', async () => {
    const admin = await world.member({ admin: true });
    const params = { name: 'signUp' };
    const signUp = { body: { email: 'later@example.org', password: 'seven blue kettles' } };
    await world.ok('PUT /staff/settings/:name', { params, body: { value: 'closed' } }, admin);
    expect((await world.ok('GET /session')).site.signUp).toBe('closed');
    await world.refused('POST /auth/sign-up', signUp, null, 'sign_up_closed');
    await world.refused('POST /invitations', { body: {} }, admin, 'sign_up_closed');
    await world.ok('PUT /staff/settings/:name', { params, body: { value: 'invitation' } }, admin);
    await world.refused('POST /auth/sign-up', signUp, null, 'invitation_required');
    await world.ok('PUT /staff/settings/:name', { params, body: { value: null } }, admin);
    await world.ok('POST /auth/sign-up', signUp);
  });

  it('name the site everywhere, until the name of the configuration counts again', async () => {
    const admin = await world.member({ admin: true });
    const configured = world.ctx.config.siteName;
    const params = { name: 'siteName' };
    const nameNow = async () => (await world.ok('GET /session')).site.name;
    await world.ok('PUT /staff/settings/:name', { params, body: { value: 'Harbour Sounds' } }, admin);
    await expect.poll(nameNow).toBe('Harbour Sounds');
    await world.refused('PUT /staff/settings/:name', { params, body: { value: 'a<b' } }, admin, 'invalid');
    await world.ok('PUT /staff/settings/:name', { params, body: { value: null } }, admin);
    await expect.poll(nameNow).toBe(configured);
  });
});
