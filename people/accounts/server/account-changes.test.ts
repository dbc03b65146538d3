import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld, tokenOf } from './testing/world.ts';

const DAY = 86_400_000;
const password = 'silver otter walks 9';
let world: World;
let made = 0;
const address = (): string => `changed-${process.pid}-${Date.now()}-${made++}@example.org`;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const signedIn = async (cookie: string) => (await world.visitor({ cookie }).call('GET /session')).viewer !== null;
const undoMail = async (email: string) =>
  (await world.mails(email)).find((mail) => mail.subject.includes('has changed'));

/** A member with a second browser, whose address was just changed. @param here false: the link is opened elsewhere. */
async function changedMember({ here = true } = {}) {
  const member = await world.member();
  const other = world.visitor();
  await other.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
  const email = address();
  await member.browser.call('POST /account/email', { body: { email, password: member.password } });
  const token = tokenOf((await world.mails(email))[0]);
  const before = { own: member.browser.cookie(), other: other.cookie() };
  await (here ? member.browser : world.visitor()).call('POST /auth/verify', { body: { token } });
  return { ...member, newEmail: email, before };
}

describe('a new password', () => {
  test('ends the other sessions and gives this one a new token', async () => {
    const member = await world.member();
    const other = world.visitor();
    await other.call('POST /auth/sign-in', { body: { email: member.email, password: member.password } });
    const copied = member.browser.cookie();
    await member.browser.call('PUT /account/password', { body: { current: member.password, password } });
    expect(await signedIn(other.cookie())).toBe(false);
    expect(await signedIn(copied)).toBe(false);
    expect((await member.browser.call('GET /session')).viewer?.id).toBe(member.profileId);
  });
});

describe('a new address', () => {
  test('ends the other sessions and gives the one that opens the link a new token', async () => {
    const { browser, before, profileId } = await changedMember();
    expect(await signedIn(before.other)).toBe(false);
    expect(await signedIn(before.own)).toBe(false);
    expect((await browser.call('GET /session')).viewer?.id).toBe(profileId);
  });

  test('ends every session when its link is opened where the member is not signed in', async () => {
    const { before } = await changedMember({ here: false });
    expect(await signedIn(before.other)).toBe(false);
    expect(await signedIn(before.own)).toBe(false);
  });

  test('is undone by a link to the old one: address back, sessions ended, a new password, once', async () => {
    const member = await changedMember();
    const token = tokenOf(await undoMail(member.email));
    await member.browser.call('POST /account/deletion', { body: { password: member.password } });
    const visitor = world.visitor();
    expect(await visitor.refused('POST /auth/undo-email', { body: { token, password: 'password123' } })).toBe(
      'weak_password',
    );
    expect(await visitor.call('POST /auth/undo-email', { body: { token, password } })).toEqual({
      ok: true,
      email: member.email,
    });
    expect((await member.browser.call('GET /session')).viewer).toBeNull();
    for (const [email, given] of [
      [member.newEmail, member.password],
      [member.newEmail, password],
      [member.email, member.password],
    ] as const)
      expect(await world.visitor().refused('POST /auth/sign-in', { body: { email, password: given } })).toBe(
        'invalid_credentials',
      );
    const back = world.visitor();
    await back.call('POST /auth/sign-in', { body: { email: member.email, password } });
    expect((await back.call('GET /account')).deletionAt).toBeNull();
    expect(await visitor.refused('POST /auth/undo-email', { body: { token, password } })).toBe('link_expired');
  });

  test('can be undone for seven days, also after a further change, and nobody signs up with the old one meanwhile', async () => {
    const member = await changedMember();
    const token = tokenOf(await undoMail(member.email));
    const [link] = await world.ctx.db.rows<{ left: number }>(
      sql`SELECT extract(epoch FROM expires_at - created_at)::float * 1000 AS left FROM account_links WHERE purpose = 'undo_email' AND email = ${member.email}`,
    );
    expect(link!.left / DAY).toBeGreaterThanOrEqual(7);
    expect(link!.left / DAY).toBeLessThan(7.1);
    await world.visitor().call('POST /auth/sign-up', { body: { email: member.email, password } });
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM users WHERE email = ${member.email}`)).toEqual([]);
    const third = address();
    await member.browser.call('POST /account/email', { body: { email: third, password: member.password } });
    await member.browser.call('POST /auth/verify', { body: { token: tokenOf((await world.mails(third))[0]) } });
    await world.visitor().call('POST /auth/undo-email', { body: { token, password } });
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM users WHERE email = ${member.email}`)).toHaveLength(1);
  });

  test('is not offered to be undone to an address that was never proven', async () => {
    const member = await world.member({ verified: false });
    const email = address();
    await member.browser.call('POST /account/email', { body: { email, password: member.password } });
    await member.browser.call('POST /auth/verify', { body: { token: tokenOf((await world.mails(email))[0]) } });
    expect(await undoMail(member.email)).toBeUndefined();
  });
});

describe('signing up', () => {
  test('is refused to everybody on a closed site, which makes no invitations either', async () => {
    const closed = await openWorld({ SIGN_UP: 'closed' });
    try {
      const { email } = await closed.member();
      for (const to of [email, address()])
        expect(await closed.visitor().refused('POST /auth/sign-up', { body: { email: to, password } })).toBe(
          'sign_up_closed',
        );
      expect((await closed.visitor().call('GET /session')).site.signUp).toBe('closed');
      const { browser } = await closed.member({ admin: true });
      expect(await browser.refused('POST /invitations', { body: {} })).toBe('sign_up_closed');
    } finally {
      await closed.close();
    }
  });
});
