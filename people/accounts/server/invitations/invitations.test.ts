import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '#site/contract/contract.ts';
import { account } from '#people/accounts/contract/limits.ts';
import { sql } from '#platform/server/db/database.ts';
import { auditPage } from '#content/moderation/server/store.ts';
import { eraseJob, planDeletion } from '#people/accounts/server/leaving/deletion.ts';
import { purgeInvitations } from './invitations.ts';
import { type World, openWorld } from '#people/accounts/server/testing/world.ts';

const DAY = 86_400_000;
const password = 'silver otter walks 9';
type Member = Awaited<ReturnType<World['member']>>;

let world: World;
let admin: Member;
let made = 0;
const address = (): string => `invited-${process.pid}-${Date.now()}-${made++}@example.org`;

beforeAll(async () => {
  world = await openWorld({ SIGN_UP: 'invitation' });
  admin = await world.member({ admin: true });
});
afterAll(() => world.close());

const accounts = async (email: string) =>
  (await world.ctx.db.rows(sql`SELECT 1 FROM users WHERE email = ${email}`)).length;
const tokenOf = (url: string): string => new URL(url).searchParams.get('invitation')!;
const signUp = (email: string, invitation?: string) => ({
  body: { email, password, ...(invitation !== undefined && { invitation }) },
});

/** Makes an invitation. @param email where it is mailed */
async function invite(email?: string) {
  const { id, url } = await admin.browser.call('POST /invitations', { body: { ...(email && { email }) } });
  return { id, url, token: tokenOf(url) };
}

const listed = async (id: string) =>
  (await admin.browser.call('GET /invitations')).items.find((item) => item.id === id);

