import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { account } from '#contract/limits/accounts.ts';
import { sql } from '#server/platform/db/database.ts';
import { atRealCost } from '#server/testing/hashing.ts';
import { resolveViewer } from './sessions/session-reader.ts';
import { type World, codeOf, openWorld, tokenOf } from './testing/world.ts';

const PASSWORD = 'grey heron 41';
let world: World;
let made = 0;
const address = (): string => `someone-${process.pid}-${Date.now()}-${made++}@example.org`;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function signUp(email = address()): Promise<string> {
  await world.visitor().call('POST /auth/sign-up', { body: { email, password: PASSWORD, displayName: 'Nora Lind' } });
  return email;
}

/** The account of an address, as the database has it. */
async function madeOf(email: string) {
  type Made = Record<'username' | 'display_name', string> & Record<'is_admin' | 'email_verified', boolean>;
  const [row] = await world.ctx.db.rows<Made>(
    sql`SELECT p.username, p.display_name, p.is_admin, u.email_verified FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.email = ${email}`,
  );
  return row!;
}

describe('signing up', () => {
  test('makes an unverified account with a username from the display name, and mails a link', async () => {
    const email = await signUp();
    expect(await madeOf(email)).toMatchObject({ display_name: 'Nora Lind', email_verified: false, is_admin: false });
    expect((await madeOf(email)).username).toMatch(/^nora_lind\d*$/);
    const [mail] = await world.mails(email);
    expect(mail?.text).toContain('/auth?mode=verify&token=');
  });

  test('does not sign in by itself', async () => {
    const browser = world.visitor();
    await browser.call('POST /auth/sign-up', { body: { email: address(), password: PASSWORD } });
    expect(browser.cookies.size).toBe(0);
  });

  test('without a display name: Anonymous User, and the username comes from the address', async () => {
    const email = `quiet.owl${made++}x${process.pid}@example.org`;
    await world.visitor().call('POST /auth/sign-up', { body: { email, password: PASSWORD } });
    expect(await madeOf(email)).toMatchObject({ display_name: account.defaultDisplayName });
    expect((await madeOf(email)).username).toMatch(/^quiet_owl/);
  });

  test('never gives out a staff name', async () => {
    const email = `admin@staff-${Date.now()}-${made++}.example`;
    const named = { email, password: PASSWORD, displayName: 'Admin' };
    expect(await world.visitor().refused('POST /auth/sign-up', { body: named })).toBe('name_refused');
    await world.visitor().call('POST /auth/sign-up', { body: { email, password: PASSWORD } });
    expect((await madeOf(email)).username).toMatch(/^member\d+$/);
  });

  test('two people who sign up with the same name at once get different usernames', async () => {
    const emails = [address(), address(), address()];
    await Promise.all(emails.map((email) => signUp(email)));
    const names = await world.ctx.db.rows<{ username: string }>(
      sql`SELECT p.username FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.email = ANY(${emails}::text[])`,
    );
    expect(new Set(names.map((row) => row.username)).size).toBe(3);
  });

  test('with a taken address answers the same, changes nothing, and sends its owner a mail', async () => {
    const email = await signUp();
    const reply = await world
      .visitor()
      .call('POST /auth/sign-up', { body: { email: email.toUpperCase(), password: 'another heron 42' } });
    expect(reply).toEqual({ ok: true });
    expect(await world.visitor().refused('POST /auth/sign-in', { body: { email, password: 'another heron 42' } })).toBe(
      'invalid_credentials',
    );
    const subjects = (await world.mails(email)).map((mail) => mail.subject);
    expect(subjects).toContain('You already have an account at Looproom');
  });

  test('takes no less than its fixed time, for a taken address as for a free one', async () => {
    const email = await signUp();
    const time = async (to: string): Promise<number> => {
      const start = performance.now();
      await world.visitor().call('POST /auth/sign-up', { body: { email: to, password: PASSWORD } });
      return performance.now() - start;
    };
    for (const to of [email, address()]) expect(await time(to)).toBeGreaterThan(240);
  });

  test.each(['password123', 'Qwerty12345', 'aaaaaaaaaa', 'looproom1', '1q2w3e4r5t'])(
    'refuses the common password %s',
    async (password) => {
      expect(await world.visitor().refused('POST /auth/sign-up', { body: { email: address(), password } })).toBe(
        'weak_password',
      );
    },
  );

  test('refuses a password made of the address, one that is too short, and one that is too long', async () => {
    const visitor = world.visitor();
    expect(
      await visitor.refused('POST /auth/sign-up', {
        body: { email: 'wilhelmina@example.org', password: 'Wilhelmina7' },
      }),
    ).toBe('weak_password');
    expect(await visitor.refused('POST /auth/sign-up', { body: { email: address(), password: 'x7!kq2b' } })).toBe(
      'invalid',
    );
    expect(
      await visitor.refused('POST /auth/sign-up', { body: { email: address(), password: 'ab3'.repeat(50) } }),
    ).toBe('invalid');
  });
});

