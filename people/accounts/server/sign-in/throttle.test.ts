import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { openSite } from '#site/server/site.ts';
import { hashesDuring } from '#site/testing/hashing.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { type Visitor, makeVisitor } from '#people/accounts/server/testing/visitor.ts';
import {
  type People,
  type World,
  authenticatorCode,
  codeOf,
  openWorld,
  tokenOf,
} from '#people/accounts/server/testing/world.ts';

const PASSWORD = 'not this one';
/** All networks together wait half a second for each password beyond the second. */
const SLOW = { RATES: 'passwordAccount=2/1' };
/** All networks together have one wrong password and one wrong code a day; few accounts come from one place. */
const SPENT = { RATES: 'passwordAccount=1/86400,codeAccount=1/86400,signUpNetwork=3/86400,signUpHost=2/86400' };

let world: World;
let slow: People;
let spent: People;
let made = 0;
let networks = 0;
const address = (): string => `stranger-${process.pid}-${Date.now()}-${made++}@example.org`;
const stranger = (site: People = world): Visitor =>
  site.visitor({ address: `198.51.${networks >> 8}.${networks++ & 255}` });

beforeAll(async () => {
  world = await openWorld();
  slow = world.under(SLOW);
  spent = world.under(SPENT);
});
afterAll(() => world.close());

/** Another process of the same site. */
async function otherProcess(): Promise<{ visitor(address: string): Visitor; close(): Promise<void> }> {
  const { ctx } = world;
  const site = await openSite(ctx.config, pino({ level: 'silent' }), { pages: false, work: false, start: false });
  return { visitor: (from) => makeVisitor(site.ctx, site.routes, { address: from }), close: () => site.close() };
}

const wrong = (browser: Visitor, email: string) =>
  browser.refused('POST /auth/sign-in', { body: { email, password: PASSWORD } });
const signIn = (browser: Visitor, { email, password }: FixtureMember) =>
  browser.call('POST /auth/sign-in', { body: { email, password } });
const countOf = (answers: readonly string[], code: string): number =>
  answers.filter((answer) => answer === code).length;

/** A browser on which the member has signed in once and out again. */
async function knownBrowser(member: FixtureMember, site: People = world, from?: string): Promise<Visitor> {
  const browser = site.visitor(from === undefined ? {} : { address: from });
  await signIn(browser, member);
  await browser.call('POST /auth/sign-out');
  return browser;
}

