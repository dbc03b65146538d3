import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { costsDuring } from '#site/testing/hashing.ts';
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
      const wrong = { body: { email, password: 'not this one' } };
      const costs = await costsDuring(async () =>
        expect(await world.visitor().refused('POST /auth/sign-in', wrong)).toBe('invalid_credentials'),
      );
      // Tens of milliseconds; everything else takes a few.
      expect(costs).toEqual([16_384 * 16]);
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

test.each([
  ['Élodie@example.org', 'élodie@example.org'],
  ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
  ['иван.П+news@BÜCHER.example', 'иван.п+news@xn--bcher-kva.example'],
  ['E\u0301va@xn--bcher-kva.example', 'éva@xn--bcher-kva.example'],
])('%s signs up, verifies, signs in by password and code, and resets the password', async (typed, email) => {
  const browser = world.visitor();
  await browser.call('POST /auth/sign-up', { body: { email: typed, password: PASSWORD, displayName: 'Nora' } });
  await browser.call('POST /auth/verify', { body: { token: tokenOf((await world.mails(email))[0]) } });
  for (const written of [typed, email, email.toUpperCase()])
    expect(
      await world.visitor().call('POST /auth/sign-in', { body: { email: written, password: PASSWORD } }),
    ).toMatchObject({
      status: 'signed_in',
    });
  const other = world.visitor();
  await other.call('POST /auth/email-code', { body: { email: typed } });
  const code = codeOf((await world.mails(email))[0]);
  expect(await other.call('POST /auth/email-code/sign-in', { body: { email: typed, code } })).toMatchObject({
    status: 'signed_in',
  });
  await other.call('POST /auth/reset-request', { body: { email: typed } });
  const token = tokenOf((await world.mails(email))[0]);
  await other.call('POST /auth/reset', { body: { token, password: 'silver otter 9' } });
});

test('an address that no mail server could take is refused beside its field', async () => {
  for (const email of [
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'a\u202eb@example.org',
    'ada@exa mple.org',
    'ada@example',
    'ada@-x.org/y',
    '🥁@example.org',
    '.ada@example.org',
    'a..b@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])
    expect([email, await world.visitor().refused('POST /auth/email-code', { body: { email } })]).toEqual([
      email,
      'invalid',
    ]);
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

test('in production the cookie goes over https only', async () => {
  const secure = world.under({ SITE_URL: 'https://loop.example', SMTP_URL: 'smtp://127.0.0.1:1' });
  const member = await secure.member();
  const browser = secure.visitor();
  await browser.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
  expect(browser.lines[0]).toMatch(/^__Host-looproom\.session_token=/);
  expect(browser.lines[0]).toMatch(/; Secure/);
  expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
});