describe('an invitation', () => {
  test('lets one person sign up, who is listed as who joined by it', async () => {
    expect(await world.visitor().refused('POST /auth/sign-up', signUp(address()))).toBe('invitation_required');
    expect(await world.visitor().refused('POST /auth/sign-up', signUp(address(), 'made-up-token'))).toBe(
      'link_expired',
    );
    const guest = address();
    const { id, url, token } = await invite(guest);
    expect((await world.mails(guest))[0]?.text).toContain(url);
    expect(await listed(id)).toMatchObject({ email: guest, state: 'open', joined: null });
    expect((await listed(id))!.invitedBy!.id).toBe(admin.profileId);
    await world.visitor().call('POST /auth/sign-up', signUp(guest, token));
    expect(await accounts(guest)).toBe(1);
    const { state, joined } = (await listed(id))!;
    expect(state).toBe('used');
    const [profile] = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT p.id FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.email = ${guest}`,
    );
    expect(joined?.id).toBe(profile!.id);
    expect(await world.visitor().refused('POST /auth/sign-up', signUp(address(), token))).toBe('link_expired');
  });

  test('is used up by a taken address too: otherwise it would reveal the account', async () => {
    const member = await world.member();
    const { id, token } = await invite();
    await world.visitor().call('POST /auth/sign-up', signUp(member.email, token));
    expect(await world.visitor().refused('POST /auth/sign-up', signUp(address(), token))).toBe('link_expired');
    expect(await listed(id)).toMatchObject({ state: 'used', joined: null });
  });

  test('makes one account of two sign-ups at once', async () => {
    const { token } = await invite();
    const guests = [address(), address(), address()];
    const answers = await Promise.allSettled(
      guests.map((guest) => world.visitor().call('POST /auth/sign-up', signUp(guest, token))),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const counts = await Promise.all(guests.map(accounts));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test('works no more once it is revoked; one that was used cannot be revoked', async () => {
    const { id, token } = await invite();
    const params = { params: { invitationId: id } };
    await admin.browser.call('DELETE /invitations/:invitationId', params);
    // Revoking twice is revoking.
    await admin.browser.call('DELETE /invitations/:invitationId', params);
    expect((await listed(id))?.state).toBe('revoked');
    expect(await world.visitor().refused('POST /auth/sign-up', signUp(address(), token))).toBe('link_expired');

    const used = await invite();
    await world.visitor().call('POST /auth/sign-up', signUp(address(), used.token));
    expect(
      await admin.browser.refused('DELETE /invitations/:invitationId', { params: { invitationId: used.id } }),
    ).toBe('invitation_used');
    const unknown = { params: { invitationId: admin.profileId } };
    expect(await admin.browser.refused('DELETE /invitations/:invitationId', unknown)).toBe('not_found');
  });

  test('ends after fourteen days, and is forgotten some time later unless somebody joined by it', async () => {
    const [old, used] = [await invite(), await invite()];
    await world.visitor().call('POST /auth/sign-up', signUp(address(), used.token));
    const shift = (id: string, days: number) =>
      world.ctx.db.rows(
        sql`UPDATE invitations SET expires_at = ${new Date(Date.now() - days * DAY)}, used_at = used_at - ${`${days} days`}::interval WHERE id = ${id}`,
      );
    await shift(old.id, 1);
    expect((await listed(old.id))?.state).toBe('expired');
    expect(await world.visitor().refused('POST /auth/sign-up', signUp(address(), old.token))).toBe('link_expired');
    await purgeInvitations(world.ctx);
    expect(await listed(old.id)).toBeDefined();
    for (const id of [old.id, used.id]) await shift(id, account.invitationListedDays + 1);
    await purgeInvitations(world.ctx);
    expect(await listed(old.id)).toBeUndefined();
    expect(await listed(used.id)).toBeDefined();
  });

  test('is deleted with the account of who joined by it: it holds their address', async () => {
    const guest = address();
    const { id, token } = await invite(guest);
    await world.visitor().call('POST /auth/sign-up', signUp(guest, token));
    const [user] = await world.ctx.db.rows<{ id: string; profile_id: string }>(
      sql`SELECT u.id, p.id AS profile_id FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.email = ${guest}`,
    );
    await world.ctx.db.tx((tx) =>
      planDeletion(world.ctx, tx, { userId: user!.id, profileId: user!.profile_id, isAdmin: false }),
    );
    await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(Date.now() - 1000)} WHERE id = ${user!.id}`);
    await world.ctx.db.tx((tx) => world.ctx.jobs.enqueue(tx, eraseJob, { userId: user!.id }));
    await world.ctx.jobs.idle();
    expect(await accounts(guest)).toBe(0);
    expect(await world.ctx.db.rows(sql`SELECT 1 FROM invitations WHERE id = ${id}`)).toEqual([]);
  });

  test('is made, seen and revoked by admins alone, and both are in the audit log', async () => {
    const [member, moderator] = [await world.member(), await world.member({ moderator: true })];
    const { id } = await invite();
    for (const { browser } of [member, moderator]) {
      expect(await browser.refused('POST /invitations', { body: {} })).toBe('forbidden');
      expect(await browser.refused('GET /invitations')).toBe('forbidden');
      expect(await browser.refused('DELETE /invitations/:invitationId', { params: { invitationId: id } })).toBe(
        'forbidden',
      );
    }
    await admin.browser.call('DELETE /invitations/:invitationId', { params: { invitationId: id } });
    const lines = await auditPage(world.ctx.db, { targetId: id }, { before: null, limit: 10 });
    expect(lines.map((line) => line.action)).toEqual(['invitation.revoke', 'invitation.make']);
    expect(lines.every((line) => line.actor_id === admin.profileId)).toBe(true);
  });

  test('is not made while the open ones are as many as there may be, though many ask at once', async () => {
    await world.ctx.db.rows(
      sql`INSERT INTO invitations (id, token_hash, created_at, expires_at)
          SELECT gen_random_uuid(), 'filler-' || n, '2020-01-01', '2200-01-01'
          FROM generate_series(1, ${account.invitationsOpenMax} - 2 - (SELECT count(*)::int FROM invitations
            WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > ${new Date()})) AS n`,
    );
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => invite()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await admin.browser.refused('POST /invitations', { body: {} })).toBe('invitations_many');
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Reply<'GET /invitations'> = await admin.browser.call('GET /invitations', {
        query: after === '' ? {} : { after },
      });
      expect(page.items.length).toBeLessThanOrEqual(account.invitationsPerPage);
      seen.push(...page.items.map((item) => item.id));
      after = page.next;
    }
    expect(seen.length).toBeGreaterThanOrEqual(account.invitationsOpenMax);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await admin.browser.refused('GET /invitations', { query: { after: 'x' } })).toBe('invalid');
    await world.ctx.db.rows(sql`DELETE FROM invitations WHERE token_hash LIKE 'filler-%'`);
  });
});