describe('wrong passwords', () => {
  test('of 30 at once, to two processes, ten are judged, whether the account exists or not', async () => {
    const other = await otherProcess();
    const member = await world.member();
    for (const email of [member.email, address()]) {
      const from = `203.0.113.${made++}`;
      const browsers = [world.visitor({ address: from }), other.visitor(from)];
      const answers: string[] = [];
      const hashes = await hashesDuring(async () => {
        const all = Array.from({ length: 30 }, (_, turn) => wrong(browsers[turn % 2]!, email));
        answers.push(...(await Promise.all(all)));
      });
      expect(hashes).toBe(10);
      expect(countOf(answers, 'invalid_credentials')).toBe(10);
      expect(countOf(answers, 'rate_limited')).toBe(20);
    }
    await other.close();
  });

  test('of any addresses of one IPv6 network are counted together', async () => {
    const email = address();
    const answers = [];
    for (let turn = 0; turn < 11; turn++)
      answers.push(await wrong(world.visitor({ address: `2001:db8:0:7:${turn}::1` }), email));
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('invalid_credentials'));
    expect(answers[10]).toBe('rate_limited');
    expect(await wrong(world.visitor({ address: '2001:db8:0:8::1' }), email)).toBe('invalid_credentials');
  });

  test('do not lock the owner out who comes from another network', async () => {
    const member = await world.member();
    const attacker = stranger();
    for (let turn = 0; turn < 12; turn++) await wrong(attacker, member.email);
    expect(await signIn(stranger(), member)).toMatchObject({ status: 'signed_in' });
  });

  test('do not lock a device out that the owner has signed in on before, though it is in the same network', async () => {
    const member = await world.member();
    const from = '203.0.113.200';
    const browser = await knownBrowser(member, world, from);
    for (let turn = 0; turn < 11; turn++) await wrong(world.visitor({ address: from }), member.email);
    expect(await wrong(world.visitor({ address: from }), member.email)).toBe('rate_limited');
    expect(await signIn(browser, member)).toMatchObject({ status: 'signed_in' });
  });

  test('of a known device count for that device alone', async () => {
    const member = await world.member();
    const browser = await knownBrowser(member);
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(browser, member.email)));
    expect(countOf(answers, 'invalid_credentials')).toBe(10);
    expect(await signIn(stranger(), member)).toMatchObject({ status: 'signed_in' });
  });

  test('a device is known for the accounts alone that have signed in on it, and its cookie cannot be made up', async () => {
    const [member, other] = [await world.member(), await world.member()];
    const browser = await knownBrowser(other);
    expect(browser.cookie()).toMatch(/^looproom\.device=/);
    const from = '203.0.113.201';
    const forged = world.visitor({
      address: from,
      cookie: browser.cookie().replace(/[\w-]{16}/, (tag) => [...tag].toReversed().join('')),
    });
    const guest = world.visitor({ address: from, cookie: browser.cookie() });
    for (let turn = 0; turn < 10; turn++) await wrong(turn % 2 === 0 ? forged : guest, member.email);
    for (const one of [forged, guest]) expect(await wrong(one, member.email)).toBe('rate_limited');
  });

  test('what succeeds does not count', async () => {
    const member = await world.member();
    for (let turn = 0; turn < 12; turn++)
      expect(await signIn(world.visitor({ address: '203.0.113.202' }), member)).toMatchObject({ status: 'signed_in' });
  });

  test('of many networks wait for their turn; a known device does not', async () => {
    const member = await slow.member();
    const browser = await knownBrowser(member, slow);
    const begun = performance.now();
    const order: string[] = [];
    const rest = Promise.all(
      Array.from({ length: 4 }, async () => {
        order.push(await wrong(stranger(slow), member.email));
      }),
    );
    order.push((await signIn(browser, member)).status);
    await rest;
    // Half a second for each beyond the second: no machine is too fast for that.
    expect(performance.now() - begun).toBeGreaterThan(900);
    expect(order.toSorted()).toEqual([...Array<string>(4).fill('invalid_credentials'), 'signed_in']);
    expect(order.at(-1)).toBe('invalid_credentials');
  });

  test('of so many networks that no turn is near are refused, with a way that is open: a mailed link', async () => {
    const member = await spent.member();
    const browser = await knownBrowser(member, spent);
    // The attempt of `knownBrowser` is given back after its answer: until then no other is judged.
    await vi.waitFor(async () => expect(await wrong(stranger(spent), member.email)).toBe('invalid_credentials'));
    const owner = stranger(spent);
    await expect(signIn(owner, member)).rejects.toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('set a new password by mail'),
    });
    expect(await signIn(browser, member)).toMatchObject({ status: 'signed_in' });
    await owner.call('POST /auth/reset-request', { body: { email: member.email } });
    const token = tokenOf((await spent.mails(member.email))[0]);
    await owner.call('POST /auth/reset', { body: { token, password: 'silver otter 9' } });
    expect(await signIn(owner, { ...member, password: 'silver otter 9' })).toMatchObject({ status: 'signed_in' });
  });

  test('to confirm something are counted for the session alone', async () => {
    const member = await world.member();
    const thief = world.visitor({ cookie: member.cookie });
    const tries = Array.from({ length: 40 }, () =>
      thief.refused('POST /account/deletion', { body: { password: PASSWORD } }),
    );
    const hashes = await hashesDuring(() => Promise.all(tries));
    expect(hashes).toBeLessThanOrEqual(10);
    expect(countOf(await Promise.all(tries), 'invalid_credentials')).toBe(10);
    const owner = stranger();
    await signIn(owner, member);
    await owner.call('POST /account/deletion', { body: { password: member.password } });
  });

  test('leave nothing in the database that reveals an address or an account', async () => {
    const member = await world.member();
    await wrong(world.visitor({ address: '203.0.113.203' }), member.email);
    const rows = await world.ctx.db.rows(sql`SELECT * FROM attempts`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|@|example/);
  });
});

