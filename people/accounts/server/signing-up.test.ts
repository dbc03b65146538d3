import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#people/accounts/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld, tokenOf } from './testing/world.ts';

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

describe.concurrent('signing up', () => {
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
    expect(reply).toEqual({ ok: true, ticket: expect.stringMatching(/^[\da-f-]{36}\.[\w-]{43}$/) });
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

describe.concurrent('proving an address', () => {
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
