import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { resolveViewer } from './sessions/session-reader.ts';
import { type World, openWorld, tokenOf } from './testing/world.ts';

let world: World;
let made = 0;
const address = (): string => `someone-${process.pid}-${Date.now()}-${made++}@example.org`;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('sessions', () => {
  test('signing out ends this one only, and clears the cookie', async () => {
    const member = await world.member();
    const other = world.visitor();
    await other.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    const stored = member.browser.cookie();
    await member.browser.call('POST /auth/sign-out');
    expect(member.browser.cookies.size).toBe(0);
    expect(await resolveViewer(world.ctx, stored)).toBeNull();
    expect((await other.call('GET /session')).viewer?.id).toBe(member.profileId);
  });

  test('signing out everywhere ends all and notifies open pages', async () => {
    const member = await world.member();
    const other = world.visitor();
    await other.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    const announce = vi.spyOn(world.ctx.realtime, 'announce');
    const endSessions = vi.spyOn(world.ctx.realtime, 'endSessions');
    await member.browser.call('POST /auth/sign-out-everywhere');
    expect((await other.call('GET /session')).viewer).toBeNull();
    expect(announce).toHaveBeenCalledWith(`viewer:${member.profileId}`, 'session', { event: 'signed_out' });
    expect(endSessions.mock.calls[0]?.[0]).toHaveLength(2);
    announce.mockRestore();
    endSessions.mockRestore();
  });

  test('one can be ended from another, but not a stranger’s', async () => {
    const member = await world.member();
    const other = world.visitor();
    await other.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    const { items } = await member.browser.call('GET /account/sessions');
    const target = items.find((item) => !item.current)!;
    const stranger = await world.member();
    expect(
      await stranger.browser.refused('DELETE /account/sessions/:sessionId', { params: { sessionId: target.id } }),
    ).toBe('not_found');
    expect(
      await stranger.browser.refused('DELETE /account/sessions/:sessionId', { params: { sessionId: 'nonsense' } }),
    ).toBe('not_found');
    await member.browser.call('DELETE /account/sessions/:sessionId', { params: { sessionId: target.id } });
    expect((await other.call('GET /session')).viewer).toBeNull();
    expect((await member.browser.call('GET /session')).viewer).not.toBeNull();
  });
});

describe('the account', () => {
  test('a changed password ends the other sessions and keeps this one', async () => {
    const member = await world.member();
    const other = world.visitor();
    await other.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    expect(
      await member.browser.refused('PUT /account/password', {
        body: { current: 'wrong one', password: 'silver otter 9' },
      }),
    ).toBe('invalid_credentials');
    expect(
      await member.browser.refused('PUT /account/password', {
        body: { current: member.password, password: 'password123' },
      }),
    ).toBe('weak_password');
    await member.browser.call('PUT /account/password', {
      body: { current: member.password, password: 'silver otter 9' },
    });
    expect((await other.call('GET /session')).viewer).toBeNull();
    expect((await member.browser.call('GET /session')).viewer).not.toBeNull();
    expect((await world.mails(member.email))[0]?.subject).toContain('was changed');
  });

  test('a changed address waits for its link; the old one gets a mail', async () => {
    const member = await world.member();
    const email = address();
    expect(await member.browser.refused('POST /account/email', { body: { email, password: 'wrong one' } })).toBe(
      'invalid_credentials',
    );
    await member.browser.call('POST /account/email', { body: { email, password: member.password } });
    expect(await member.browser.call('GET /account')).toMatchObject({ email: member.email, pendingEmail: email });
    expect(await world.mails(member.email)).toHaveLength(1);
    const token = tokenOf((await world.mails(email))[0]);
    await member.browser.call('POST /auth/verify', { body: { token } });
    expect(await member.browser.call('GET /account')).toMatchObject({ email, pendingEmail: null, emailVerified: true });
  });

  test('an address that belongs to somebody else cannot be taken over, and the answer does not reveal it', async () => {
    const [member, owner] = [await world.member(), await world.member()];
    expect(
      await member.browser.call('POST /account/email', { body: { email: owner.email, password: member.password } }),
    ).toEqual({ ok: true });
    expect((await world.mails(owner.email))[0]?.text).not.toContain('mode=verify');
    expect((await member.browser.call('GET /account')).email).toBe(member.email);
  });

  test('a username is changed if it is free, and no staff name', async () => {
    const [member, other] = [await world.member(), await world.member()];
    expect(await member.browser.refused('PUT /account/username', { body: { username: other.username } })).toBe(
      'username_taken',
    );
    expect(await member.browser.refused('PUT /account/username', { body: { username: 'moderator' } })).toBe(
      'username_taken',
    );
    const username = `n_${Date.now().toString(36)}`;
    expect(await member.browser.call('PUT /account/username', { body: { username: username.toUpperCase() } })).toEqual({
      username,
    });
    expect((await member.browser.call('GET /session')).viewer?.username).toBe(username);
  });

  test('being an adult is said and taken back', async () => {
    const member = await world.member();
    await member.browser.call('PUT /account/adult', { body: { adult: true } });
    expect((await member.browser.call('GET /session')).viewer?.adult).toBe(true);
    await member.browser.call('PUT /account/adult', { body: { adult: false } });
    expect((await member.browser.call('GET /session')).viewer?.adult).toBe(false);
  });

  test('a visitor gets nothing of it', async () => {
    expect(await world.visitor().refused('GET /account')).toBe('sign_in_required');
    expect(await world.visitor().refused('POST /account/exports')).toBe('sign_in_required');
    expect(await world.visitor().refused('PUT /account/password', { body: { current: 'x', password: 'y' } })).toBe(
      'session_missing',
    );
  });
});