describe('wrong codes', () => {
  type Member = FixtureMember & { secret: string; recoveryCodes: string[]; browser: Visitor };

  async function twoFactorMember(site: People = world): Promise<Member> {
    const member = await site.member();
    const { secret } = await member.browser.call('POST /account/two-factor/start', {
      body: { password: member.password },
    });
    const { recoveryCodes } = await member.browser.call('POST /account/two-factor/confirm', {
      body: { code: authenticatorCode(secret, -1) },
    });
    return { ...member, secret, recoveryCodes };
  }
  async function challenged(member: FixtureMember, browser: Visitor): Promise<Visitor> {
    // The attempt before it, a success, is given back off the request's path: with a limit of one that may take a moment.
    const signedIn = await vi.waitFor(() => signIn(browser, member), { timeout: 5_000, interval: 20 });
    expect(signedIn).toEqual({ status: 'two_factor' });
    return browser;
  }
  const wrongCode = (secret: string): string => {
    const right = new Set([-1, 0, 1, 2].map((step) => authenticatorCode(secret, step)));
    return ['123456', '234567', '345678', '456789', '567890'].find((code) => !right.has(code))!;
  };
  const second = (browser: Visitor, code: string, kind: 'totp' | 'recovery' = 'totp') =>
    browser.refused('POST /auth/two-factor', { body: { kind, code } });

  test('of an authenticator app: of 25 at once, each with a challenge of its own, to two processes, five are judged', async () => {
    const other = await otherProcess();
    const member = await twoFactorMember();
    const from = '203.0.113.210';
    const browsers: Visitor[] = [];
    for (let turn = 0; turn < 25; turn++)
      browsers.push(await challenged(member, turn % 2 === 0 ? world.visitor({ address: from }) : other.visitor(from)));
    // The library notes at each challenge how many wrong codes it has judged.
    const judgedCodes = async () =>
      (await world.ctx.db.rows(sql`SELECT 1 FROM verifications WHERE value = '1'`)).length;
    const [code, before] = [wrongCode(member.secret), await judgedCodes()];
    const answers = await Promise.all(browsers.map((browser) => second(browser, code)));
    expect((await judgedCodes()) - before).toBe(5);
    expect(countOf(answers, 'code_wrong')).toBe(5);
    expect(countOf(answers, 'rate_limited')).toBe(20);
    await other.close();
  });

  test('do not stand in the way of a right recovery code, whatever was tried before', async () => {
    const member = await twoFactorMember();
    const from = '203.0.113.211';
    const again = () => challenged(member, world.visitor({ address: from }));
    const code = wrongCode(member.secret);
    for (let turn = 0; turn < 6; turn++) await second(await again(), code);
    for (let turn = 0; turn < 6; turn++) await second(await again(), `wrong-code${turn}`, 'recovery');
    expect(await second(await again(), 'wrong-codes', 'recovery')).toBe('rate_limited');
    const body = { kind: 'recovery' as const, code: member.recoveryCodes[0]! };
    expect(await (await again()).call('POST /auth/two-factor', { body })).toMatchObject({ status: 'signed_in' });
  });

  test('do not lock a device out that has passed both factors before', async () => {
    const member = await twoFactorMember(spent);
    const browser = await challenged(member, stranger(spent));
    const code = authenticatorCode(member.secret);
    await browser.call('POST /auth/two-factor', { body: { kind: 'totp', code } });
    await browser.call('POST /auth/sign-out');
    const tried = await challenged(member, stranger(spent));
    expect(await second(tried, wrongCode(member.secret))).toBe('code_wrong');
    expect(await second(await challenged(member, stranger(spent)), wrongCode(member.secret))).toBe('rate_limited');
    await challenged(member, browser);
    const next = authenticatorCode(member.secret, 1);
    expect(await browser.call('POST /auth/two-factor', { body: { kind: 'totp', code: next } })).toMatchObject({
      status: 'signed_in',
    });
  });

  test('of many that use one recovery code at once, one signs in', async () => {
    const member = await twoFactorMember();
    const browsers: Visitor[] = [];
    for (let turn = 0; turn < 5; turn++) browsers.push(await challenged(member, stranger()));
    const body = { kind: 'recovery' as const, code: member.recoveryCodes[0]! };
    const answers = await Promise.allSettled(browsers.map((one) => one.call('POST /auth/two-factor', { body })));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    expect((await member.browser.call('GET /account')).recoveryCodesLeft).toBe(9);
  });

  test('the first factor alone makes no known device', async () => {
    const member = await twoFactorMember();
    expect((await challenged(member, stranger())).cookie()).not.toContain('looproom.device');
  });

  test('by mail: of 25 at once five are judged, and the code still works for its owner', async () => {
    const member = await world.member();
    const owner = stranger();
    await owner.call('POST /auth/email-code', { body: { email: member.email } });
    const code = codeOf((await world.mails(member.email))[0]);
    const guess = code === '111111' ? '222222' : '111111';
    const attacker = stranger();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        attacker.refused('POST /auth/email-code/sign-in', { body: { email: member.email, code: guess } }),
      ),
    );
    expect(countOf(answers, 'code_wrong')).toBe(5);
    expect(await owner.call('POST /auth/email-code/sign-in', { body: { email: member.email, code } })).toMatchObject({
      status: 'signed_in',
    });
  });
});

