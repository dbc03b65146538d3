import { symmetricEncrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#contract/limits/accounts.ts';
import { sql } from '#server/platform/db/database.ts';
import { authOf } from './sign-in/auth.ts';
import { hashRecoveryCodes } from './recovery-codes.ts';
import { resolveViewer } from './sessions/session-reader.ts';
import { type World as AccountsWorld, authenticatorCode, openWorld as openAccountsWorld } from './testing/world.ts';
import { type World, openWorld } from '#server/testing/world.ts';

const DAY = 86_400_000;

describe('a session', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ clock: new Date('2026-03-01T12:00:00Z'), environment: { SESSION_DAYS: '20' } });
  });
  afterAll(() => world.close());
  const isSignedIn = async (cookie: string) => (await resolveViewer(world.ctx, cookie)) !== null;

  test('ends as many days after its last use as the operator has set', async () => {
    const { cookie } = await world.member();
    world.clock!.advance(19 * DAY);
    expect(await isSignedIn(cookie)).toBe(true);
    const idle = await world.member();
    world.clock!.advance(21 * DAY);
    expect(await isSignedIn(idle.cookie)).toBe(false);
  });

  test('ends a year after it was opened, however much it is used', async () => {
    const { cookie, userId } = await world.member();
    const opened = world.clock!.now();
    for (let days = 0; days < account.sessionMaxDays - 10; days += 10) {
      expect(await isSignedIn(cookie), `after ${days} days`).toBe(true);
      await expect
        .poll(
          async () => {
            const [row] = await world.ctx.db.rows<{ at: Date }>(
              sql`SELECT last_used_at AS at FROM sessions WHERE user_id = ${userId}`,
            );
            return row?.at.getTime();
          },
          { interval: 2 },
        )
        .toBe(world.clock!.now().getTime());
      world.clock!.advance(10 * DAY);
    }
    const [row] = await world.ctx.db.rows<{ at: Date }>(
      sql`SELECT expires_at AS at FROM sessions WHERE user_id = ${userId}`,
    );
    expect(row!.at.getTime()).toBeLessThanOrEqual(opened.getTime() + account.sessionMaxDays * DAY);
    // Even where the row says otherwise, as rows of older versions may.
    await world.ctx.db.rows(sql`UPDATE sessions SET expires_at = '2030-01-01' WHERE user_id = ${userId}`);
    expect(await isSignedIn(cookie)).toBe(true);
    world.clock!.advance(11 * DAY);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('leaves nothing of the member’s pages in the browser when they sign out', async () => {
    for (const key of ['POST /auth/sign-out', 'POST /auth/sign-out-everywhere'] as const) {
      const answer = await world.call(key, {}, await world.member());
      expect(answer.headers['clear-site-data']).toBe('"cache"');
      expect(String(answer.headers['set-cookie'])).toMatch(/^looproom\.session_token=; Max-Age=0/);
    }
  });
});

