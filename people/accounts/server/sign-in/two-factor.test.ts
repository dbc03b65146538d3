import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import type { Visitor } from '#people/accounts/server/testing/visitor.ts';
import { type World, authenticatorCode, codeOf, openWorld, tokenOf } from '#people/accounts/server/testing/world.ts';
import { sql } from '#platform/server/db/database.ts';
import { authOf } from './auth.ts';
import { codeOfStep, stepOfCode } from './totp.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Member = FixtureMember & { browser: Visitor; secret: string; recoveryCodes: string[]; confirmedAt: Date };

/** A member whose authenticator app was confirmed with the code of the step before that of `confirmedAt`. */
async function twoFactorMember(): Promise<Member> {
  const member = await world.member();
  const { secret } = await member.browser.call('POST /account/two-factor/start', {
    body: { password: member.password },
  });
  const confirmedAt = new Date();
  const { recoveryCodes } = await member.browser.call('POST /account/two-factor/confirm', {
    body: { code: authenticatorCode(secret, -1, confirmedAt) },
  });
  return { ...member, secret, recoveryCodes, confirmedAt };
}

async function sessionCount(userId: string): Promise<number> {
  return (await world.ctx.db.rows(sql`SELECT 1 FROM sessions WHERE user_id = ${userId}`)).length;
}

/** Through the first factor, up to the question for the second one. */
async function firstFactor(member: FixtureMember): Promise<Visitor> {
  const browser = world.visitor();
  expect(
    await browser.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } }),
  ).toEqual({ status: 'two_factor' });
  return browser;
}

test('codes are those of RFC 6238', () => {
  const secret = '12345678901234567890';
  expect(codeOfStep(secret, 1)).toBe('287082');
  expect(codeOfStep(secret, 0x23523ec)).toBe('081804');
  expect(stepOfCode(secret, '287082', new Date(59_000))).toBe(1);
  expect(stepOfCode(secret, '287082', new Date(159_000))).toBeNull();
});

describe('setting up', () => {
  test('changes nothing until a code has confirmed it, and shows the recovery codes then', async () => {
    const member = await world.member();
    expect(await member.browser.refused('POST /account/two-factor/start', { body: { password: 'wrong one' } })).toBe(
      'invalid_credentials',
    );
    const { uri, secret } = await member.browser.call('POST /account/two-factor/start', {
      body: { password: member.password },
    });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Looproom:/);
    expect(
      await world.visitor().call('POST /auth/sign-in', { body: { email: member.email, password: member.password } }),
    ).toMatchObject({ status: 'signed_in' });
    const right = authenticatorCode(secret);
    expect(
      await member.browser.refused('POST /account/two-factor/confirm', {
        body: { code: right === '123456' ? '654321' : '123456' },
      }),
    ).toBe('code_wrong');
    const { recoveryCodes } = await member.browser.call('POST /account/two-factor/confirm', { body: { code: right } });
    expect(recoveryCodes).toHaveLength(10);
    expect(await member.browser.call('GET /account')).toMatchObject({ twoFactor: true, recoveryCodesLeft: 10 });
    expect(
      await member.browser.refused('POST /account/two-factor/start', { body: { password: member.password } }),
    ).toBe('two_factor_already_on');
    await firstFactor(member);
  });

  test('secret and recovery codes are not readable in the database', async () => {
    const member = await twoFactorMember();
    const [row] = await world.ctx.db.rows<{ secret: string; backup_codes: string }>(
      sql`SELECT secret, backup_codes FROM two_factors WHERE user_id = ${member.userId}`,
    );
    expect(row!.backup_codes).not.toContain(member.recoveryCodes[0]);
    expect(stepOfCode(row!.secret, authenticatorCode(member.secret), new Date())).toBeNull();
  });

  test('is turned off with the password', async () => {
    const member = await twoFactorMember();
    expect(await member.browser.refused('POST /account/two-factor/off', { body: { password: 'wrong one' } })).toBe(
      'invalid_credentials',
    );
    await member.browser.call('POST /account/two-factor/off', { body: { password: member.password } });
    expect(
      await world.visitor().call('POST /auth/sign-in', { body: { email: member.email, password: member.password } }),
    ).toMatchObject({ status: 'signed_in' });
    expect(await member.browser.refused('POST /account/two-factor/off', { body: { password: member.password } })).toBe(
      'two_factor_off',
    );
  });
});