describe('mails that strangers ask for', () => {
  const ask = (browser: Visitor, email: string, purpose: 'email-code' | 'reset-request' = 'email-code') =>
    browser.call(`POST /auth/${purpose}`, { body: { email } });

  test('are limited for each network and address, known or not, also where many ask at once', async () => {
    const member = await world.member();
    for (const email of [member.email, address()]) {
      const browser = stranger();
      const answers = await Promise.allSettled(Array.from({ length: 20 }, () => ask(browser, email)));
      expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(5);
      expect(await browser.refused('POST /auth/reset-request', { body: { email } })).toBe('rate_limited');
    }
  });

  test('fill no inbox, and leave the owner with a code that works', async () => {
    const member = await world.member();
    for (let turn = 0; turn < 12; turn++) await ask(stranger(), member.email);
    const owner = stranger();
    expect(await ask(owner, member.email)).toEqual({ ok: true });
    const mails = await world.mails(member.email);
    expect(mails).toHaveLength(3);
    const use = () =>
      owner.call('POST /auth/email-code/sign-in', { body: { email: member.email, code: codeOf(mails[0]) } });
    expect(await use()).toMatchObject({ status: 'signed_in' });
    // Used up: who asks now gets another, though many have asked.
    await ask(stranger(), member.email);
    expect(await world.mails(member.email)).toHaveLength(4);
  });

  test('leave the owner with a link that works, for as long as it says', async () => {
    const member = await world.member();
    for (let turn = 0; turn < 8; turn++) await ask(stranger(), member.email, 'reset-request');
    await ask(stranger(), member.email, 'reset-request');
    const mails = await world.mails(member.email);
    expect(mails).toHaveLength(3);
    await stranger().call('POST /auth/reset', { body: { token: tokenOf(mails[0]), password: 'silver otter 9' } });
  });

  test('a known device always gets its own', async () => {
    const member = await world.member();
    const browser = await knownBrowser(member);
    for (let turn = 0; turn < 8; turn++) await ask(stranger(), member.email, 'reset-request');
    await ask(browser, member.email, 'reset-request');
    expect(await world.mails(member.email)).toHaveLength(4);
  });
});

describe('many sign-ups', () => {
  const form = (host: string) => ({
    body: { email: `new-${made++}-${Date.now()}@${host}`, password: 'brass-kettle-9-orbit' },
  });

  /** Signs up from a network of its own. @returns whether the account is one of a burst; null where none was made */
  const joinedInBurst = async (host: string): Promise<boolean | null> => {
    const asked = form(host);
    await stranger(spent).call('POST /auth/sign-up', asked);
    const [row] = await spent.ctx.db.rows<{ burst: boolean }>(
      sql`SELECT p.joined_in_burst AS burst FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.email = ${asked.body.email}`,
    );
    return row?.burst ?? null;
  };

  test('of one mail host, whatever the networks, are made and marked; of a large provider later', async () => {
    const host = `burst-${Date.now()}.example`;
    const marks: (boolean | null)[] = [];
    for (const one of [host, host, host, host, 'gmail.com', 'gmail.com', 'gmail.com'])
      marks.push(await joinedInBurst(one));
    expect(marks).toEqual([false, false, true, true, false, false, false]);
  });

  test('of one large IPv6 network are refused, whichever smaller ones they come from, and count for no mail host', async () => {
    const prefix = `2001:db8:${(process.pid & 0xffff).toString(16)}`;
    const from = (at: number) => spent.visitor({ address: `${prefix}:${at.toString(16)}00::1` });
    for (let at = 0; at < 12; at++) await from(at).call('POST /auth/sign-up', form(`host-${made++}.example`));
    const host = `host-${made++}.example`;
    for (let at = 12; at < 15; at++)
      expect(await from(at).refused('POST /auth/sign-up', form(host))).toBe('rate_limited');
    const marks: (boolean | null)[] = [];
    for (let turn = 0; turn < 3; turn++) marks.push(await joinedInBurst(host));
    expect(marks).toEqual([false, false, true]);
  });

  test('of one IPv6 /64 that go on after they are refused leave its neighbours theirs', async () => {
    const prefix = `2001:db9:${(process.pid & 0xffff).toString(16)}:40`;
    const from = (network: string) => spent.visitor({ address: `${prefix}${network}::1` });
    const next = () => form(`host-${made++}.example`);
    for (let turn = 0; turn < 3; turn++) await from('01').call('POST /auth/sign-up', next());
    for (let turn = 0; turn < 6; turn++)
      expect(await from('01').refused('POST /auth/sign-up', next())).toBe('rate_limited');
    expect(await from('02').call('POST /auth/sign-up', next())).toMatchObject({ ok: true });
  });

  test('of one network are refused, whatever the hosts', async () => {
    const browser = stranger(spent);
    const forms = Array.from({ length: 3 }, () => form(`host-${made++}.example`));
    await Promise.all(forms.map((one) => browser.call('POST /auth/sign-up', one)));
    expect(await browser.refused('POST /auth/sign-up', form(`host-${made++}.example`))).toBe('rate_limited');
  });
});