describe('recovery codes', () => {
  let world: AccountsWorld;
  beforeAll(async () => {
    world = await openAccountsWorld();
  });
  afterAll(() => world.close());

  const stored = async (userId: string): Promise<string> => {
    const [row] = await world.ctx.db.rows<{ backup_codes: string }>(
      sql`SELECT backup_codes FROM two_factors WHERE user_id = ${userId}`,
    );
    return row!.backup_codes;
  };
  const turnOn = async () => {
    const member = await world.member();
    const { password } = member;
    const { secret } = await member.browser.call('POST /account/two-factor/start', { body: { password } });
    const { recoveryCodes } = await member.browser.call('POST /account/two-factor/confirm', {
      body: { code: authenticatorCode(secret) },
    });
    return { ...member, recoveryCodes };
  };
  const signIn = async (member: { email: string; password: string }) => {
    const browser = world.visitor();
    await browser.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    return browser;
  };

  test('lie in the database as hashes, first ones and renewed ones, and each works once', async () => {
    const member = await turnOn();
    const { recoveryCodes: renewed } = await member.browser.call('POST /account/two-factor/recovery-codes', {
      body: { password: member.password },
    });
    expect(new Set([...member.recoveryCodes, ...renewed]).size).toBe(2 * account.recoveryCodes);
    const saved = JSON.parse(await stored(member.userId)) as string[];
    expect(saved).toHaveLength(account.recoveryCodes);
    for (const hash of saved) expect(hash).toMatch(/^hmac:[\w-]{43}$/);
    // A hash that somebody has read is no code.
    const body = { kind: 'recovery', code: renewed[3]! } as const;
    expect(
      await (
        await signIn(member)
      ).refused('POST /auth/two-factor', { body: { ...body, code: saved[3]!.slice(0, 40) } }),
    ).toBe('code_wrong');
    expect(
      await (
        await signIn(member)
      ).refused('POST /auth/two-factor', { body: { ...body, code: member.recoveryCodes[3]! } }),
    ).toBe('code_wrong');
    expect(await (await signIn(member)).call('POST /auth/two-factor', { body })).toMatchObject({ status: 'signed_in' });
    expect(await (await signIn(member)).refused('POST /auth/two-factor', { body })).toBe('code_wrong');
    expect((await member.browser.call('GET /account')).recoveryCodesLeft).toBe(account.recoveryCodes - 1);
  });

  test('that an older version stored encrypted go on working, as hashes', async () => {
    const member = await turnOn();
    const codes = ['abcde-12345', 'fghij-67890'];
    const { secretConfig } = await authOf(world.ctx).$context;
    const encrypted = await symmetricEncrypt({ key: secretConfig, data: JSON.stringify(codes) });
    await world.ctx.db.rows(sql`UPDATE two_factors SET backup_codes = ${encrypted} WHERE user_id = ${member.userId}`);
    await hashRecoveryCodes(world.ctx);
    expect(await stored(member.userId)).toMatch(/^\["hmac:/);
    const body = { kind: 'recovery', code: codes[1]! } as const;
    expect(await (await signIn(member)).call('POST /auth/two-factor', { body })).toMatchObject({ status: 'signed_in' });
  });
});

describe('where the operator asks two factors of staff', () => {
  let world: AccountsWorld;
  beforeAll(async () => {
    world = await openAccountsWorld({ STAFF_TWO_FACTOR: 'on' });
  });
  afterAll(() => world.close());

  test.each(['admin', 'moderator'] as const)('the %s without them can set them up, and nothing else', async (role) => {
    const { browser, password } = await world.member({ [role]: true });
    expect((await browser.call('GET /session')).viewer).toMatchObject({
      isAdmin: false,
      isModerator: false,
      twoFactorMissing: true,
    });
    expect(await browser.refused('GET /staff/queue')).toBe('two_factor_setup_required');
    expect(
      await browser.refused('POST /forum/posts', { body: { content: 'Hello', submitId: crypto.randomUUID() } }),
    ).toBe('two_factor_setup_required');
    const { secret } = await browser.call('POST /account/two-factor/start', { body: { password } });
    await browser.call('POST /account/two-factor/confirm', { body: { code: authenticatorCode(secret) } });
    expect((await browser.call('GET /session')).viewer).toMatchObject({
      isAdmin: role === 'admin',
      isModerator: role === 'moderator',
      twoFactorMissing: false,
    });
    await browser.call('GET /staff/queue');
    await browser.call('POST /account/two-factor/off', { body: { password } });
    expect(await browser.refused('GET /staff/queue')).toBe('two_factor_setup_required');
  });

  test('nothing changes for members who are not of the staff', async () => {
    const { browser } = await world.member();
    expect((await browser.call('GET /session')).viewer).toMatchObject({ twoFactorMissing: false });
    await browser.call('POST /forum/posts', { body: { content: 'Hello', submitId: crypto.randomUUID() } });
  });
});