describe('signing in', () => {
  test('the password alone opens no session, not even briefly', async () => {
    const member = await twoFactorMember();
    const before = await sessionCount(member.userId);
    const browser = await firstFactor(member);
    expect(await sessionCount(member.userId)).toBe(before);
    expect([...browser.cookies.keys()]).toEqual(['looproom.two_factor']);
    expect((await browser.call('GET /session')).viewer).toBeNull();
  });

  test('the code opens it', async () => {
    const member = await twoFactorMember();
    const browser = await firstFactor(member);
    const reply = await browser.call('POST /auth/two-factor', {
      body: { kind: 'totp', code: authenticatorCode(member.secret) },
    });
    expect(reply.viewer.id).toBe(member.profileId);
    expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  });

  test('a code works once: not again, not at the same time, and not an older one after it', async () => {
    const member = await twoFactorMember();
    const codeAt = (steps: number): string => authenticatorCode(member.secret, steps, member.confirmedAt);
    expect(
      await (await firstFactor(member)).refused('POST /auth/two-factor', { body: { kind: 'totp', code: codeAt(-1) } }),
    ).toBe('code_wrong');
    const browsers = [await firstFactor(member), await firstFactor(member)];
    const code = codeAt(1);
    const results = await Promise.allSettled(
      browsers.map((browser) => browser.call('POST /auth/two-factor', { body: { kind: 'totp', code } })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await (await firstFactor(member)).refused('POST /auth/two-factor', { body: { kind: 'totp', code } })).toBe(
      'code_wrong',
    );
    expect(
      await (await firstFactor(member)).refused('POST /auth/two-factor', { body: { kind: 'totp', code: codeAt(0) } }),
    ).toBe('code_wrong');
  });

  test('a recovery code works once, and one fewer is left', async () => {
    const member = await twoFactorMember();
    const code = member.recoveryCodes[0]!;
    await (await firstFactor(member)).call('POST /auth/two-factor', { body: { kind: 'recovery', code } });
    expect(
      await (await firstFactor(member)).refused('POST /auth/two-factor', { body: { kind: 'recovery', code } }),
    ).toBe('code_wrong');
    expect((await member.browser.call('GET /account')).recoveryCodesLeft).toBe(9);
    const { recoveryCodes } = await member.browser.call('POST /account/two-factor/recovery-codes', {
      body: { password: member.password },
    });
    expect(recoveryCodes).toHaveLength(10);
    expect(
      await (
        await firstFactor(member)
      ).refused('POST /auth/two-factor', { body: { kind: 'recovery', code: member.recoveryCodes[1]! } }),
    ).toBe('code_wrong');
  });

  test('without a first factor there is nothing to answer', async () => {
    const member = await twoFactorMember();
    const code = authenticatorCode(member.secret);
    expect(await world.visitor().refused('POST /auth/two-factor', { body: { kind: 'totp', code } })).toBe(
      'sign_in_required',
    );
    expect(
      await world
        .visitor({ cookie: 'looproom.two_factor=2fa-made-up.AAAA' })
        .refused('POST /auth/two-factor', { body: { kind: 'totp', code } }),
    ).toBe('sign_in_required');
  });

  test('somebody else’s session does not stand in for the challenge', async () => {
    const [member, other] = [await twoFactorMember(), await twoFactorMember()];
    const browser = await firstFactor(member);
    for (const [name, value] of other.browser.cookies) browser.cookies.set(name, value);
    expect(
      await browser.refused('POST /auth/two-factor', { body: { kind: 'totp', code: authenticatorCode(other.secret) } }),
    ).toBe('code_wrong');
  });

  test('a mailed code does not go around it', async () => {
    const member = await twoFactorMember();
    const before = await sessionCount(member.userId);
    const browser = world.visitor();
    await browser.call('POST /auth/email-code', { body: { email: member.email } });
    const code = codeOf((await world.mails(member.email))[0]);
    expect(await browser.call('POST /auth/email-code/sign-in', { body: { email: member.email, code } })).toEqual({
      status: 'two_factor',
    });
    expect(await sessionCount(member.userId)).toBe(before);
    await browser.call('POST /auth/two-factor', { body: { kind: 'totp', code: authenticatorCode(member.secret) } });
    expect((await browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  });

  test('a new password by mail does not turn it off', async () => {
    const member = await twoFactorMember();
    await world.visitor().call('POST /auth/reset-request', { body: { email: member.email } });
    const opener = world.visitor();
    const { session } = await opener.call('POST /auth/reset', {
      body: { token: tokenOf((await world.mails(member.email))[0]), password: 'silver otter 9' },
    });
    expect(session).toBe('two_factor');
    expect((await opener.call('GET /session')).viewer).toBeNull();
    await firstFactor({ ...member, password: 'silver otter 9' });
  });

  test('the library itself opens no session for such a member', async () => {
    const member = await twoFactorMember();
    const { internalAdapter } = await authOf(world.ctx).$context;
    await expect(internalAdapter.createSession(member.userId)).rejects.toThrow('second factor needed');
  });

  test('an authenticator app on an address that was never proven does not lock its owner out', async () => {
    const intruder = await world.member({ verified: false });
    const { secret } = await intruder.browser.call('POST /account/two-factor/start', {
      body: { password: intruder.password },
    });
    await intruder.browser.call('POST /account/two-factor/confirm', { body: { code: authenticatorCode(secret) } });
    const owner = world.visitor();
    await owner.call('POST /auth/email-code', { body: { email: intruder.email } });
    const code = codeOf((await world.mails(intruder.email))[0]);
    expect(await owner.call('POST /auth/email-code/sign-in', { body: { email: intruder.email, code } })).toMatchObject({
      status: 'signed_in',
      viewer: { verified: true },
    });
    expect((await intruder.browser.call('GET /session')).viewer).toBeNull();
    expect((await owner.call('GET /account')).twoFactor).toBe(false);
  });
});
