import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { account } from '#people/accounts/contract/limits.ts';
import { packageRoot } from '#platform/server/config.ts';
import { sql } from '#platform/server/db/database.ts';
import { setStaff } from './actions.ts';
import { jobs } from './jobs.ts';
import { logSecurity } from './security-log.ts';
import { type World, authenticatorCode, openWorld } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Member = Awaited<ReturnType<World['member']>>;
const events = async (member: Member) => {
  await world.ctx.jobs.idle();
  return (await member.browser.call('GET /account/security')).items;
};
const kinds = async (member: Member) => (await events(member)).map((event) => event.kind);
const signIn = (member: Member, browser = world.visitor()) =>
  browser.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
const newDeviceMails = async (email: string) =>
  (await world.mails(email)).filter((mail) => mail.subject.startsWith('A new sign-in'));

describe('a member sees', () => {
  test('sign-ins and failures with device, address and time, and nobody else’s', async () => {
    const member = await world.member();
    const browser = world.visitor({ address: '203.0.113.7' });
    await browser.refused('POST /auth/sign-in', { body: { email: member.email, password: 'not this one' } });
    await signIn(member, browser);
    // A failure is listed by a job, which may come after the sign-in.
    const seen = (await events(member)).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    const from = { about: 'password', device: 'Firefox on Linux', address: '203.0.113.7' };
    expect(seen).toMatchObject([
      { kind: 'sign_in_failed', ...from },
      { kind: 'signed_in', ...from },
    ]);
    expect(await events(await world.member())).toEqual([]);
  });

  test('changes of password, second factor, sessions and rights', async () => {
    const member = await world.member();
    const { browser, password } = member;
    const other = world.visitor();
    await signIn(member, other);
    const { items } = await browser.call('GET /account/sessions');
    const target = items.find((session) => !session.current)!;
    await browser.call('DELETE /account/sessions/:sessionId', { params: { sessionId: target.id } });
    const { secret } = await browser.call('POST /account/two-factor/start', { body: { password } });
    await browser.call('POST /account/two-factor/confirm', { body: { code: authenticatorCode(secret) } });
    await browser.call('POST /account/two-factor/recovery-codes', { body: { password } });
    await browser.call('POST /account/two-factor/off', { body: { password } });
    await browser.call('PUT /account/password', { body: { current: password, password: 'silver otter walks 9' } });
    const { ctx } = world;
    await ctx.db.tx((tx) => setStaff(ctx, tx, member.profileId, { moderator: true }, ctx.clock.now()));
    expect(await kinds(member)).toEqual([
      'rights_granted',
      'password_changed',
      'two_factor_off',
      'recovery_codes_renewed',
      'two_factor_on',
      'session_ended',
      'signed_in',
    ]);
  });

  test('a bounded number of events, and a flood of failures pushes out none of the others', async () => {
    const member = await world.member();
    await signIn(member);
    await world.ctx.db.rows(sql`
      INSERT INTO security_events (id, user_id, kind, created_at)
      SELECT gen_random_uuid(), ${member.userId}, 'sign_in_failed', now() FROM generate_series(1, 300)`);
    await world.visitor().refused('POST /auth/sign-in', { body: { email: member.email, password: 'not this one' } });
    const all = await kinds(member);
    expect(all.filter((kind) => kind === 'signed_in')).toHaveLength(1);
    expect(all.filter((kind) => kind === 'sign_in_failed').length).toBeLessThanOrEqual(account.securityEventsMax);
  });

  test('no events older than their days', async () => {
    const member = await world.member();
    await signIn(member);
    const old = new Date(Date.now() - (account.securityEventDays + 1) * 86_400_000);
    await world.ctx.db.rows(sql`UPDATE security_events SET created_at = ${old} WHERE user_id = ${member.userId}`);
    await jobs.find((job) => job.name === 'accounts.purge')!.run(world.ctx, {} as never);
    expect(await events(member)).toEqual([]);
  });
});

test('a sign-in from a device that an account does not know is mailed; the first one, and a known one, is not', async () => {
  const member = await world.member();
  const phone = world.visitor();
  await signIn(member, phone);
  expect(await newDeviceMails(member.email)).toEqual([]);
  const stranger = world.visitor({ address: '198.51.100.9' });
  await signIn(member, stranger);
  const [mail] = await newDeviceMails(member.email);
  expect(mail?.text).toContain('Firefox on Linux, 198.51.100.9');
  await signIn(member, phone);
  await signIn(member, stranger);
  expect(await newDeviceMails(member.email)).toHaveLength(1);
});

describe('the log', () => {
  test('has one line of each failure, with address and account and no secret, for known and unknown accounts alike', async () => {
    const member = await world.member();
    const log = vi.spyOn(world.ctx.log, 'info');
    try {
      for (const email of [member.email, 'nobody@example.org'])
        await world
          .visitor({ address: '203.0.113.7' })
          .refused('POST /auth/sign-in', { body: { email, password: 'my secret word 77' } });
      const lines = log.mock.calls.filter(
        ([fields]) => typeof fields === 'object' && fields !== null && 'security' in fields,
      );
      expect(lines.map(([fields]) => fields)).toEqual(
        [member.email, 'nobody@example.org'].map((email) => ({
          security: 'sign_in_failed',
          address: '203.0.113.7',
          account: email,
          about: 'password',
        })),
      );
      expect(JSON.stringify(log.mock.calls)).not.toContain('my secret word');
    } finally {
      log.mockRestore();
    }
  });

  test('is read by the documented fail2ban filter, whatever else a caller writes into a line', () => {
    const page = readFileSync(path.join(packageRoot(), 'docs/operating.md'), 'utf8');
    const documented = /^failregex = (.*)$/m.exec(page)![1]!;
    const filter = new RegExp(documented.replace('<HOST>', '(?<host>[0-9a-fA-F.:]+)'));
    const lines: string[] = [];
    // As site/server/main.ts makes it.
    const log = pino(
      { base: null, timestamp: pino.stdTimeFunctions.isoTime },
      { write: (line: string) => void lines.push(line) },
    );
    const ctx = { ...world.ctx, log };
    const origin = { address: '203.0.113.7', userAgent: '' };
    logSecurity(ctx, { kind: 'sign_in_failed', origin, about: 'password' }, 'ada@example.org');
    logSecurity(ctx, { kind: 'throttled', origin: { ...origin, address: '2001:db8::7' } }, 'ada@example.org');
    logSecurity(ctx, { kind: 'signed_in', origin }, 'ada@example.org');
    log.info({ url: '/x","security":"sign_in_failed","address":"198.51.100.1","' }, 'request');
    logSecurity(
      ctx,
      { kind: 'signed_in', origin },
      '"},{"level":30,"security":"sign_in_failed","address":"198.51.100.1"',
    );
    expect(lines.map((line) => filter.exec(line)?.groups?.['host'] ?? null)).toEqual([
      '203.0.113.7',
      '2001:db8::7',
      null,
      null,
      null,
    ]);
  });
});
