import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptRates, rates } from '#platform/contract/rate-limits.ts';
import type { Problem } from '#platform/contract/errors.ts';
import { sql } from '#platform/server/db/database.ts';
import { hashesDuring } from '#site/testing/hashing.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { cookieNameOf, signedValue } from '#people/accounts/server/sessions/cookies.ts';
import { tokenOf } from '#people/accounts/server/testing/world.ts';

const password = 'grey heron 41';
const words = 'Invalid email or password, or the address is not verified yet: look for our mail.';
let world: World;
let made = 0;
const address = (): string => `somebody-${process.pid}-${Date.now()}-${made++}@example.org`;

beforeAll(async () => {
  world = await openWorld({ rateLimits: true });
});
afterAll(() => world.close());

const signUp = (email: string) => world.ok('POST /auth/sign-up', { body: { email, password } });
const signIn = (email: string, given = password) =>
  world.call('POST /auth/sign-in', { body: { email, password: given } });
const sessionsOf = (email: string) =>
  world.ctx.db.rows(sql`SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${email}`);

describe('who has an account', () => {
  test('is not revealed by signing up and then signing in: a free, a taken and an unknown address answer alike', async () => {
    const [free, unknown] = [address(), address()];
    const { email: taken } = await world.member();
    await Promise.all([free, taken].map((email) => signUp(email)));
    const answers = await Promise.all([free, taken, unknown].map((email) => signIn(email)));
    for (const answer of answers) {
      const { requestId: _, ...problem } = answer.body as Problem;
      expect(problem).toEqual({
        type: 'about:blank',
        status: 401,
        code: 'invalid_credentials',
        title: 'Sign in failed',
        detail: words,
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(new Set(answers.map((answer) => Object.keys(answer.headers).toSorted().join())).size).toBe(1);
  });

  test('is not revealed by the time of a refused sign-in: each hashes once, which takes longer than all the rest', async () => {
    const [free, unknown] = [address(), address()];
    await signUp(free);
    for (const email of [free, unknown])
      expect(await hashesDuring(async () => expect((await signIn(email)).status).toBe(401))).toBe(1);
  });
});

describe.concurrent('an address that is not verified yet', () => {
  test('is mailed the link again to who asks, within its rate; one that is verified reads that it has an account', async () => {
    const [email, unknown] = [address(), address()];
    const { email: taken } = await world.member();
    await signUp(email);
    for (const to of [email, taken, unknown])
      expect(await world.ok('POST /auth/sign-up/mail', { body: { email: to } })).toEqual({ ok: true });
    expect((await world.mails(email)).map(({ text }) => text.includes('/auth?mode=verify&token='))).toEqual([
      true,
      true,
    ]);
    expect((await world.mails(taken)).map(({ subject }) => subject)).toEqual([
      'You already have an account at Looproom',
    ]);
    expect(await world.mails(unknown)).toEqual([]);
    for (let tries = 1; tries <= 8; tries++)
      await world.call('POST /auth/sign-up/mail', { body: { email } }, { address: `10.1.2.${tries}` });
    expect((await world.mails(email)).length).toBe(1 + attemptRates.mailAccount.max);
  });

  test('is verified for the ticket of its sign-up once its link is opened, and for no other ticket', async () => {
    const email = address();
    const { email: taken } = await world.member();
    const [{ ticket }, { ticket: second }] = [await signUp(email), await signUp(taken)];
    const [user] = await world.ctx.db.rows<{ id: string }>(sql`SELECT id FROM users WHERE email = ${taken}`);
    const { id } = user!;
    const isVerified = async (given: string): Promise<boolean> =>
      (await world.ok('POST /auth/sign-up/state', { body: { ticket: given } })).verified;
    expect(await isVerified(ticket)).toBe(false);
    const token = tokenOf((await world.mails(email))[0]);
    await world.ok('POST /auth/verify', { body: { token } });
    expect(await isVerified(ticket)).toBe(true);
    const forged = [second, `${id}.${ticket.split('.')[1]}`, ticket.slice(0, -1), `${ticket}A`, id, '', '.', 'x.y'];
    for (const other of forged) expect(await isVerified(other)).toBe(false);
  });

  test('is mailed the link again for its right password alone, within the rate of its mails', async () => {
    const email = address();
    await signUp(email);
    expect(await world.mails(email)).toHaveLength(1);
    await signIn(email, 'not this one 7');
    expect(await world.mails(email)).toHaveLength(1);
    await signIn(email);
    const mails = await world.mails(email);
    expect(mails).toHaveLength(2);
    expect(mails[0]!.text).toContain('/auth?mode=verify&token=');
    expect(await sessionsOf(email)).toEqual([]);
  });

  test('is mailed the link no more often than its rate allows', async () => {
    const email = address();
    await signUp(email);
    // Each from an address of its own: not the rate of one address is what ends it. The first mail is the sign-up's.
    for (let tries = 1; tries <= 8; tries++)
      await world.call('POST /auth/sign-in', { body: { email, password } }, { address: `10.1.1.${tries}` });
    expect((await world.mails(email)).length).toBe(1 + attemptRates.mailAccount.max);
  });

  test('signs in by its link on the device that opens it, and by form from then on', async () => {
    const email = address();
    await signUp(email);
    const token = tokenOf((await world.mails(email))[0]);
    const opened = await world.call('POST /auth/verify', { body: { token } });
    expect(opened.body).toEqual({ ok: true, email, session: 'opened' });
    const cookie = String(opened.headers['set-cookie']).split(';', 1)[0]!;
    expect((await world.ok('GET /session', {}, { cookie })).viewer).toMatchObject({ verified: true });
    expect((await signIn(email)).status).toBe(200);
  });

  test('changes nothing about who is signed in where its link is opened', async () => {
    const email = address();
    await signUp(email);
    const token = tokenOf((await world.mails(email))[0]);
    const member = await world.member();
    const opened = await world.call('POST /auth/verify', { body: { token } }, member);
    expect(opened.body).toMatchObject({ session: 'none' });
    expect(opened.headers['set-cookie']).toBeUndefined();
    expect(await sessionsOf(email)).toEqual([]);
  });
});

describe('a network that others share', () => {
  test('shuts nobody out of a second factor: who has passed the first is counted by the challenge', async () => {
    const from = { address: '203.0.113.99' };
    const enter = (cookie?: string) =>
      world.call(
        'POST /auth/two-factor',
        { body: { kind: 'recovery', code: 'wrong-codes' } },
        { ...from, ...(cookie !== undefined && { cookie }) },
      );
    const codes: string[] = [];
    for (let turn = 0; turn < rates.codeEntry.max + 1; turn++) codes.push(((await enter()).body as Problem).code);
    expect(codes.at(0)).toBe('sign_in_required');
    expect(codes.at(-1)).toBe('rate_limited');
    const challenge = `${cookieNameOf(world.ctx, 'two_factor')}=${signedValue(world.ctx.secret, '2fa-of-the-owner')}`;
    expect((await enter(challenge)).body).toMatchObject({ code: 'sign_in_required' });
    // One that nobody has signed counts with the network.
    expect((await enter(`${cookieNameOf(world.ctx, 'two_factor')}=2fa-made-up.AAAA`)).body).toMatchObject({
      code: 'rate_limited',
    });
  });
});
