import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { eraseJob } from '#people/accounts/server/leaving/deletion.ts';
import { offerSetup } from './setup.ts';
import { type World, openWorld } from '#people/accounts/server/testing/world.ts';

let world: World;
beforeAll(async () => {
  // Always an empty database of its own.
  world = await openWorld({ DATABASE_URL: '' });
});
afterAll(() => world.close());

/** Starts once more, as another process would. @returns the token of the logged link. */
async function offer(): Promise<string> {
  const log = vi.spyOn(world.ctx.log, 'warn');
  await offerSetup(world.ctx);
  const text = String(log.mock.calls[0]?.[0] ?? '');
  log.mockRestore();
  return /\/auth\?setup=([\w-]+)/.exec(text)?.[1] ?? '';
}

describe('the owner', () => {
  const body = { email: 'owner@example.org', password: 'tall green lamp' };

  test('is offered a link while there are members but no admin, and the link from before them still works', async () => {
    const early = await offer();
    await world.visitor().call('POST /auth/sign-up', { body: { ...body, email: 'stranger@example.org' } });
    const late = await offer();
    for (const token of [early, late])
      expect(
        await world.visitor().refused('POST /setup', { body: { ...body, token, password: 'password123' } }),
        'the link is looked at, not refused as closed',
      ).toBe('weak_password');
  });

  test('keeps the address that a verified member has', async () => {
    const member = await world.member();
    const token = await offer();
    expect(await world.visitor().refused('POST /setup', { body: { ...body, token, email: member.email } })).toBe(
      'setup_address_taken',
    );
    expect((await member.browser.call('GET /session')).viewer).toMatchObject({ isAdmin: false });
  });

  test('takes over an unverified account with the address, without what a stranger put into it', async () => {
    const stranger = await world.member({ email: body.email, verified: false });
    const browser = world.visitor();
    await browser.call('POST /setup', { body: { ...body, token: await offer() } });
    expect((await browser.call('GET /session')).viewer).toMatchObject({ isAdmin: true, verified: true });
    expect((await stranger.browser.call('GET /session')).viewer).toBeNull();
    expect(
      await world.visitor().refused('POST /auth/sign-in', { body: { ...body, password: stranger.password } }),
    ).toBe('invalid_credentials');
    await world.ctx.db.rows(sql`UPDATE profiles SET is_admin = false`);
  });

  test('is made by a logged one-time link, verified and signed in; of two at once there is one', async () => {
    const tokens = [await offer(), await offer()];
    expect(tokens[0]).not.toBe(tokens[1]);
    expect(await world.visitor().refused('POST /setup', { body: { ...body, token: 'made-up-token' } })).toBe(
      'link_expired',
    );
    expect(
      await world.visitor().refused('POST /setup', { body: { ...body, token: tokens[0]!, password: 'password123' } }),
    ).toBe('weak_password');
    const browsers = [world.visitor(), world.visitor()];
    const results = await Promise.allSettled(
      browsers.map((browser, index) =>
        browser.call('POST /setup', { body: { ...body, email: `owner${index}@example.org`, token: tokens[index]! } }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const winner = browsers[results.findIndex((result) => result.status === 'fulfilled')]!;
    expect((await winner.call('GET /session')).viewer).toMatchObject({ isAdmin: true, verified: true });
    const owners = await world.ctx.db.rows<{ username: string }>(sql`SELECT username FROM profiles WHERE is_admin`);
    expect(owners).toHaveLength(1);
    expect(owners[0]!.username).toMatch(/^owner\d$/);
  });

  test('is made once: no link works afterwards, and none is offered', async () => {
    expect(await world.visitor().refused('POST /setup', { body: { ...body, token: 'made-up-token' } })).toBe(
      'setup_closed',
    );
    expect(await offer()).toBe('');
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM account_links WHERE purpose = 'setup'`)).toEqual([]);
  });
});

test('a deletion is refused to the last admin, at the asking and when it is due', async () => {
  await world.ctx.db.rows(sql`UPDATE profiles SET is_admin = false`);
  const [one, two] = [await world.member({ admin: true }), await world.member({ admin: true })];
  await one.browser.call('POST /account/deletion', { body: { password: one.password } });
  expect(await two.browser.refused('POST /account/deletion', { body: { password: two.password } })).toBe('last_admin');
  await world.ctx.db.rows(sql`UPDATE profiles SET is_admin = false WHERE id = ${two.profileId}`);
  await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(Date.now() - 1)} WHERE id = ${one.userId}`);
  await eraseJob.run(world.ctx, { userId: one.userId });
  expect((await one.browser.call('GET /account')).deletionAt).toBeNull();
});