describe('signing in', () => {
  test('sets a http-only, same-site cookie', async () => {
    const member = await world.member();
    const browser = world.visitor();
    await browser.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    expect(browser.lines[0]).toMatch(/^looproom\.session_token=/);
    expect(browser.lines[0]).toMatch(/HttpOnly/);
    expect(browser.lines[0]).toMatch(/SameSite=Lax/);
    expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  });

  test('answers a wrong password and an unknown address alike, after the same work', async () => {
    const member = await world.member();
    for (const email of [member.email, address()]) {
      const start = performance.now();
      const wrong = { body: { email, password: 'not this one' } };
      expect(await atRealCost(() => world.visitor().refused('POST /auth/sign-in', wrong))).toBe('invalid_credentials');
      // Hashing takes tens of milliseconds, everything else a few.
      expect(performance.now() - start).toBeGreaterThan(15);
    }
  });

  test('a cookie that we did not sign, or an expired session, is nobody', async () => {
    const member = await world.member();
    const [name, value = ''] = member.cookie.split('=');
    const token = decodeURIComponent(value).split('.')[0]!;
    for (const forged of [
      token,
      `${token}.`,
      `${token}.AAAA`,
      `${token}.${Buffer.alloc(32).toString('base64')}`,
      '%E0%A4%A',
      '',
    ]) {
      expect(await resolveViewer(world.ctx, `${name}=${encodeURIComponent(forged)}`)).toBeNull();
    }
    expect(await resolveViewer(world.ctx, member.cookie)).not.toBeNull();
    await world.ctx.db.rows(
      sql`UPDATE sessions SET expires_at = ${new Date(Date.now() - 1000)} WHERE user_id = ${member.userId}`,
    );
    expect(await resolveViewer(world.ctx, member.cookie)).toBeNull();
  });

  test('the caller’s address comes from the connection', async () => {
    const member = await world.member();
    const browser = world.visitor({ address: '203.0.113.7' });
    await browser.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    const { items } = await browser.call('GET /account/sessions');
    expect(items.find((item) => item.current)).toMatchObject({ address: '203.0.113.7', device: 'Firefox on Linux' });
  });

  test('a session in use is prolonged, and notes its last use, after the answer', async () => {
    const member = await world.member();
    const old = new Date(Date.now() - 10 * 86_400_000);
    const near = new Date(Date.now() + 20 * 86_400_000);
    await world.ctx.db.rows(
      sql`UPDATE sessions SET last_used_at = ${old}, expires_at = ${near} WHERE user_id = ${member.userId}`,
    );
    expect(await resolveViewer(world.ctx, member.cookie)).not.toBeNull();
    await vi.waitFor(async () => {
      const [row] = await world.ctx.db.rows<{ last_used_at: Date; expires_at: Date }>(
        sql`SELECT last_used_at, expires_at FROM sessions WHERE user_id = ${member.userId}`,
      );
      expect(row!.last_used_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(row!.expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    });
  });

  test('a suspension and a silence count while they are in force', async () => {
    const soon = new Date(Date.now() + 60_000);
    const past = new Date(Date.now() - 60_000);
    const suspended = await world.member({ suspendedUntil: soon, silencedUntil: past });
    expect(await resolveViewer(world.ctx, suspended.cookie)).toMatchObject({
      suspendedUntil: soon,
      silencedUntil: null,
    });
    expect((await suspended.browser.call('GET /account')).email).toBe(suspended.email);
  });
});

describe('a mailed code', () => {
  test('signs in once', async () => {
    const member = await world.member();
    const browser = world.visitor();
    await browser.call('POST /auth/email-code', { body: { email: member.email } });
    const code = codeOf((await world.mails(member.email))[0]);
    expect(await browser.call('POST /auth/email-code/sign-in', { body: { email: member.email, code } })).toMatchObject({
      status: 'signed_in',
    });
    expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
    expect(
      await world.visitor().refused('POST /auth/email-code/sign-in', { body: { email: member.email, code } }),
    ).toBe('code_wrong');
  });

  test('is dead once a newer one was sent', async () => {
    const member = await world.member();
    const browser = world.visitor();
    await browser.call('POST /auth/email-code', { body: { email: member.email } });
    const first = codeOf((await world.mails(member.email))[0]);
    await browser.call('POST /auth/email-code', { body: { email: member.email } });
    const second = codeOf((await world.mails(member.email))[0]);
    if (first !== second)
      expect(
        await browser.refused('POST /auth/email-code/sign-in', { body: { email: member.email, code: first } }),
      ).toBe('code_wrong');
    await browser.call('POST /auth/email-code/sign-in', { body: { email: member.email, code: second } });
  });

  test('for an unknown address: the same answer, and no mail', async () => {
    const email = address();
    expect(await world.visitor().call('POST /auth/email-code', { body: { email } })).toEqual({ ok: true });
    expect(await world.mails(email)).toEqual([]);
  });

  test('gives an account that somebody else signed up with to the owner of the address, without the other’s password and sessions', async () => {
    const { email, browser: intruder } = await world.member({ verified: false, password: PASSWORD });
    const owner = world.visitor();
    await owner.call('POST /auth/email-code', { body: { email } });
    const code = codeOf((await world.mails(email))[0]);
    expect(await owner.call('POST /auth/email-code/sign-in', { body: { email, code } })).toMatchObject({
      viewer: { verified: true },
    });
    expect((await intruder.call('GET /session')).viewer).toBeNull();
    expect(await world.visitor().refused('POST /auth/sign-in', { body: { email, password: PASSWORD } })).toBe(
      'invalid_credentials',
    );
  });
});

describe('proving an address', () => {
  test('by the mailed link, once; a second press says that it is done, and opens nothing', async () => {
    const email = await signUp();
    const token = tokenOf((await world.mails(email))[0]);
    expect(await world.visitor().call('POST /auth/verify', { body: { token } })).toMatchObject({ ok: true, email });
    const again = world.visitor();
    expect(await again.refused('POST /auth/verify', { body: { token } })).toBe('already_verified');
    expect((await again.call('GET /session')).viewer).toBeNull();
    await world.ctx.db.rows(sql`UPDATE users SET email = ${`now-${email}`} WHERE email = ${email}`);
    expect(await again.refused('POST /auth/verify', { body: { token } })).toBe('link_expired');
  });

  test('not by a link that has expired, that nobody sent, or that was sent for a reset', async () => {
    const email = await signUp();
    const token = tokenOf((await world.mails(email))[0]);
    await world.ctx.db.rows(
      sql`UPDATE account_links SET expires_at = ${new Date(Date.now() - 1)} WHERE email = ${email}`,
    );
    expect(await world.visitor().refused('POST /auth/verify', { body: { token } })).toBe('link_expired');
    expect(await world.visitor().refused('POST /auth/verify', { body: { token: 'made-up-token' } })).toBe(
      'link_expired',
    );
    await world.visitor().call('POST /auth/reset-request', { body: { email } });
    const reset = tokenOf((await world.mails(email))[0]);
    expect(await world.visitor().refused('POST /auth/verify', { body: { token: reset } })).toBe('link_expired');
  });

  test('two clicks at once use a link once', async () => {
    const email = await signUp();
    const token = tokenOf((await world.mails(email))[0]);
    const results = await Promise.allSettled(
      [1, 2].map(() => world.visitor().call('POST /auth/verify', { body: { token } })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  test('the link is mailed again on request, but not to who is verified', async () => {
    const member = await world.member({ verified: false });
    await member.browser.call('POST /auth/resend-verification');
    expect(await world.mails(member.email)).toHaveLength(1);
    const verified = await world.member();
    await verified.browser.call('POST /auth/resend-verification');
    expect(await world.mails(verified.email)).toEqual([]);
  });

  test('no token lies in the database', async () => {
    const email = await signUp();
    const token = tokenOf((await world.mails(email))[0]);
    const rows = await world.ctx.db.rows(sql`SELECT 1 FROM account_links WHERE token_hash = ${token}`);
    expect(token).not.toBe('');
    expect(rows).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('signs nobody out where another member opens the link', async () => {
    const [member, other] = [await world.member(), await world.member()];
    await world.visitor().call('POST /auth/reset-request', { body: { email: member.email } });
    const token = tokenOf((await world.mails(member.email))[0]);
    const answer = await other.browser.call('POST /auth/reset', { body: { token, password: 'silver otter 9' } });
    expect(answer.session).toBe('none');
    expect((await other.browser.call('GET /session')).viewer?.id).toBe(other.profileId);
  });

  test('is reset by the mailed link, which ends every session and works once', async () => {
    const member = await world.member();
    const endSessions = vi.spyOn(world.ctx.realtime, 'endSessions');
    await world.visitor().call('POST /auth/reset-request', { body: { email: member.email } });
    const [mail] = await world.mails(member.email);
    expect(mail?.text).toContain('/auth?mode=reset&token=');
    const token = tokenOf(mail);
    expect(await world.visitor().refused('POST /auth/reset', { body: { token, password: 'password123' } })).toBe(
      'weak_password',
    );
    const opener = world.visitor();
    expect(await opener.call('POST /auth/reset', { body: { token, password: 'silver otter 9' } })).toEqual({
      ok: true,
      session: 'opened',
    });
    // The browser that opened the link is signed in, every other one is not.
    expect((await opener.call('GET /session')).viewer?.id).toBe(member.profileId);
    expect((await member.browser.call('GET /session')).viewer).toBeNull();
    expect(endSessions).toHaveBeenCalled();
    expect(await world.visitor().refused('POST /auth/reset', { body: { token, password: 'silver otter 10' } })).toBe(
      'link_expired',
    );
    expect(
      await world.visitor().refused('POST /auth/sign-in', { body: { email: member.email, password: member.password } }),
    ).toBe('invalid_credentials');
    expect(
      await world.visitor().call('POST /auth/sign-in', { body: { email: member.email, password: 'silver otter 9' } }),
    ).toMatchObject({ status: 'signed_in' });
    endSessions.mockRestore();
  });

  test('for an unknown address: the same answer, and no mail', async () => {
    const email = address();
    expect(await world.visitor().call('POST /auth/reset-request', { body: { email } })).toEqual({ ok: true });
    expect(await world.mails(email)).toEqual([]);
  });
});

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

test('in production the cookie goes over https only', async () => {
  const secure = await openWorld({ SITE_URL: 'https://loop.example', SMTP_URL: 'smtp://127.0.0.1:1' });
  const member = await secure.member();
  const browser = secure.visitor();
  await browser.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
  expect(browser.lines[0]).toMatch(/^__Host-looproom\.session_token=/);
  expect(browser.lines[0]).toMatch(/; Secure/);
  expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  await secure.close();
});
