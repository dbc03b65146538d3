import { symmetricEncrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '#people/accounts/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { authOf } from './sign-in/auth.ts';
import { hashRecoveryCodes } from './recovery-codes.ts';
import { type People, type World, authenticatorCode, openWorld } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('recovery codes', () => {
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
  let strict: People;
  beforeAll(() => {
    strict = world.under({ STAFF_TWO_FACTOR: 'on' });
  });

  test.each(['admin', 'moderator'] as const)('the %s without them can set them up, and nothing else', async (role) => {
    const { browser, password } = await strict.member({ [role]: true });
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
    const { browser } = await strict.member();
    expect((await browser.call('GET /session')).viewer).toMatchObject({ twoFactorMissing: false });
    await browser.call('POST /forum/posts', { body: { content: 'Hello', submitId: crypto.randomUUID() } });
  });
});
